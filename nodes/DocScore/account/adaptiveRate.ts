import { POLICY } from './policy';

const SECOND_MS = 1_000;

/**
 * The requests a second that a service accepts: unlimited until the first 429, then additive
 * increase with each accepted request, multiplicative decrease with each 429.
 */
export class AdaptiveRate {
	/** Infinite before the first 429. */
	perSecond = Number.POSITIVE_INFINITY;

	/**
	 * Recently accepted requests, a moving average: after a second, about a third of the count
	 * remains.
	 */
	private accepted = 0;

	private acceptedAt = 0;

	get isLimited(): boolean {
		return this.perSecond !== Number.POSITIVE_INFINITY;
	}

	/**
	 * @param isAtRate whether the request waited for the rate; else it says nothing about a higher
	 * rate
	 */
	recordAccepted(now: number, isAtRate: boolean): void {
		this.accepted = this.acceptedLately(now) + 1;
		this.acceptedAt = now;
		if (isAtRate) this.perSecond += POLICY.increase;
	}

	recordRateLimited(now: number): void {
		const least = this.isLimited ? this.perSecond / 2 : POLICY.minFirstRate;
		const taken = Math.min(this.perSecond, Math.max(this.acceptedLately(now), least));
		this.perSecond = Math.max(POLICY.minRate, taken * POLICY.decrease);
	}

	private acceptedLately(now: number): number {
		return this.accepted * Math.exp((this.acceptedAt - now) / SECOND_MS);
	}
}
