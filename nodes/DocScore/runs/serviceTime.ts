/**
 * How inexactly the service may compare times, in ms: it may keep whole seconds, and treat bounds
 * as exclusive. Spans have at least this margin and this width.
 */
export const PRECISION_MS = 1_000;

/** How far local times without a zone are set back in autumn, in ms. */
const SET_BACK_MS = 3_600_000;

/** A time of the service, and its format, so that filters use the same format. */
export interface ServiceTime {
	/** Milliseconds since 1970; a time without a zone is read as UTC. */
	ms: number;
	zoned: boolean;
}

const HAS_ZONE = /(?:[zZ]|[+-]\d{2}:?\d{2})$/;

/** Null if the text is not an ISO 8601 time. */
export function readServiceTime(text: string | null): ServiceTime | null {
	// Stryker disable next-line ConditionalExpression: a text that is no time gives null, too
	if (text === null) return null;
	const zoned = HAS_ZONE.test(text);
	const ms = Date.parse(zoned ? text : `${text}Z`);
	return Number.isNaN(ms) ? null : { ms, zoned };
}

export function writeServiceTime({ ms, zoned }: ServiceTime): string {
	const iso = new Date(ms).toISOString();
	return zoned ? iso : iso.slice(0, -1);
}

/** Writes times in the service's format, which it learns from the times that it reads. */
export class TimeStyle {
	/** Whether times have a zone; null before the first time was read. */
	zoned: boolean | null = null;

	/** How much later a run can be than its time seems to say, in ms. */
	get marginMs(): number {
		return this.zoned === false ? SET_BACK_MS + PRECISION_MS : PRECISION_MS;
	}

	/** The time in ms since 1970; null if the text is not a time. */
	read(text: string | null): number | null {
		const time = readServiceTime(text);
		if (time) this.zoned = time.zoned;
		return time?.ms ?? null;
	}

	write(ms: number): string {
		return writeServiceTime({ ms, zoned: this.zoned ?? true });
	}
}
