/** Right after a refusal, so much less is asked than what was found to be too much. */
const CUT = 0.2;

/** After so many seconds' worth of accepted requests it is as much again, then more and more. */
const RECOVERY_SECONDS = 4;

/** Requests a second, however often the service refuses, and after it did so for the first time. */
const LEAST = 0.5;
const LEAST_AT_FIRST = 5;

const SECOND_MS = 1_000;

/**
 * How many requests a second a service takes: any number until it refuses one. From then on the rate
 * goes the way of TCP's CUBIC, by what was accepted instead of by time: up to the rate of the last
 * refusal, for a while near it, then faster and faster beyond it, so that a single refusal by chance
 * is soon forgotten and a limit that stays is asked for rarely.
 */
export class Rate {
	/** What the service was found to take; infinite before it refused anything. */
	private found = Number.POSITIVE_INFINITY;

	/** Since the last refusal. */
	private accepted = 0;

	private refusedAt = 0;

	/** What was accepted in this second and in the one before. */
	private second = { from: Number.NEGATIVE_INFINITY, count: 0, before: 0 };

	get isLimited(): boolean {
		return this.found !== Number.POSITIVE_INFINITY;
	}

	get perSecond(): number {
		const seconds = this.accepted / this.found - RECOVERY_SECONDS;
		const part = 1 + CUT * (seconds / RECOVERY_SECONDS) ** 3;
		return Math.max(LEAST, this.found * part);
	}

	accept(now: number): void {
		this.accepted++;
		this.beginSecond(now);
		this.second.count++;
	}

	/** Between two refusals the service took as much as it can, unless less was asked for. */
	refuse(now: number): void {
		this.beginSecond(now);
		const average = this.accepted / ((now - this.refusedAt) / SECOND_MS);
		const { perSecond } = this;
		const found = this.isLimited
			? Math.min(perSecond, Math.max(average, perSecond / 2))
			: Math.max(LEAST_AT_FIRST, this.second.count, this.second.before);
		this.found = Math.max(LEAST, found);
		this.accepted = 0;
		this.refusedAt = now;
	}

	private beginSecond(now: number): void {
		const { from, count } = this.second;
		if (now - from < SECOND_MS) return;
		const before = now - from < 2 * SECOND_MS ? count : 0;
		this.second = { from: now, count: 0, before };
	}
}
