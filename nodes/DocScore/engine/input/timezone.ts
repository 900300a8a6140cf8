import { InputError } from './inputError';

/** How clocks on the wall show a moment in one place. */
export interface Timezone {
	name: string;
	/** How far its clocks are ahead of UTC at a moment (ms since 1970), in ms. */
	offsetAt(ms: number): number;
}

/** Who knows the timezone of the workflow: every context of n8n. */
export interface TimezoneContext {
	getTimezone(): string;
}

/**
 * The timezone of the workflow. n8n takes it from the workflow's settings or from GENERIC_TIMEZONE
 * without a check, and its own times take more names than JavaScript does.
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

/** Null for a name that nobody knows. */
export function timezoneOf(name: string): Timezone | null {
	const text = name.trim();
	if (/^(local|system)$/i.test(text)) return named(ofMachine());
	return fixed(text) ?? named(text);
}

const ofMachine = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const HOUR_MS = 3_600_000;

/** As in UTC+2 or UTC-3:30. */
function fixed(name: string): Timezone | null {
	const [found, sign, hours, minutes = '0'] =
		/^(?:utc)?([+-])(\d{1,2})(?::?([0-5]\d))?$/i.exec(name) ?? [];
	if (!found) return null;
	const ahead = Number(hours) * HOUR_MS + Number(minutes) * (HOUR_MS / 60);
	return { name, offsetAt: () => (sign === '-' ? -ahead : ahead) };
}

/** Making one takes a millisecond, and a sheet has thousands of times. */
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

/** What clocks show at that moment, as if it were UTC. */
function shownAt(ms: number, format: Intl.DateTimeFormat): number {
	const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
	const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
	return Date.UTC(
		part('year'),
		part('month') - 1,
		part('day'),
		part('hour'),
		part('minute'),
		part('second'),
	);
}
