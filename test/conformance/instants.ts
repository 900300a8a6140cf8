const MS = 1_000;
const SECOND = 1_000_000;

/** Lengths of time in microseconds, named like the precision of bounds. */
export const LENGTHS_US = {
	us: 1,
	ms: MS,
	seconds: SECOND,
	minutes: 60 * SECOND,
	hours: 3_600 * SECOND,
	days: 86_400 * SECOND,
};

/** A point in time as the service writes it. */
export interface Instant {
	/** Microseconds since 1970. A time without a zone is read as UTC. */
	us: number;
	/** Number of digits in the fraction of a second. */
	digits: number;
	/** `Z`, an offset, or empty. */
	zone: string;
}

/** Null if the text is not an ISO 8601 time. */
export function parseInstant(text: unknown): Instant | null {
	if (typeof text !== 'string') return null;
	const match = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)?$/i.exec(
		text,
	);
	if (!match) return null;
	const [, whole = '', fraction = '', zone = ''] = match;
	const ms = Date.parse(`${whole.replace(' ', 'T')}${withColon(zone) || 'Z'}`);
	if (Number.isNaN(ms)) return null;
	return {
		us: ms * MS + Number(fraction.slice(0, 6).padEnd(6, '0')),
		digits: fraction.length,
		zone,
	};
}

const withColon = (zone: string): string => zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');

/** The time in UTC, with milliseconds or, if necessary, microseconds. */
export function isoOf(us: number, zone = 'Z'): string {
	const text = new Date(Math.floor(us / MS)).toISOString().slice(0, -1);
	const rest = us % MS;
	return `${text}${rest === 0 ? '' : String(rest).padStart(3, '0')}${zone}`;
}
