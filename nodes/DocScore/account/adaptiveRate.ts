/** The part of what was found to be too much that is asked for after it. */
const DECREASE = 0.85;

/** How many requests a second more with each that was accepted. */
const INCREASE = 0.05;

/** Requests a second, however often the service rate limits, and after it did so for the first time. */
const MIN_RATE = 0.5;
const MIN_FIRST_RATE = 5;

const SECOND_MS = 1_000;

/**
 * How many requests a second a service takes: any number until it rate limits one. From then on it is
 * decreased by a part at each of these, and increased with each request that is accepted.
 */
export class AdaptiveRate {
	/** Infinite before anything was rate limited. */
	perSecond = Number.POSITIVE_INFINITY;

	/** What was accepted lately: of each second before, about a third of what was counted after it. */
	private accepted = 0;

	private acceptedAt = 0;

	get isLimited(): boolean {
		return this.perSecond !== Number.POSITIVE_INFINITY;
	}

	/** @param isAtRate whether the rate kept it back; else it tells nothing about a higher one */
	recordAccepted(now: number, isAtRate: boolean): void {
		this.accepted = this.acceptedLately(now) + 1;
		this.acceptedAt = now;
		if (isAtRate) this.perSecond += INCREASE;
	}

	recordRateLimited(now: number): void {
		const least = this.isLimited ? this.perSecond / 2 : MIN_FIRST_RATE;
		const taken = Math.min(this.perSecond, Math.max(this.acceptedLately(now), least));
		this.perSecond = Math.max(MIN_RATE, taken * DECREASE);
	}

	private acceptedLately(now: number): number {
		return this.accepted * Math.exp((this.acceptedAt - now) / SECOND_MS);
	}
}
