import { sleep } from 'n8n-workflow';
import { LONGEST_TIMER_MS } from './alarm';
import { StoppedError } from './errors';

/** A pause up to so many ms is too short to end it early. */
const SHORT_MS = 200;

/** Lets all work of one execution end early: when the user cancels it, an item failed, or at a time. */
export class Stop {
	private reason: string | undefined;

	private readonly early = new AbortController();

	/** Ends what may be broken off at any moment: when it is cancelled or stopped, not at the deadline. */
	readonly signal: AbortSignal;

	/** Resolves when it is cancelled or stopped, not at the deadline. */
	readonly ended: Promise<void>;

	/** @param deadline in ms since 1970 */
	constructor(
		private readonly cancelSignal?: AbortSignal,
		private readonly deadline = Number.POSITIVE_INFINITY,
	) {
		this.signal = this.early.signal;
		this.ended = new Promise((resolve) => {
			this.signal.addEventListener('abort', () => resolve(), { once: true });
		});
		// Node never lets go of what AbortSignal.any makes, once something listens to it.
		const cancel = () => this.early.abort();
		if (cancelSignal?.aborted) cancel();
		else cancelSignal?.addEventListener('abort', cancel, { once: true });
	}

	now(reason: string): void {
		this.reason ??= reason;
		this.early.abort();
	}

	get cancelled(): boolean {
		return this.cancelSignal?.aborted ?? false;
	}

	/** Whether no further work is to be begun. */
	get isOver(): boolean {
		return this.cancelled || this.reason !== undefined || this.leftMs <= 0;
	}

	/** How long work may still go on, in ms. */
	get leftMs(): number {
		return this.deadline - Date.now();
	}

	/** Why no further work is to be begun; null where it may be. */
	get error(): StoppedError | null {
		if (this.leftMs <= 0) return new StoppedError('The service took too long');
		if (this.cancelled) return new StoppedError('The execution was cancelled');
		return this.reason === undefined ? null : new StoppedError(this.reason);
	}

	/** @throws StoppedError once stopped */
	check(): void {
		const { error } = this;
		if (error) throw error;
	}

	/**
	 * @param woken ends it early
	 * @throws StoppedError as soon as it was stopped
	 */
	async pause(ms: number, woken?: Promise<void>): Promise<void> {
		const end = Date.now() + ms;
		let isAwake = false;
		const waking = woken?.then(() => {
			isAwake = true;
		});
		for (let left = ms; left > 0 && !isAwake; left = end - Date.now()) {
			this.check();
			const step = Math.min(left, this.leftMs, LONGEST_TIMER_MS);
			const early = step > SHORT_MS ? [this.ended, waking] : [waking];
			await Promise.race([sleep(step), ...early.filter((each) => each !== undefined)]);
		}
		this.check();
	}
}
