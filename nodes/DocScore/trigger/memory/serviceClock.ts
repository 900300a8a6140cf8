/** How much the two clocks may drift apart: more than any quartz clock does. */
const DRIFT = 0.001;

/** A moment counts as past if so many runs have later times, because a few may be dated ahead. */
export const CLOCK_SAMPLES = 5;

/**
 * How long, in ms, samples are collected before new ones replace them. The earlier result is kept
 * for as long again. So runs that were dated ahead are forgotten, and a list of old runs does not
 * set the clock back.
 */
const SAMPLING_MS = 3_600_000;

/** The earliest possible time at the service, at a moment of the local clock, both in ms. */
interface Moment {
	serviceMs: number;
	localMs: number;
}

interface ClockSample extends Moment {
	id: string;
}

/**
 * The earliest possible time at the service. A run that was just read was created before now, so
 * creation times tell the time. Because one run may be dated ahead, the fifth newest counts.
 * Between reads, only elapsed local time is added. The local time of day is never compared with the
 * service's.
 */
export class ServiceClock {
	/** The newest runs; the last of them counts once there are enough. */
	private samples: ClockSample[] = [];

	private sampledSince = Number.NEGATIVE_INFINITY;

	/** The result of the previous collection of samples. */
	private earlierSample: Moment | null = null;

	/** @param local ms of a monotonic clock, counted from any moment */
	constructor(readonly local: () => number) {}

	/** Records that a run with this creation time, in ms since 1970, was just read. */
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

	/** Sets a time that is surely past at the service, in ms since 1970, unless more is known. */
	seed(serviceMs: number): void {
		if (this.samples.length > 0) return;
		this.earlierSample ??= { serviceMs, localMs: this.local() };
	}

	/**
	 * The earliest possible time at the service, in ms since 1970, at a moment of the local clock;
	 * minus infinity before enough runs were read.
	 */
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
