import { addTo, LanguageIndex, languages, wordOf } from './languages';
import { memoize } from './memoize';

/** What a word in a date means in a language: month3, weekday5, am, pm, or nothing, as "of" does. */
type Meaning = `month${number}` | `weekday${number}` | 'am' | 'pm' | 'nothing';

/** Meanings of each word, by language. */
type Index = Map<string, Map<string, Set<Meaning>>>;

/** A part of a date is read in each language that knows all of its words. */
export interface DateWords {
	month?: number | undefined;
	weekday?: number | undefined;
	half?: 'am' | 'pm' | undefined;
}

/** Small words that people write and Intl does not. */
const SMALL_WORDS: Record<string, string> = {
	bg: 'година',
	cs: 'dne roku hod hodin',
	da: 'klokken',
	de: 'am den der uhr',
	en: 'of the on hrs',
	es: 'las del en hrs',
	fr: 'le heures',
	it: 'il',
	nb: 'klokken',
	nl: 'uur',
	pl: 'godz r roku dnia o',
	ro: 'ora',
	ru: 'года год',
	sv: 'den klockan',
	th: 'วันที่ เดือน เวลา น',
	tr: 'saat',
	uk: 'року',
};

/** Names that people write and Intl does not. */
const NAMES: Record<string, Record<string, Meaning>> = {
	de: { mrz: 'month3' },
	en: {
		tues: 'weekday2',
		weds: 'weekday3',
		wednes: 'weekday3',
		thur: 'weekday4',
		thurs: 'weekday4',
	},
	es: { setiembre: 'month9' },
	ko: { 오전: 'am', 오후: 'pm' },
};

/** Calendars with our days and months, whose years are counted from another one. */
const CALENDARS = [
	'ja-u-ca-japanese-nu-latn',
	'zh-TW-u-ca-roc-nu-latn',
	'th-u-ca-buddhist-nu-latn',
];

/** The year before the first one of an era, such as 2018 of 令和, by its name. */
const erasByName = memoize(() => new Map(CALENDARS.flatMap(erasOf)));

function erasOf(locale: string): Array<[string, number]> {
	const format = new Intl.DateTimeFormat(locale, { era: 'short', year: 'numeric' });
	return [1950, 2000, 2025].map((year) => {
		const parts = format.formatToParts(Date.UTC(year, 6));
		// Stryker disable next-line StringLiteral: each has an era and a year
		const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
		return [part('era'), year - Number(part('year'))];
	});
}

/** The year before the first one of an era, by its short name in figures, as in R7.3.14. */
const SHORT_ERAS: Record<string, number> = { r: 2018, h: 1988, s: 1925, t: 1911, m: 1867 };

const SHORT_ERA =
	/(?<![\p{L}\d]|\d )([rhstm])(\.? ?)(\d\d?)(?=([./-]) ?\d\d? ?\4 ?\d\d?(?! ?\4|\d)| ?年)/u;

/** Replaces 令和7 and R7 with 2025, and 2568 in a Thai text. */
export function inOurEra(given: string): string {
	const text = given.replace(
		SHORT_ERA,
		(_, era: string, gap: string, year: string, mark?: string) =>
			// Apart from the figures, a letter can be a weekday before a day.
			gap !== '' && mark ? `${era}?${year}` : String((SHORT_ERAS[era] ?? NaN) + Number(year)),
	);
	// Stryker disable next-line ConditionalExpression,Regex: only the time that it takes differs
	if (!/[\p{Script=Han}\p{Script=Thai}]/u.test(text)) return text;
	const eras = erasByName();
	const names = [...eras.keys()].join('|').replaceAll('.', '\\.');
	const named = text.replace(
		new RegExp(`(?:中華)?(${names}) ?(\\d{1,4}|元)(?!\\d)`),
		(_, name: string, year: string) =>
			String((eras.get(name) ?? NaN) + (year === '元' ? 1 : Number(year))),
	);
	const [thai = 0] = [...eras.values()].slice(-1);
	if (!/\p{Script=Thai}/u.test(named)) return named;
	return named.replace(/(?<!\d)2[456]\d\d(?!\d)/, (year) => String(Number(year) + thai));
}

