import { tryToParseDateTime } from 'n8n-workflow';
import { InputError } from './inputError';

/** Any context of n8n, because each knows the workflow's timezone. */
export interface TimezoneContext {
	getTimezone(): string;
}

const ISO_8601 =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?(Z|[+-]\d{2}:?\d{2})?$/i;

/** The time by n8n's date library, which knows n8n's names of timezones; null if it knows none. */
export function timeIn(zone: string, time: string | Date) {
	try {
		return tryToParseDateTime(time, zone);
	} catch {
		return null;
	}
}

/** The name of the workflow's timezone, which n8n does not check. @throws InputError */
export function readTimezone(context: TimezoneContext): string {
	const zone = context.getTimezone().trim();
	if (timeIn(zone, '2000-01-01') !== null) return zone;
	const advice =
		'Select a timezone in the workflow settings, or correct the environment variable GENERIC_TIMEZONE';
	throw new InputError('Timezone', zone, 'of the workflow is unknown', advice);
}

/** The time in UTC, in ISO 8601; null if the text is not an ISO 8601 date or time. */
export function toUtc(text: string, zone: string): string | null {
	// Stryker disable next-line ArrayDeclaration: neither has a date
	const [, date, time = '00:00', offset = ''] = ISO_8601.exec(text) ?? [];
	if (!isOnCalendar(date)) return null;
	return timeIn(zone, `${date}T${time}${offset.toUpperCase()}`)?.toUTC().toISO() ?? null;
}

/** The time as entered, followed by the timezone in which it is read. */
export const withZone = (text: string, zone: string): string =>
	ISO_8601.exec(text)?.[3] === undefined ? `${text} (${zone})` : text;

/** Whether a date such as 2025-12-31 exists: JavaScript reads 30 February as 2 March. */
// Stryker disable next-line StringLiteral: neither text is a date
export const isOnCalendar = (date = ''): boolean =>
	new Date(date).getUTCDate() === Number(date.slice(-2));

const DAY_MS = 24 * 60 * 60 * 1000;

const offsetAt = (zone: string, ms: number): number =>
	tryToParseDateTime(new Date(ms), zone).offset * 60_000;

/**
 * All moments of a local time (ms since 1970 as if it were UTC): none in the hour that summer time
 * skips, two in the hour that is repeated.
 */
export function momentsAt(shown: number, zone: string): number[] {
	const [before = 0, after] = [shown - DAY_MS, shown + DAY_MS].map((ms) => offsetAt(zone, ms));
	if (before === after) return [shown - before];
	const moments = [before, after ?? before].map((offset) => shown - offset);
	return moments.filter((moment) => moment + offsetAt(zone, moment) === shown);
}
