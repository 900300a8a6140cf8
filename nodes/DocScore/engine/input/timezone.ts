import { InputError } from './inputError';

/** A timezone: the difference between local time and UTC. */
export interface Timezone {
	name: string;
	/** The offset from UTC at a moment (ms since 1970), in ms. */
	offsetAt(ms: number): number;
}

/** Any context of n8n, because each knows the workflow's timezone. */
export interface TimezoneContext {
	getTimezone(): string;
}

/**
 * The workflow's timezone. n8n reads it from the workflow's settings or GENERIC_TIMEZONE without a
 * check, and supports more names than JavaScript.
 * @throws InputError
 */
export function readTimezone(context: TimezoneContext): Timezone {
	const name = context.getTimezone();
	const timezone = timezoneOf(name);
	if (timezone !== null) return timezone;
	const advice =
		'Select a timezone in the workflow settings, or correct the environment variable GENERIC_TIMEZONE';
	throw new InputError('Timezone', name, 'of the workflow is unknown', advice);
}

export const UTC: Timezone = { name: 'UTC', offsetAt: () => 0 };

/** The timezone of a name; null if the name is unknown. */
export function timezoneOf(name: string): Timezone | null {
	const text = name.trim();
	if (/^(local|system)$/i.test(text)) return named(ofMachine());
	return fixed(text) ?? named(text);
}

const ofMachine = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const HOUR_MS = 3_600_000;

/** A fixed offset, such as UTC+2 or UTC-3:30. */
function fixed(name: string): Timezone | null {
	const [found, sign, hours, minutes = '0'] =
		/^(?:utc)?([+-])(\d{1,2})(?::?([0-5]\d))?$/i.exec(name) ?? [];
	if (!found) return null;
	const ahead = Number(hours) * HOUR_MS + Number(minutes) * (HOUR_MS / 60);
	return { name, offsetAt: () => (sign === '-' ? -ahead : ahead) };
}

/** Cached, because creating one takes a millisecond and a sheet has thousands of times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function named(name: string): Timezone | null {
	const format = formats.get(name) ?? formatOf(name);
	if (format === null) return null;
	formats.set(name, format);
	return { name, offsetAt: (ms) => shownAt(ms, format) - Math.floor(ms / 1000) * 1000 };
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
	try {
		return new Intl.DateTimeFormat('en-US', {
			timeZone,
			hourCycle: 'h23',
			year: 'numeric',
			month: 'numeric',
			day: 'numeric',
			hour: 'numeric',
			minute: 'numeric',
			second: 'numeric',
		});
	} catch {
		return null;
	}
}

/**
 * The local time at that moment, as ms since 1970 as if it were UTC. Read from the text, because
 * `formatToParts` takes more than twice as long.
 */
function shownAt(ms: number, format: Intl.DateTimeFormat): number {
	const [month = 0, day = 0, year = 0, ...time] = (format.format(ms).match(/\d+/g) ?? []).map(
		Number,
	);
	const [hour = 0, minute = 0, second = 0] = time;
	return Date.UTC(year, month - 1, day, hour, minute, second);
}
