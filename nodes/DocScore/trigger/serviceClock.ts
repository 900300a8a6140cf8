/** How far the two clocks may drift apart: more than any quartz does. */
const DRIFT = 0.001;

/** So many runs must be dated later for a moment to be past: a few that are dated ahead prove nothing. */
export const CLOCK_SAMPLES = 5;

/**
 * After so long in ms, runs are counted anew, and those from before for as long again: so what was
 * dated ahead is forgotten, and a list of old runs does not take the clock back.
 */
const SAMPLING_MS = 3_600_000;

/** What time it was at the service at least, at a moment of the local clock. */
interface Moment {
	serviceMs: number;
	localMs: number;
}

interface ClockSample extends Moment {
	id: string;
}

/**
 * What time it is at the service at least. A run that was just read was created before now, so
 * creation times tell; as one run may be dated ahead, the fifth newest is believed. Between readings
 * only local durations are counted. The local time of day is never compared with the service's.
 */
export class ServiceClock {
	/** The newest runs, of which the last is believed once there are enough. */
	private samples: ClockSample[] = [];

	private sampledSince = Number.NEGATIVE_INFINITY;

	/** From before the runs were counted anew. */
	private earlierSample: Moment | null = null;

	/** @param local milliseconds of a clock that is never set, counted from any moment */
	constructor(readonly local: () => number) {}

	/** Notes that a run created at that moment, in ms since 1970, was just read. */
	addSample(id: string, createdMs: number): void {
		const localMs = this.local();
		const last = this.lastSample();
		if (last && localMs - this.sampledSince > SAMPLING_MS) {
			this.earlierSample = last;
			this.samples = [];
		}
		if (this.samples.length === 0) this.sampledSince = localMs;
		if (this.samples.some((known) => known.id === id)) return;
		this.samples = [...this.samples, { id, serviceMs: createdMs, localMs }]
			.sort((a, b) => atLeast(b, localMs) - atLeast(a, localMs))
			.slice(0, CLOCK_SAMPLES);
	}

	/** Begins with what was past at the service already, in ms since 1970, unless more is known. */
	seed(serviceMs: number): void {
		if (this.samples.length > 0) return;
		this.earlierSample ??= { serviceMs, localMs: this.local() };
	}

	/** In ms since 1970, for a moment of the local clock; minus infinity before enough runs were read. */
	atLeast(localMs: number): number {
		const known = [this.lastSample(), this.earlierSample].filter((sample) => sample !== null);
		return Math.max(...known.map((sample) => atLeast(sample, localMs)));
	}

	private lastSample(): ClockSample | null {
		return this.samples[CLOCK_SAMPLES - 1] ?? null;
	}
}

function atLeast({ serviceMs, localMs: readAt }: Moment, localMs: number): number {
	const passed = localMs - readAt;
	return serviceMs + passed - Math.abs(passed) * DRIFT;
}
