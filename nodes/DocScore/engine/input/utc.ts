import type { Timezone } from './timezone';

const DAY_MS = 24 * 60 * 60 * 1000;

const ISO_8601 =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?(Z|[+-]\d{2}:?\d{2})?$/i;

/** The time in UTC, in ISO 8601; null if the text is not an ISO 8601 date or time. */
export function toUtc(text: string, timezone: Timezone): string | null {
	const [, date, time = '00:00', zone] = ISO_8601.exec(text) ?? [];
	const ms = Date.parse(`${date}T${time}${zone ?? 'Z'}`);
	if (Number.isNaN(ms) || !isOnCalendar(date)) return null;
	return new Date(zone === undefined ? fromWallClock(ms, timezone) : ms).toISOString();
}

/** The time as entered, followed by the timezone in which it is read. */
export function withZone(text: string, timezone: Timezone): string {
	const zone = ISO_8601.exec(text)?.[3];
	return zone === undefined ? `${text} (${timezone.name})` : text;
}

/** Whether a date such as 2025-12-31 exists: JavaScript reads 30 February as 2 March. */
export function isOnCalendar(date = ''): boolean {
	const ms = Date.parse(date);
	return !Number.isNaN(ms) && new Date(ms).getUTCDate() === Number(date.slice(-2));
}

/** Converts a local time (ms since 1970 as if it were UTC) to the moment, in ms since 1970. */
function fromWallClock(shown: number, timezone: Timezone): number {
	const guess = shown - timezone.offsetAt(shown);
	// The guess used the offset of another moment, which differs around a change to summer time.
	return shown - timezone.offsetAt(guess);
}

/**
 * All moments of a local time: none in the hour that summer time skips, two in the hour that is
 * repeated.
 */
export function momentsAt(shown: number, timezone: Timezone): number[] {
	const offsets = [shown - DAY_MS, shown + DAY_MS].map((ms) => timezone.offsetAt(ms));
	const [before = 0, after] = offsets;
	if (before === after) return [shown - before];
	const moments = offsets.map((offset) => shown - offset);
	return moments.filter((moment) => moment + timezone.offsetAt(moment) === shown);
}
