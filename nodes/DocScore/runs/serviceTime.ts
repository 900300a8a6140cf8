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
