import { now } from './clock';
import { CancelledError } from './errors';
import { Timer } from './timer';

/**
 * Ends all work of one execution: when the user cancels it, an item fails, or its time is over.
 */
export class Cancellation {
	private reason: string | undefined;

	private readonly early = new AbortController();

	private readonly deadline: number;

	/** Aborts work that can be interrupted at any moment: on cancellation, not at the deadline. */
	readonly signal: AbortSignal;

	/** Resolves on cancellation, not at the deadline. */
	readonly ended: Promise<void>;

	/**
	 * @param cancelSignal aborts requests in flight too: the user stopped the execution
	 * @param limitMs the time limit of the work, in ms
	 */
	constructor(
		readonly cancelSignal?: AbortSignal,
		limitMs = Number.POSITIVE_INFINITY,
	) {
		this.deadline = now() + limitMs;
		this.signal = this.early.signal;
		this.ended = new Promise((resolve) => {
			this.signal.addEventListener('abort', () => resolve());
		});
		// Not AbortSignal.any: Node.js never releases its signals once something listens to them.
		const cancel = () => this.early.abort();
		if (cancelSignal?.aborted) cancel();
		else cancelSignal?.addEventListener('abort', cancel);
	}

	cancel(reason: string): void {
		this.reason ??= reason;
		this.early.abort();
	}

	get isByUser(): boolean {
		return this.cancelSignal?.aborted ?? false;
	}

	/** Whether no further work may begin. */
	get isOver(): boolean {
		return this.isByUser || this.reason !== undefined || this.leftMs <= 0;
	}

	/** How long work may continue, in ms. */
	get leftMs(): number {
		return this.deadline - now();
	}

	/** Why no further work may begin; null if it may. */
	get error(): CancelledError | null {
		if (this.leftMs <= 0) return new CancelledError('The service took too long');
		if (this.isByUser) return new CancelledError('The execution was cancelled');
		return this.reason === undefined ? null : new CancelledError(this.reason);
	}

	/** @throws CancelledError if it is over */
	check(): void {
		const { error } = this;
		if (error) throw error;
	}

	/**
	 * @param woken ends the pause early
	 * @throws CancelledError as soon as it is over
	 */
	async pause(ms: number, woken?: Promise<void>): Promise<void> {
		this.check();
		const timer = new Timer();
		const sleeping = timer.until(now() + Math.min(ms, this.leftMs));
		for (const early of [this.ended, woken]) void early?.then(() => timer.wakeNow());
		await sleeping;
		this.check();
	}
}
