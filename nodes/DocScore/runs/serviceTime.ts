/**
 * How far off a time may be that the service compares, in ms: it may keep whole seconds, and take the
 * bounds of a span as exclusive. Spans are asked for with so much to spare, and not narrower.
 */
export const SHARPNESS_MS = 1_000;

/** A time of the service, and how it writes times, so that filters can be sent in the same way. */
export interface ServiceTime {
	/** Milliseconds since 1970, counted as if in UTC where the service gave no zone. */
	ms: number;
	zoned: boolean;
}

const HAS_ZONE = /(?:[zZ]|[+-]\d{2}:?\d{2})$/;

/** Null for anything that is no ISO 8601 time. */
export function readServiceTime(text: string | null): ServiceTime | null {
	if (text === null) return null;
	const zoned = HAS_ZONE.test(text);
	const ms = Date.parse(zoned ? text : `${text}Z`);
	return Number.isNaN(ms) ? null : { ms, zoned };
}

export function writeServiceTime({ ms, zoned }: ServiceTime): string {
	const iso = new Date(ms).toISOString();
	return zoned ? iso : iso.slice(0, -1);
}

/** Writes times as the service does, which is learned from the times that are read. */
export class TimeStyle {
	/** Whether times have a zone; null before any was read. */
	zoned: boolean | null = null;

	/** In ms since 1970; null for anything that is no time. */
	read(text: string | null): number | null {
		const time = readServiceTime(text);
		if (time) this.zoned = time.zoned;
		return time?.ms ?? null;
	}

	write(ms: number): string {
		return writeServiceTime({ ms, zoned: this.zoned ?? true });
	}
}
