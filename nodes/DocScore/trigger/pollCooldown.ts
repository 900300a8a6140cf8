import { retryAfterOf } from '../service/errors';

/** Longest time in ms that the service can pause a trigger for. */
const MAX_COOLDOWN_MS = 3_600_000;

/** The time for which the service asked to be left alone, which can be longer than a poll. */
export class PollCooldown {
	private until = Number.NEGATIVE_INFINITY;

	private cause: unknown;

	/** @param local milliseconds of a clock that is never set */
	constructor(private readonly local: () => number) {}

	get isActive(): boolean {
		return this.local() < this.until;
	}

	/** The error with which the service asked for it. */
	get error(): unknown {
		return this.cause;
	}

	/** Begins where the error says so. */
	startAfter(error: unknown): void {
		const ms = retryAfterOf(error);
		if (ms === undefined) return;
		this.until = this.local() + Math.min(ms, MAX_COOLDOWN_MS);
		this.cause = error;
	}
}
