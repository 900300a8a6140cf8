import { sleep } from 'n8n-workflow';
import { StoppedError } from './errors';

/** Longest time in ms that a pause goes on after the execution was cancelled. */
const STEP_MS = 200;

/** Lets all work of one execution end early: when the user cancels it, an item failed, or at a time. */
export class Stop {
	private reason: string | undefined;

	private readonly early = new AbortController();

	/** @param deadline in ms since 1970 */
	constructor(
		private readonly cancelSignal?: AbortSignal,
		private readonly deadline = Number.POSITIVE_INFINITY,
	) {}

	now(reason: string): void {
		this.reason ??= reason;
		this.early.abort();
	}

	/** Ends what may be broken off at any moment: when it is cancelled or stopped, not at the deadline. */
	get signal(): AbortSignal {
		const signals = [this.early.signal, this.cancelSignal].filter((each) => each !== undefined);
		return AbortSignal.any(signals);
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

	/** @throws StoppedError once stopped */
	check(): void {
		if (this.leftMs <= 0) throw new StoppedError('The time for this work is up');
		if (this.cancelled) throw new StoppedError('The execution was cancelled');
		if (this.reason !== undefined) throw new StoppedError(this.reason);
	}

	/** @throws StoppedError at most a step after it was stopped */
	async pause(ms: number): Promise<void> {
		const end = Date.now() + ms;
		for (let left = ms; left > 0; left = end - Date.now()) {
			this.check();
			await sleep(Math.min(left, STEP_MS));
		}
		this.check();
	}
}
