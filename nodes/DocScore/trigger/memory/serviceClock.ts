/** How much the two clocks may drift apart: more than any quartz clock does. */
const DRIFT = 0.001;

/**
 * The earliest possible time at the service: that of a moment that is surely past, and the local time
 * elapsed since. The local time of day is never compared with the service's.
 */
export class ServiceClock {
	private seen: { serviceMs: number; localMs: number } | null = null;

	/** @param local ms of a monotonic clock, counted from any moment */
	constructor(readonly local: () => number) {}

	/** Records a moment, in ms since 1970, that is past at the service. */
	note(serviceMs: number): void {
		// Stryker disable next-line EqualityOperator: the same moment again changes nothing
		if (serviceMs > this.now()) this.seen = { serviceMs, localMs: this.local() };
	}

	/** In ms since 1970; minus infinity before a moment was recorded. */
	now(): number {
		if (!this.seen) return Number.NEGATIVE_INFINITY;
		return this.seen.serviceMs + (this.local() - this.seen.localMs) * (1 - DRIFT);
	}
}
