import { type DateWords, meaningsOf, wordsIn } from './dateWords';
import { withLatinDigits } from './digits';
import { normalize } from './normalize';
import { inUsualForm } from './usualForm';

/** The order of day, month and year. */
export const DATE_FORMATS = ['dmy', 'mdy', 'ymd'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

export const DATE_EXAMPLES: Record<DateFormat, string> = {
	dmy: '31/12/2025',
	mdy: '12/31/2025',
	ymd: '2025-12-31',
};

/** The numbers of a date, in one of the orders. */
export interface Day {
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

/** Three numbers with the same separator twice, such as 31/12/2025. */
const IN_FIGURES = /(?<![\d./,-])(\d\d?|\d{4}) ?([-./ ]) ?(\d\d?) ?\2 ?(\d\d?|\d{4})(?![\d/-])\.?/;

/** Two numbers one after the other, such as those of 31 December 2025. */
const TWO_NUMBERS =
	/(?<![\d:+]|(?<!\p{L})[-./])(\d{1,4})(?!\d)(?=([^\d:]*)(?<!\d)(\d{1,4})(?!\d))/gu;

/** A time of day and a zone, such as 23:59:59.9+02:00, 10h30, 10.30 or 10 AM. */
export const TIME =
	/(?<![\d.:+-]|\d,)(\d{1,2})(?:(?: ?: ?|\.| ?h ?|u)([0-5]\d)(?:(?:[:.]| ?m(?:in)? ?)([0-5]\d)(?:[.,](\d{1,9}))?(?: ?s(?!\p{L}))?| ?min)?| ?(h)(?!\p{L}))?(?: ?([ap]) ?\.? ?m(?:\.|(?!\p{L})))?(?: ?(z|utc|gmt)(?!\p{L}))?(?: ?([-+]\d{1,2}(?::?[0-5]\d)?))?(?![\d:])/u;

/** Words that tell the order, as DD/MM/YYYY does, or a calendar. */
const ORDER = /\b(?:[dmyjta]{1,4}[-/. ]){2}|thai|buddh|hijri|persian|nepal/iu;

/** The word date, in some languages, as a label before a colon, such as Rechnungsdatum. */
const LABEL = new RegExp(
	String.raw`^(?!.*?(?:${ORDER.source}).*?:)(?:[\p{L}.'/-]+ ){0,3}?(?:\p{L}*d[aá]tum|date|data|dato|fecha|дата|tarihi?|päivä\p{L}*|pvm|日付|日期|날짜)(?:[ /][\p{L}.'-]+){0,3} ?: ?`,
	'iu',
);

/** A name and a comma, as letters have it in front of their date: Berlin, 14.03.2025. */
const PLACE = /^(\p{Lu}[\p{L} .'-]*), /u;

/** A weekday, such as Freitag, is no place. */
const isPlace = (name: string): boolean =>
	meaningsOf(wordsIn(name), '').length === 0 && !ORDER.test(name);

/** The date in a text, whatever the order; null if it has none. */
export function findDate(value: string, language: string): DatedText | null {
	const text = normalize(value);
	const found = findIn(text, language);
	if (found?.hasMore === false) return found;
	const [label = ''] = LABEL.exec(text) ?? [];
	const bare = normalize(text.slice(label.length));
	const rest = bare.replace(PLACE, (placed, name: string) => (isPlace(name) ? '' : placed));
	// Stryker disable next-line ConditionalExpression: only the time that it takes differs
	if (rest === text) return found;
	const alone = findIn(rest, language);
	// A time would be that of the place, or of a zone in the label.
	const hasZone = rest !== bare || /[ /]/.test(label.trim());
	return alone?.time !== '' && hasZone ? found : alone;
}

function findIn(value: string, language: string): DatedText | null {
	const plain = withLatinDigits(value)
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

/** "12:30 am" before a date can be half past noon in German, and 晚上12:30 is night. */
const DOUBTFUL_HALF = /(?<!\d)12(?:[:.]\d\d)? am .*\d{4}|晚上? ?12/;

/** Whether the words are English and not German: March is, April is both. */
function isEnglish(text: string, language: string): boolean {
	const words = wordsIn(text).filter((word) => word !== 'am');
	const isIn = (each: string) => meaningsOf(words, each).length > 0;
	return language.toLowerCase().startsWith('en') || (isIn('en') && !isIn('de'));
}

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
		const around = [text.slice(0, match.index), between, after];
		if (year.length !== 4 && isPeriod([one, other], around, language)) continue;
		// Two digits behind a month are a year, unless years are in front.
		const orders = year.length === 4 ? [null] : (['dmy', 'mdy'] as const);
		const days = beside.words.flatMap(({ month, weekday }) =>
			orders.map((order) => ({ order, year, month: String(month), day, weekday })),
		);
		if (!beside.hasMore) return { ...beside, days };
		first ??= { ...beside, days };
	}
	return first;
}

/**
 * Whether two numbers are days: 14-15 March, 14 and 15 March, 1 Jan - 31 Jan or 1 Jan - 31. A second
 * hyphen is that of a date, as in Mar-14-25.
 */
function isPeriod(
	[one, other]: string[],
	[before = '', between = '', after = '']: string[],
	language: string,
) {
	const hasMonth = (text: string) => meaningsOf(wordsIn(text), language, true).length > 0;
	const isLater = Number(other) > Number(one) && Number(other) <= 31;
	if (hasMonth(between)) return hasMonth(after) || (isLater && /\s[-/]\s*$/.test(between));
	const isOpen = hasMonth(after) || /[-/&+]|\s\p{L}/u.test(between);
	return isLater && isOpen && !/[-/]\s*$/.test(before);
}

/** A day without a year, which looks like a time. */
const SHORT_DAY = String.raw`(?<![\d.])\d\d?\.(?:0[1-9]|1[0-2])`;

/** Blanks and punctuation. */
const MARKS = String.raw`[^\p{L}\d:\n]*`;

/**
 * The other day of a period, as in 01.03. - 31.03.2025 or 01.03.2025, 31.03. In front of the date, it
 * has a point or dash behind it, or no word such as kl. before it.
 */
const OTHER_DAY = new RegExp(
	String.raw`(?:^${MARKS}${SHORT_DAY}|${SHORT_DAY}${MARKS}[.-])${MARKS}\n|\n -+ ${SHORT_DAY}\.?$|\n${MARKS}${SHORT_DAY}\.${MARKS}$`,
	'u',
);

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
	const isHalf =
		/^ ?[amp](?!\.?\p{L})/u.test(tail) || (!isNamed && /^[amp]\.?$/.test(others.trim()));
	const isOdd = /[^\p{L}\p{M}\p{Cf}\s,،፣.;@|()'’׳״]/u.test(others);
	const hasMore = words.length === 0 || isOdd || isHalf || isZone || OTHER_DAY.test(rest);
	const known = hasMore ? words.map((each): DateWords => ({ ...each, weekday: undefined })) : words;
	return { time, words: known, half: words[0]?.half, hasMore };
}
