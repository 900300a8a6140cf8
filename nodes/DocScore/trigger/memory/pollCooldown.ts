import { retryAfterOf } from '../../service/errors';

/** The longest pause of a trigger, in ms, that the service can ask for. */
const MAX_COOLDOWN_MS = 3_600_000;

/** The pause that the service asked for; it can be longer than a poll. */
export class PollCooldown {
	private until = Number.NEGATIVE_INFINITY;

	private cause: unknown;

	/** @param local ms of a monotonic clock */
	constructor(private readonly local: () => number) {}

	get isActive(): boolean {
		return this.local() < this.until;
	}

	/** The error that contained the pause. */
	get error(): unknown {
		return this.cause;
	}

	/** Starts the pause that the error contains, if any. */
	startAfter(error: unknown): void {
		const ms = retryAfterOf(error);
		if (ms === undefined) return;
		this.until = this.local() + Math.min(ms, MAX_COOLDOWN_MS);
		this.cause = error;
	}
}
