/** How far the two clocks may drift apart: more than any quartz does. */
const DRIFT = 0.001;

/**
 * What time it is at the service at least. A run that was just read was created before now, so the
 * newest creation time tells; between readings only local durations are counted. The local time of
 * day is never compared with the service's.
 */
export class ServiceClock {
	private newest: { serviceMs: number; localMs: number } | null = null;

	/** @param local milliseconds of a clock that is never set, counted from any moment */
	constructor(readonly local: () => number) {}

	/** Notes that a run created at that moment, in ms since 1970, was just read. */
	note(createdMs: number): void {
		const localMs = this.local();
		if (createdMs > this.atLeast(localMs)) this.newest = { serviceMs: createdMs, localMs };
	}

	/** In ms since 1970, for a moment of the local clock; minus infinity before any run was read. */
	atLeast(localMs: number): number {
		if (this.newest === null) return Number.NEGATIVE_INFINITY;
		const passed = localMs - this.newest.localMs;
		return this.newest.serviceMs + passed - Math.abs(passed) * DRIFT;
	}
}