const FORMS: Intl.DateTimeFormatOptions[] = [
	{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
	{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
	{ month: 'long' },
	{ month: 'short' },
	{ dateStyle: 'full', timeStyle: 'short', hour12: true },
	{ dateStyle: 'long', timeStyle: 'short', hour12: true },
	{ hour: 'numeric', minute: 'numeric', hour12: true },
];

/** Some languages have words for more parts of the day than two. */
const HOURS = [2, 14, 6, 20, 10, 22];

/** Twelve days and times with every month, weekday and half of the day. */
const SAMPLES = Array.from({ length: 12 }, (_, month) => {
	const tenth = new Date(Date.UTC(2025, month, 10)).getUTCDay();
	return Date.UTC(2025, month, 10 + ((month + 7 - tenth) % 7), HOURS[month % 6]);
});

export const wordsIn = (text: string): string[] =>
	(text.match(/\p{L}[\p{L}\p{M}\p{Cf}'’.]*/gu) ?? []).map(wordOf);

function addLanguage(index: Index, language: string): void {
	const add = (word: string, meaning: Meaning) => {
		// Beside the time, they are a part of it. Elsewhere, "am 14. März" and "am 12:30" are none.
		if (/^[ap]m$/.test(word) && meaning !== 'nothing') return;
		const meanings = index.get(word) ?? new Map<string, Set<Meaning>>();
		index.set(word, meanings);
		addTo(meanings, language, meaning);
	};
	for (const options of FORMS) {
		const locale = `${language}-u-ca-gregory-nu-latn`;
		const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
		for (const time of SAMPLES) {
			const parts = format.formatToParts(time).map(({ type, value }) => {
				// The month of "tháng 3" has a number of its own; the words of "a. m." mean more alone.
				const words = wordsIn(value);
				const isName = !/\d/.test(value) && (type !== 'dayPeriod' || words.length === 1);
				return { words, meaning: isName ? meaningOf(type, time) : 'nothing' } as const;
			});
			for (const { words, meaning } of parts) for (const word of words) add(word, meaning);
			// Some write a small word and a name as one.
			for (const joined of wordsIn(format.format(time))) {
				const inside = parts.find(
					({ words: [word] }) => word !== undefined && word.length > 2 && joined.includes(word),
				);
				if (inside) add(joined, inside.meaning);
			}
		}
	}
	const code = language.slice(0, 2);
	SMALL_WORDS[code]?.split(' ').forEach((word) => add(wordOf(word), 'nothing'));
	for (const [word, meaning] of Object.entries(NAMES[code] ?? {})) add(wordOf(word), meaning);
}

function meaningOf(type: Intl.DateTimeFormatPartTypes, time: number): Meaning {
	const date = new Date(time);
	if (type === 'month') return `month${date.getUTCMonth() + 1}`;
	if (type === 'weekday') return `weekday${date.getUTCDay()}`;
	// Stryker disable next-line EqualityOperator: no sample is at noon
	if (type === 'dayPeriod') return date.getUTCHours() < 12 ? 'am' : 'pm';
	return 'nothing';
}

/** Not Tigrinya: its names of months are those of the Ethiopian calendar, too, which has other years. */
const INDEX = new LanguageIndex<Index>(new Map(), () =>
	languages().flatMap((language) =>
		language === 'ti' ? [] : [(index: Index) => addLanguage(index, language)],
	),
);

export const warmUpDateWords = (): Promise<void> => INDEX.warmUp();

/** A language alone: English, which most documents need, or that of a rule. */
const indexOf = memoize((language: string): Index => {
	const index: Index = new Map();
	addLanguage(index, language);
	return index;
});

/**
 * What the words of a date mean: once for each meaning that they have together in a language that
 * knows all of them; English wins. Empty if no language knows them all, or they contradict each
 * other.
 * @param language the only one, such as pl; empty for all
 * @param isNamed whether they name a month: "mar., 11.03.2025" is no day in March
 */
export const meaningsOf = memoize(lookUp);

function lookUp(words: string[], language: string, isNamed?: boolean): DateWords[] {
	const fits = ({ month }: DateWords) => isNamed === undefined || isNamed === (month !== undefined);
	// Stryker disable next-line ConditionalExpression: only the time that it takes differs
	if (words.length === 0) return [{}].filter(fits);
	const first = language || 'en';
	const alone = meaningIn(first, words, indexOf(first)).filter(fits);
	if (language !== '' || alone.length > 0) return alone;
	const index = INDEX.get();
	const known = index.get(words[0] ?? '') ?? new Map<string, Set<Meaning>>();
	const all = [...known.keys()].flatMap((each) => meaningIn(each, words, index)).filter(fits);
	return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}

/** The ways to give the words a meaning in a language: at most one month, weekday and half each. */
function meaningIn(language: string, words: string[], index: Index): DateWords[] {
	let ways: DateWords[] = [{}];
	for (const word of words) {
		const meanings = [...(index.get(word)?.get(language) ?? [])];
		const named = meanings.filter((meaning) => meaning !== 'nothing');
		ways = ways.flatMap((way) =>
			(named.length > 0 ? named : meanings).flatMap((meaning) => withMeaning(way, meaning) ?? []),
		);
	}
	return ways;
}

function withMeaning(way: DateWords, meaning: Meaning): DateWords | undefined {
	if (meaning === 'nothing') return way;
	if (meaning === 'am' || meaning === 'pm') {
		return way.half === undefined ? { ...way, half: meaning } : undefined;
	}
	const [, kind, number] = /(month|weekday)(\d+)/.exec(meaning) ?? [];
	// Names of several words share some: the first and the second month of two are the same Tishrin.
	const known = kind === 'month' ? way.month : way.weekday;
	if (known !== undefined) return known === Number(number) ? way : undefined;
	return kind === 'month' ? { ...way, month: Number(number) } : { ...way, weekday: Number(number) };
}
