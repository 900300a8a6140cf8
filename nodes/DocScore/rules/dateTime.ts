import type { Timezone } from '../engine/input/timezone';
import { momentsAt } from '../engine/input/utc';
import type { ExtractedField } from '../service/types';
import { type DateFormat, readDay } from './date';
import { normalize, Problem } from './normalize';
import { readTimeOfDay } from './timeOfDay';

/** The day as 2025-12-31. */
export function toDate(value: ExtractedField['value'], format: DateFormat): string | Problem {
	const { day, time } = partsOf(value, format);
	if (day instanceof Problem) return day;
	if (time instanceof Problem) return time;
	return time?.zone ? new Problem('has a timezone, so the day is ambiguous') : day;
}

/** The moment as 2025-12-31T23:00:00.000Z. `timezone` applies to times without one. */
export function toDateTime(
	value: ExtractedField['value'],
	format: DateFormat,
	timezone: Timezone,
): string | Problem {
	const { day, time } = partsOf(value, format);
	if (day instanceof Problem) return day;
	if (time instanceof Problem) return time;
	if (time === null) return new Problem('has no time');
	const shown = `${day}T${time.clock}`;
	const [moment, another] = time.zone
		? [Date.parse(shown + time.zone)]
		: momentsAt(Date.parse(`${shown}Z`), timezone);
	if (moment === undefined)
		return new Problem(`has a time that does not exist in ${timezone.name} (clock change)`);
	if (another !== undefined)
		return new Problem(`has a time that occurs twice in ${timezone.name} (clock change)`);
	const utc = new Date(moment).toISOString();
	return utc.startsWith('+') ? new Problem('is after the year 9999 in UTC') : utc;
}

function partsOf(value: ExtractedField['value'], format: DateFormat) {
	const text = typeof value === 'string' ? normalize(value).replace(/\s+/g, ' ').toLowerCase() : '';
	const [, day = text, joint, time] = /^(.*?)(t|,? at |, ?| )(\d\d?:.*)$/.exec(text) ?? [];
	return {
		day: readDay(day, format),
		time: time === undefined ? null : readTimeOfDay(time, joint === 't'),
	};
}
