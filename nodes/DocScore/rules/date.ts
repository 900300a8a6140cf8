import { isOnCalendar } from '../engine/input/utc';
import { Problem } from './normalize';

/** The order of day, month and year. */
export const DATE_FORMATS = ['dmy', 'mdy', 'ymd'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

const EXAMPLES: Record<DateFormat, string> = {
	dmy: '31/12/2025',
	mdy: '12/31/2025',
	ymd: '2025-12-31',
};

const MONTHS =
	'january february march april may june july august september october november december'.split(
		' ',
	);

const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

/** The day as 2025-12-31. @param text in lower case, with single spaces */
export function readDay(text: string, format: DateFormat): string | Problem {
	const [, first, rest = ''] = /^([a-z]+)(?:\.?, ?|\.? )(.*)$/.exec(text) ?? [];
	const weekday = indexOf(first, WEEKDAYS);
	if (weekday < 0) return dayOf(text, format);
	const day = dayOf(rest, format);
	if (day instanceof Problem || weekday === new Date(day).getUTCDay()) return day;
	return new Problem('has a weekday that does not match the date');
}

function dayOf(text: string, format: DateFormat): string | Problem {
	const [year = '', month = '', day = ''] = inFigures(text, format) ?? withName(text) ?? [];
	const unlike = new Problem(`is not a date such as ${EXAMPLES[format]}`);
	if (!/^\d\d?$/.test(day) || Number(month) > MONTHS.length) return unlike;
	if (/^\d\d$/.test(year)) return new Problem('has a two-digit year');
	// A year such as 0025 may be a year of two digits.
	if (!/^[1-9]\d{3}$/.test(year)) return unlike;
	const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
	return isOnCalendar(date) ? date : new Problem('is not an existing date');
}

/**
 * Year, month and day of a date such as 31/12/2025, with the same separator twice. 2025-12-31, as
 * in ISO 8601, is accepted in every format, because it has only one meaning.
 */
function inFigures(text: string, format: DateFormat) {
	const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
	if (iso) return iso.slice(1);
	const found = /^(\d{1,4}) ?([-./ ]) ?(\d\d?) ?\2 ?(\d{1,4})$/.exec(text);
	if (!found) return null;
	const [, first, , second, third] = found;
	return Array.from('ymd', (part) => [first, second, third][format.indexOf(part)]);
}

/**
 * Year, month and day of a date such as 31 December 2025, in any order: the month is a name, the
 * year has four digits.
 */
function withName(text: string) {
	const words = text.split(/[-., /]+/).filter((word) => word !== 'of');
	const at = words.length === 3 ? words.findIndex((word) => indexOf(word, MONTHS) >= 0) : -1;
	if (at < 0) return null;
	const month = String(indexOf(words[at], MONTHS) + 1);
	const [one, other] = words.filter((_, index) => index !== at).map(withoutOrdinal);
	return one?.length === 4 ? [one, month, other] : [other, month, one];
}

/** 1 of 1st, 2 of 2nd and so on; 1th stays unchanged. */
const withoutOrdinal = (word: string): string =>
	word.replace(/^(\d\d?)(?:(?<!1.)(?:(?<=1)st|(?<=2)nd|(?<=3)rd)|(?<=1.|[04-9])th)$/, '$1');

/** The index of an English name, in full or its first three letters; -1 for anything else. */
const indexOf = (word = '', names: string[]): number =>
	names.findIndex((name) => [name, name.slice(0, 3)].includes(word.replace(/^sept$/, 'sep')));
