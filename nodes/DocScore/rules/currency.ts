import { addTo, LanguageIndex, languages, wordOf } from './languages';
import { memoize } from './memoize';

/** ISO codes of currencies, such as EUR. */
export type Currencies = ReadonlySet<string>;

interface Index {
	/** The currencies of a code, sign, abbreviation or name. */
	units: Map<string, Set<string>>;
	/** The currencies whose name contains a word, by its first letters. */
	words: Stems;
	/** The same of names in other languages than the country's, where a word alone may mean more. */
	foreign: Stems;
	/** Words that scale a number, such as K, million or Mrd. */
	scales: Set<string>;
}

type Stems = Map<string, Map<string, Set<string>>>;

const CODES = new Set(Intl.supportedValuesOf('currency'));

/** What documents write and Intl does not know. */
const ABBREVIATIONS =
	'AED:dh,dhs AOA:kwz AUD:au$ AWG:ƒ BAM:км BHD:bd BOB:$b BYN:br,р CAD:can$,c$ CHF:fr,sfr CNY:元,圆,圓,rmb DEM:dm,dem ERN:nfk ' +
	'ETB:br GBP:stg GEL:ლ HKD:元 ILS:nis,שח INR:rs,re IQD:ع.د IRR:تومان JOD:jd JPY:圓 KWD:kd LYD:ld,لد ' +
	'MDL:lei MOP:元 MWK:mk PAB:b/. PEN:s/,s/. PLN:zl PTE:esc RSD:din,дин RUB:руб,р,rbl SGD:s$ SLE:sl SYP:£s TRY:tl ' +
	'TWD:元,圓 UAH:грн,hrn USD:dol,дол VES:bs VND:đ VUV:vt ZAR:r';

/**
 * Quantities and marks of accounting, in some language, that look like a currency. With the letters that
 * are printed for the currency they are money, as KM is and km is not.
 */
const QUANTITIES = new Set(
	(
		'all,ar,bal,bar,bd,bnd,bot,bun,bunt,can,cf,cup,db,dm,dos,ft,gold,km,manad,manadar,manader,met,' +
		'mnt,nad,nam,new,par,pen,per,pol,punt,punten,punti,punto,puntos,rights,rm,s,szt,top,unid,unidad,unidade,unit,' +
		'unita,unite,unites,units,zoll,км'
	).split(','),
);
const PRINTED = new Set(['Ar', 'BD', 'DM', 'FT', 'Ft', 'KM', 'КМ', 'RM']);

const signOf = (locale: string, currency: string, currencyDisplay: 'symbol' | 'narrowSymbol') =>
	written(locale, { currency, currencyDisplay }, [1]);

/** What Intl writes beside some numbers. */
function written(locale: string, options: Intl.NumberFormatOptions, numbers: number[]): string[] {
	const format = new Intl.NumberFormat(`${locale}-u-nu-latn`, {
		...(options.currency !== undefined && { style: 'currency' }),
		maximumFractionDigits: 0,
		...options,
	});
	const part = options.currency === undefined ? 'compact' : 'currency';
	return numbers
		.flatMap((number) => format.formatToParts(number))
		.filter(({ type }) => type === part)
		.map(({ value }) => value);
}

/** Numbers with which languages use different forms of a word. */
const PLURALS = [1, 2, 3, 5, 11, 21, 1_000_000];

/** The locale of a currency's country, such as ar-AE for AED: codes begin with that of a country. */
function homeOf(code: string): string {
	// With its script, Intl would take the locale for that of the language.
	const { language, region } = new Intl.Locale(`und-${code.slice(0, 2)}`).maximize();
	return new Intl.Locale(language, { region }).toString();
}

function addNames(units: Index['units'], stems: Stems, code: string, names: string[]): void {
	for (const name of names) {
		addTo(units, unitOf(name), code);
		for (const word of partsOf(name)) {
			const alike = stems.get(word.slice(0, STEM)) ?? new Map<string, Set<string>>();
			stems.set(word.slice(0, STEM), alike);
			addTo(alike, word, code);
		}
	}
}

/** The letters that two forms of a word have in common, and the most that differ at its end. */
const STEM = 3;

