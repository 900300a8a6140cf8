import { now } from './clock';
import { StoppedError } from './errors';
import { Timer } from './timer';

/** Ends all work of one execution early: when the user cancels it, an item failed, or its time is over. */
export class Cancellation {
	private reason: string | undefined;

	private readonly early = new AbortController();

	private readonly deadline: number;

	/** Ends what may be broken off at any moment: when it is cancelled, not at the deadline. */
	readonly signal: AbortSignal;

	/** Resolves when it is cancelled, not at the deadline. */
	readonly ended: Promise<void>;

	/** @param limitMs how long the work may take */
	constructor(
		private readonly cancelSignal?: AbortSignal,
		limitMs = Number.POSITIVE_INFINITY,
	) {
		this.deadline = now() + limitMs;
		this.signal = this.early.signal;
		this.ended = new Promise((resolve) => {
			this.signal.addEventListener('abort', () => resolve(), { once: true });
		});
		// Node never lets go of what AbortSignal.any makes, once something listens to it.
		const cancel = () => this.early.abort();
		if (cancelSignal?.aborted) cancel();
		else cancelSignal?.addEventListener('abort', cancel, { once: true });
	}

	cancel(reason: string): void {
		this.reason ??= reason;
		this.early.abort();
	}

	get isByUser(): boolean {
		return this.cancelSignal?.aborted ?? false;
	}

	/** Whether no further work is to be begun. */
	get isOver(): boolean {
		return this.isByUser || this.reason !== undefined || this.leftMs <= 0;
	}

	/** How long work may still go on, in ms. */
	get leftMs(): number {
		return this.deadline - now();
	}

	/** Why no further work is to be begun; null where it may be. */
	get error(): StoppedError | null {
		if (this.leftMs <= 0) return new StoppedError('The service took too long');
		if (this.isByUser) return new StoppedError('The execution was cancelled');
		return this.reason === undefined ? null : new StoppedError(this.reason);
	}

	/** @throws StoppedError once it is over */
	check(): void {
		const { error } = this;
		if (error) throw error;
	}

	/**
	 * @param woken ends it early
	 * @throws StoppedError as soon as it is over
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
