import { isOnCalendar } from '../engine/input/utc';
import { type DateWords, inOurEra, meaningsOf, wordsIn } from './dateWords';
import { withLatinDigits } from './digits';
import { normalize, Problem } from './normalize';
import { memoize } from './memoize';

/** The order of day, month and year. */
export const DATE_FORMATS = ['dmy', 'mdy', 'ymd'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

export const DATE_EXAMPLES: Record<DateFormat, string> = {
	dmy: '31/12/2025',
	mdy: '12/31/2025',
	ymd: '2025-12-31',
};

/** How a rule reads dates. */
export interface DateSettings {
	dateFormat: DateFormat | 'detect';
	/** Whether 25 can be the year 2025. */
	shortYears: boolean;
	/** The language of names, such as pl; empty for all. */
	language: string;
}

/** The numbers of a date, in one of the orders. */
interface Day {
	/** Null if the text has this meaning in every order. */
	order: DateFormat | null;
	year: string;
	month: string;
	day: string;
	weekday: number | undefined;
}

/** A text in which a date was found. */
export interface DatedText {
	days: Day[];
	/** The time beside it, as a text; empty if there is none. */
	time: string;
	half: DateWords['half'];
	/** Whether the rest of the text is no time and no words of a date. */
	hasMore: boolean;
	/** Whether a T stands before the time, as in ISO 8601. */
	isIso: boolean;
}

/** No date is longer, in any language. */
const MAX_LENGTH = 100;

const EAST_ASIAN_DAY = /(\d{4}) ?[年년] ?(\d\d?) ?[月월] ?(\d\d?) ?[日일号號]/;
const EAST_ASIAN_TIME = /(\d\d?) ?[時时시點点] ?([0-5]\d) ?[分분]?(?: ?([0-5]\d) ?[秒초])?/;

/** As Intl writes it, 14 tháng 3, 2025, with the words that people add. */
const VIETNAMESE_DAY =
	/(?:ngày )?(?<!\d)(\d\d?) (?:tháng|thg) (\d\d?)(?:,| năm|, năm) (\d{4})(?!\d)/;

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

/** A month in Roman numerals, such as 14.III.2025 or 2025. III. 14., as in Poland and Hungary. */
const ROMAN_MONTH =
	/(?<![\p{L}\d])(\d\d?|\d{4})[-./ ] ?(i{1,3}|i?v|vi{1,3}|i?x|xi{1,2})[-./ ] ?(\d{4}|\d\d?)(?![\d:])/u;

/** Three numbers with the same separator twice, such as 31/12/2025. */
const IN_FIGURES = /(?<![\d./,-])(\d\d?|\d{4}) ?([-./ ]) ?(\d\d?) ?\2 ?(\d\d?|\d{4})(?![\d/-])\.?/;

/** Two numbers one after the other, such as those of 31 December 2025. */
const TWO_NUMBERS =
	/(?<![\d:+]|(?<!\p{L})[-./])(\d{1,4})(?!\d)(?=([^\d:]*)(?<!\d)(\d{1,4})(?!\d))/gu;

/** A time of day and a zone, such as 23:59:59.9+02:00, 10h30, 10.30 or 10 AM. */
export const TIME =
	/(?<![\d.:+-]|\d,)(\d{1,2})(?:(?: ?[:.] ?| ?h ?)([0-5]\d)(?:(?:[:.]| ?m(?:in)? ?)([0-5]\d)(?:[.,](\d{1,9}))?(?: ?s(?!\p{L}))?| ?min)?| ?(h)(?!\p{L}))?(?: ?([ap]) ?\.? ?m(?:\.|(?!\p{L})))?(?: ?(z|utc|gmt)(?!\p{L}))?(?: ?([-+]\d{1,2}(?::?[0-5]\d)?))?(?![\d:])/u;

/** The date in a text, whatever the order; null if it has none. */
function findDate(value: string, language: string): DatedText | null {
	const plain = withLatinDigits(normalize(value))
		.replace(/\s+/g, ' ')
		.replace(SLASH, '/')
		.replace(/॰/g, '')
		// As in Korean. Small letters would be those of German.
		.replace(/\b([AP]M) (\d\d?:[0-5]\d(?::[0-5]\d)?)/, '$2 $1')
		.toLowerCase();
	const given = inUsualForm(plain);
	const isIso = /\dt\d/.test(given);
	const text = isIso
		? given
				.replace(/(\d)t(\d\d)(\d\d)(\d\d)?(?!\d)/, '$1 $2:$3:$4')
				.replace(/:$|:(?=\D)/, '')
				.replace(/(\d)t(?=\d)/, '$1 ')
		: given;
	const figures = inFigures(text, language);
	const named = figures?.hasMore === false ? null : inNames(text, language);
	const found = named?.hasMore === false ? named : (figures ?? named);
	if (!found) return null;
	const isDoubtful = DOUBTFUL_HALF.test(plain) && !isEnglish(plain, language);
	return { ...found, isIso, hasMore: found.hasMore || isDoubtful };
}

/** Signs that people write or that fonts show as a slash. */
const SLASH = /[\\_\u2044\u2215\uFF0F]/g;

/** A date without separators, such as 20250314. */
const COMPACT = /^(\d{4})(\d\d)(\d\d)(?!\d)/;

/** What joins a date and a time, as in 14.03.2025/10:30. */
const BEFORE_TIME = /(?<=\p{L}\p{M}*|\d{4})[/.:](?=\d\d?:\d\d)|:(?= \d\d?:\d\d)/gu;

/** "12:30 am" before a date can be half past noon in German, and 晚上12:30 is night. */
const DOUBTFUL_HALF = /(?<!\d)12(?:[:.]\d\d)? am .*\d{4}|晚上? ?12/;

/** Whether the words are English and not German: March is, April is both. */
function isEnglish(text: string, language: string): boolean {
	const words = wordsIn(text).filter((word) => word !== 'am');
	const isIn = (each: string) => meaningsOf(words, each).length > 0;
	return /^en\b/i.test(language) || (isIn('en') && !isIn('de'));
}

/** Writes ordinals, a time in front, and what East Asian languages write, in the usual way. */
const inUsualForm = (text: string): string =>
	inOurEra(text)
		.replace(BEFORE_TIME, ' ')
		.replace(EAST_ASIAN_DAY, '$1-$2-$3 ')
		.replace(
			EAST_ASIAN_TIME,
			(_, hour: string, minute: string, second = '00') =>
				` ${[hour, minute, String(second)].join(':')} `,
		)
		// JavaScript adds the name of the zone.
		.replace(/([-+]\d\d:?\d\d) \(\p{L}[\p{L} ]*\)/u, '$1')
		.replace(VIETNAMESE_DAY, '$3-$2-$1')
		.replace(ROMAN_MONTH, (found, first: string, month: string, last: string) => {
			const [year, day] = first.length === 4 ? [first, last] : [last, first];
			if (year.length !== 4) return found;
			return [year, ROMAN.indexOf(month) + 1, day].join('-');
		})
		.replace(COMPACT, '$1-$2-$3')
		.replace(/(\d)(?:\.?[ºª°]|(?<=\b1)er\b|(?:ste|de|e)\b(?= \p{L}))/gu, '$1')
		// 1st, 2nd and so on; 1th stays unchanged.
		.replace(/\b(\d\d?)(?:(?<!1.)(?:(?<=1)st|(?<=2)nd|(?<=3)rd)|(?<=1.|[04-9])th)\b/g, '$1')
		.replace(/(\d) ?((?![ap]\.?m)\p{L}[\p{L}.]*) (utc|gmt)/u, '$1 $3 $2')
		.replace(/\b(utc|gmt) ([^\d]*\d\d?:[\d:]+)/, '$2 $1')
		// A time before the date, or within it.
		.replace(
			/(\d\d?:[0-5]\d(?::[0-5]\d)?(?: ?[ap]\.?m\.?(?!\p{L}))?)(?=[ ,][^:+-]*\d{4})(.*)/u,
			'$2 $1',
		);

type Found = Omit<DatedText, 'isIso'>;

function inFigures(text: string, language: string): Found | null {
	const [found, first, , second, third] = IN_FIGURES.exec(text) ?? [];
	if (found === undefined) return null;
	const beside = besideOf(text.replace(found, '\n'), language, false);
	// A year in front has one meaning.
	const orders = /^\d{4}/.test(found) ? (['ymd'] as const) : DATE_FORMATS;
	const days = orders.flatMap((order) => {
		const part = (name: string) => [first, second, third][order.indexOf(name)] ?? '';
		const day = { year: part('y'), month: part('m'), day: part('d') };
		const words: DateWords[] = beside.hasMore ? [{}] : beside.words;
		return words.map(({ weekday }) => ({
			order: orders.length === 1 ? null : order,
			...day,
			weekday,
		}));
	});
	return { ...beside, days };
}

/** A date with the name of a month, which means the same in every order. */
function inNames(text: string, language: string): Found | null {
	let first: Found | null = null;
	for (const match of text.matchAll(TWO_NUMBERS)) {
		const [one, , between = '', other = ''] = match;
		const before = text.slice(0, match.index).replace(/(?<=\p{L})[-./]$/u, '');
		const after = text.slice(match.index + one.length + between.length + other.length);
		const inside = between.replace(/[-/,]|\.(?!\p{L})|(?<![\p{L}\p{M}])\./gu, ' ');
		const beside = besideOf([before, inside, after].join('\n'), language, true);
		const [year, day] = one.length === 4 ? [one, other] : [other, one];
		const days = beside.words.map(({ month, weekday }) => {
			return { order: null, year, month: String(month), day, weekday };
		});
		if (!beside.hasMore) return { ...beside, days };
		first ??= { ...beside, days };
	}
	return first;
}

/** The other day of a period, as in 01.03. - 31.03.2025. It looks like a time. */
const OTHER_DAY =
	/^\d\d?\.(?:0[1-9]|1[0-2])[ .,-]*\n|\n(?: -+ |[ ,]*(?=.*\.$))\d\d?\.(?:0[1-9]|1[0-2])\.?$/;

/** What stands beside the numbers of a date, with a line break in place of each. */
function besideOf(rest: string, language: string, isNamed: boolean) {
	const time = TIME.exec(rest)?.[0] ?? '';
	const hyphens = / -+ |(?<=\p{L})-(?=\p{L})/gu;
	const others = rest.replace(time, ' ').replace(hyphens, ' ');
	const words = meaningsOf(wordsIn(others), language, isNamed);
	// Directly behind a time, a word that is no half of the day may be a zone, such as CET.
	const [tail = ''] = time === '' ? [] : rest.slice(rest.indexOf(time) + time.length).split('\n');
	const isZone = !meaningsOf(wordsIn(tail), language).some(
		({ month, weekday }) => month === undefined && weekday === undefined,
	);
	// Letters that may be the rest of "am" or "pm" are no small words.
	const isHalf = !isNamed && /^[amp]\.?$/.test(others.trim());
	const isOdd = /[^\p{L}\p{M}\p{Cf}\s,،፣.;@|()'’׳״]/u.test(others);
	const hasMore = words.length === 0 || isOdd || isHalf || isZone || OTHER_DAY.test(rest);
	const known = hasMore ? words.map((each): DateWords => ({ ...each, weekday: undefined })) : words;
	return { time, words: known, half: words[0]?.half, hasMore };
}

/** A date that a text can mean, or why it means none, in an order or in every order. */
export interface DateReading {
	order: DateFormat | null;
	date: string | Problem | null;
}

const readingsOf = ({ days }: DatedText, shortYears: boolean): DateReading[] =>
	days.map((day) => ({ order: day.order, date: dateOf(day, shortYears) }));

/** The dates that the readings in the given orders have, each once. */
export function datesIn(readings: DateReading[], orders: readonly DateFormat[]): string[] {
	const dates: string[] = [];
	for (const { order, date } of readings) {
		if (order !== null && !orders.includes(order)) continue;
		if (typeof date === 'string' && !dates.includes(date)) dates.push(date);
	}
	return dates;
}

/** The orders in which there is a date. */
export const ordersOf = (readings: DateReading[]): DateFormat[] =>
	DATE_FORMATS.filter((format) =>
		readings.some(({ order, date }) => typeof date === 'string' && (order ?? format) === format),
	);

/** Null if the numbers are none of a date. */
function dateOf({ year, month, day, weekday }: Day, shortYears: boolean): string | Problem | null {
	if (!/^\d\d?$/.test(day) || Number(month) > 12) return null;
	if (/^\d\d?$/.test(year) && !shortYears) return new Problem('has a two-digit year');
	const thisYear = new Date().getUTCFullYear();
	const full = /^\d\d$/.test(year) ? inCentury(Number(year), thisYear) : year;
	// A year such as 0025 may be a year of two digits.
	if (Number(full) < 1000) return null;
	const date = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
	if (!isOnCalendar(date)) return new Problem('is not an existing date');
	// Another calendar, or a misread digit.
	if (Math.abs(Number(full) - thisYear) > 100) return new Problem('is more than a century away');
	return weekday === undefined || weekday === new Date(date).getUTCDay()
		? date
		: new Problem('has a weekday that does not match the date');
}

/** The year of two digits that is at most 20 years in the future. */
const inCentury = (year: number, thisYear: number): string =>
	String(thisYear + 20 - ((((thisYear + 20 - year) % 100) + 100) % 100));

/** A text with a date, and the dates that it can mean. */
interface ReadDate {
	found: DatedText;
	readings: DateReading[];
}

function readDate(value: string, language: string, shortYears: boolean): ReadDate | null {
	const found = findDate(value, language);
	return found && { found, readings: readingsOf(found, shortYears) };
}

/** The dates of a document, and how it writes them. Each text is read once. */
export class Dates {
	private readonly read = memoize(readDate, Infinity);

	private shown: readonly DateFormat[] | undefined;

	/** @param detected the values whose order is to be detected */
	constructor(private readonly detected: () => Array<{ value: unknown; settings: DateSettings }>) {}

	/** Null if the value is no date in any order. */
	of(value: unknown, { language, shortYears }: DateSettings): ReadDate | null {
		if (typeof value !== 'string' || value.length > MAX_LENGTH) return null;
		return this.read(value, language, shortYears);
	}

	/**
	 * The orders in which all these values can be read; none if the document writes dates in more than
	 * one way.
	 */
	get orders(): readonly DateFormat[] {
		this.shown ??= this.shownOrders();
		return this.shown;
	}

	private shownOrders(): readonly DateFormat[] {
		let shown: readonly DateFormat[] = DATE_FORMATS;
		for (const { value, settings } of this.detected()) {
			const date = this.of(value, settings);
			if (!date || date.found.hasMore) continue;
			const fitting = ordersOf(date.readings);
			if (fitting.length === 0) continue;
			shown = shown.filter((order) => fitting.includes(order));
		}
		return shown;
	}
}