const unitOf = (text: string): string => wordOf(text).replace(/\s/g, '');

const partsOf = (name: string): string[] =>
	Array.from(wordOf(name).matchAll(/[\p{L}\p{M}]+/gu), ([word]) => word);

function stepsOf(): Array<(index: Index) => void> {
	return [
		({ units }) => {
			for (const own of ABBREVIATIONS.split(' ')) {
				for (const name of own.slice(4).split(',')) addTo(units, unitOf(name), own.slice(0, 3));
			}
		},
		...Array.from(CODES, (code) => (index: Index) => addCurrency(index, code)),
		...languages().map((language) => (index: Index) => addLanguage(index, language)),
	];
}

function addCurrency({ units, words, foreign }: Index, code: string): void {
	const home = homeOf(code);
	const signs = ['en', home].flatMap((locale) => [
		...signOf(locale, code, 'symbol'),
		...signOf(locale, code, 'narrowSymbol'),
	]);
	// In English, the last word is what the money is called, as in Indian rupees.
	const english = written('en', { currency: code, currencyDisplay: 'name' }, PLURALS);
	const nouns = english.map((name) => name.slice(name.lastIndexOf(' ') + 1));
	for (const sign of [code, ...signs, ...nouns]) addTo(units, unitOf(sign), code);
	// Codes with X belong to no country, and their names begin with an adjective.
	const stems = code.startsWith('X') ? foreign : words;
	addNames(units, stems, code, written(home, { currency: code, currencyDisplay: 'name' }, PLURALS));
}

function addLanguage({ units, words, foreign, scales }: Index, language: string): void {
	for (const currency of ['EUR', 'USD', 'GBP']) {
		for (const sign of signOf(language, currency, 'symbol')) addTo(units, unitOf(sign), currency);
		const names = written(language, { currency, currencyDisplay: 'name' }, PLURALS);
		addNames(units, words, currency, names);
	}
	const names = new Intl.DisplayNames(language, { type: 'currency' });
	for (const code of CODES) addNames(units, foreign, code, [names.of(code) ?? code]);
	for (const compactDisplay of ['short', 'long'] as const) {
		for (const scale of written(language, { notation: 'compact', compactDisplay }, POWERS)) {
			// A letter can be a currency elsewhere, such as Q and R.
			if (scale.length > 1 || language === 'en') scales.add(unitOf(scale));
		}
	}
}

const POWERS = [1e3, 2e3, 5e3, 1e4, 1e5, 1e6, 2e6, 5e6, 1e7, 1e8, 1e9, 1e12];

const INDEX = new LanguageIndex<Index>(
	{
		units: new Map(),
		words: new Map(),
		foreign: new Map(),
		scales: new Set(['mm', 'bn', 'l', 'lac', 'lacs', 't$', 'lak', '']),
	},
	stepsOf,
);

/** Whether a text is the code of a currency, such as EUR. */
export const isCurrency = (code: string): boolean => CODES.has(code);

export const warmUpCurrencies = (): Promise<void> => INDEX.warmUp();

/**
 * The currencies that a unit beside a number can mean, by a code, sign, abbreviation or name in any
 * language; null if it is none, or scales the number, as in M€.
 */
export const currenciesOf = memoize((unit: string): Currencies | null =>
	isCurrency(unit) ? new Set([unit]) : lookUp(unit, INDEX.get()),
);

function lookUp(unit: string, index: Index): Currencies | null {
	const text = unitOf(unit);
	// A small letter is no currency: p and c are pence and cents. $b are bolivianos, $B billions.
	if (index.scales.has(text) || /¢|^[a-z]\.?$|\$\s?B$/.test(unit)) return null;
	const bare = unit.replace(/\.$/, '');
	if (QUANTITIES.has(text) && !PRINTED.has(bare) && !isCurrency(bare)) return null;
	const all = new Set([...(index.units.get(text) ?? []), ...(byWords(unit, index) ?? [])]);
	return all.size > 0 ? all : together(unit, index);
}

const signsAndWords = (unit: string): string[] =>
	Array.from(unit.matchAll(/\p{Sc}|[^\s\p{Sc}]+/gu), ([part]) => part);

