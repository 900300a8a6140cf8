/** The part of what was found to be too much that is asked for after it. */
const DECREASE = 0.85;

/** So many seconds' worth of accepted requests after a decrease, the rate is twice what it was then. */
const DOUBLED_AFTER_SECONDS = 14;

/** Requests a second, however often the service refuses, and after it did so for the first time. */
const LEAST = 0.5;
const LEAST_AT_FIRST = 5;

const SECOND_MS = 1_000;

/**
 * How many requests a second a service takes: any number until it refuses one. From then on it is
 * decreased by a part at each refusal, and increased with what is accepted: slowly at first, where the
 * limit is likely to be, then faster, so that a refusal by chance is soon forgotten.
 */
export class AdaptiveRate {
	/** Infinite before anything was refused. */
	private base = Number.POSITIVE_INFINITY;

	/** Accepted since the last refusal, and those of them for which the rate was the limit. */
	private accepted = 0;

	private acceptedAtRate = 0;

	private refusedAt = 0;

	/** What was accepted in this second and in the one before. */
	private second = { from: Number.NEGATIVE_INFINITY, count: 0, before: 0 };

	get isLimited(): boolean {
		return this.base !== Number.POSITIVE_INFINITY;
	}

	get perSecond(): number {
		const seconds = this.acceptedAtRate / this.base;
		return this.base * (1 + (seconds / DOUBLED_AFTER_SECONDS) ** 2);
	}

	/** @param isAtRate whether the rate kept it back; else it tells nothing about a higher one */
	accept(now: number, isAtRate: boolean): void {
		this.accepted++;
		if (isAtRate) this.acceptedAtRate++;
		this.beginSecond(now);
		this.second.count++;
	}

	/** Between two refusals the service took as much as it can, unless less was asked for. */
	refuse(now: number): void {
		this.beginSecond(now);
		const { perSecond } = this;
		const average = this.accepted / ((now - this.refusedAt) / SECOND_MS);
		const taken = this.isLimited
			? Math.min(perSecond, Math.max(average, perSecond / 2))
			: Math.max(LEAST_AT_FIRST, this.second.count, this.second.before);
		this.base = Math.max(LEAST, taken * DECREASE);
		this.accepted = 0;
		this.acceptedAtRate = 0;
		this.refusedAt = now;
	}

	private beginSecond(now: number): void {
		const { from, count } = this.second;
		if (now - from < SECOND_MS) return;
		const before = now - from < 2 * SECOND_MS ? count : 0;
		this.second = { from: now, count: 0, before };
	}
}