/** A sign and a code together, such as USD $. */
function together(unit: string, { units }: Index): Currencies | null {
	const parts = signsAndWords(unit);
	if (parts.length !== 2 || parts[0] === parts[1]) return null;
	const [one, other] = parts.map((part) => units.get(unitOf(part)));
	return one && other ? common(one, other) : null;
}

/** A name, or some words of it, in any form: złotych, Canadian dollars, руб. */
function byWords(unit: string, { words, foreign, scales }: Index): Currencies | null {
	const parts = partsOf(unit);
	if (parts.length < signsAndWords(wordOf(unit)).length) return null;
	// As tho. and thousand do.
	const isScaled = parts.some((part) => [...scales].some((scale) => scale.startsWith(part)));
	if (isScaled) return null;
	const stems = parts.length > 1 ? foreign : words;
	// Three letters alone, such as est. and net., begin many words.
	const isCut = unit.includes('.') && wordOf(unit).length > STEM;
	return parts
		.map((part) => codesOf(part, stems, isCut))
		.reduce<Currencies | null>((all, each) => all && common(all, each), CODES);
}

function codesOf(part: string, stems: Stems, isCut: boolean): Currencies {
	const words = stems.get(part.slice(0, STEM)) ?? new Map<string, Set<string>>();
	const alike = [...words].filter(([word]) => isForm(part, word, isCut));
	return new Set(alike.flatMap(([, codes]) => [...codes]));
}

/**
 * Whether a word is a form of another, as złotych of złoty, or its beginning if the unit has a point.
 * Less in common is a coin, as the pesewa beside the peso. A word of two letters is a form of none.
 */
function isForm(word: string, other: string, isCut: boolean): boolean {
	let same = STEM;
	while (word[same] !== undefined && word[same] === other[same]) same++;
	if (same === word.length && isCut) return true;
	const isAlike = same > STEM || same === Math.max(word.length, other.length);
	return isAlike && word.length - same <= STEM && other.length - same <= STEM;
}

/**
 * Whether amounts of these currencies have no decimals behind this mark. Yen have no decimals at all;
 * the sign of yen is that of yuan too, but neither country writes a comma before decimals.
 */
export function isBetweenGroups(mark: string | undefined, currencies: Currencies): boolean {
	const codes = [...currencies];
	const isWhole = (code: string) => decimalsOf(code) === 0;
	return codes.some(isWhole) && codes.every((code) => isWhole(code) || groupsWith(mark, code));
}

/** Whether amounts of these currencies have three decimals behind this mark, as dinars of Kuwait. */
export const isBeforeThousandths = (mark: string | undefined, currencies: Currencies): boolean =>
	[...currencies].every((code) => decimalsOf(code) === 3 && !groupsWith(mark, code));

/** Whether the currency's country writes this mark between groups of digits. */
const groupsWith = (mark: string | undefined, code: string): boolean =>
	styleOf(code).sample.includes(`12${mark}345`);

/** The currencies that two units have in common; null if they have none. */
export function common(one: Currencies, other: Currencies): Currencies | null {
	const both = new Set([...one].filter((code) => other.has(code)));
	return both.size > 0 ? both : null;
}

/** The currency or currencies in a sentence, such as USD, or ARS, AUD or another. */
export function namesOf(currencies: Currencies): string {
	const codes = [...currencies];
	return codes.length > 2 ? `${codes.slice(0, 2).join(', ')} or another` : codes.join(' or ');
}

/** How a currency is written. */
interface Style {
	/** The decimals of amounts, such as 2 of EUR. */
	decimals: number | undefined;
	/** The amount 12345 in the currency's country. */
	sample: string;
}

const styleOf = memoize((code: string): Style => {
	const format = new Intl.NumberFormat(`${homeOf(code)}-u-nu-latn`, {
		style: 'currency',
		currency: code,
	});
	return {
		decimals: format.resolvedOptions().maximumFractionDigits,
		sample: format.format(12_345),
	};
});

export const decimalsOf = (code: string): number | undefined => styleOf(code).decimals;
