import type { ExtractedField } from '../service/types';
import {
	common,
	type Currencies,
	currenciesOf,
	decimalsOf,
	isBeforeThousandths,
	isBetweenGroups,
	isCurrency,
} from './currency';
import { decimalOf, decimalText } from './decimal';
import { withLatinDigits } from './digits';
import { normalize, Problem } from './normalize';
import { memoize } from './memoize';

export const NUMBER_FORMATS = [
	'commaPoint',
	'pointComma',
	'spaceComma',
	'spacePoint',
	'apostrophePoint',
] as const;
export type NumberFormat = (typeof NUMBER_FORMATS)[number];

/** The separators between groups of digits, and before the decimals. */
const MARKS: Record<NumberFormat, readonly [group: string, decimal: string]> = {
	commaPoint: [',', '.'],
	pointComma: ['.', ','],
	spaceComma: [' ', ','],
	spacePoint: [' ', '.'],
	apostrophePoint: ["'", '.'],
};

/** Complete groups of three digits (in India, of two before the last three) or none, and decimals. */
const WRITTEN = NUMBER_FORMATS.map((format) => {
	const [group, decimal] = MARKS[format];
	const indian = format === 'commaPoint' ? '|[1-9]\\d?(?:,\\d\\d)+,\\d{3}' : '';
	const whole = `(?:[1-9]\\d{0,2}(?:[${group}]\\d{3})+${indian}|\\d+)?`;
	return { format, group, decimal, pattern: new RegExp(`^${whole}(?:[${decimal}]\\d{1,99})?$`) };
});

export const NUMBER_EXAMPLES: Record<NumberFormat, string> = {
	commaPoint: '1,234.56',
	pointComma: '1.234,56',
	spaceComma: '1 234,56',
	spacePoint: '1 234.56',
	apostrophePoint: "1'234.56",
};

/** A number with the currencies that its unit can mean; null without a unit. */
export interface Money {
	number: number;
	currencies: Currencies | null;
}

/** What digits mean in a format. */
interface Reading {
	format: NumberFormat;
	number: number;
	/** With a point before the decimals. */
	digits: string;
}

/** A text that is an amount in some format. */
interface Amount {
	sign: number;
	/** Digits and their separators. */
	digits: string;
	readings: Reading[];
	/** Whether its point may belong to the unit or to the decimals, as in kr.5. */
	isDoubtful: boolean;
	/** Whether it has an abbreviation of its country, as in KD 1.250. */
	isLocal: boolean;
	isPercentage: boolean;
	currencies: Currencies | null;
}

/**
 * Digits with what may surround them: brackets and signs at four places, a unit at two, dashes for
 * no cents, /- behind rupees, stars of a footnote.
 */
const PARTS =
	/^(\()?\s*([-+])?\s*((?:[^\d()+-]|(?<=\p{L})-(?=\p{L}))*?)\s*:?\s*([-+(])?\s*([.,]?\d(?:[\d.,\u066B\u066C' ]*\d)?)([.,:] ?-{1,2}|\.|\/[-=])?\s*([-)])?\s*((?:[^\d()+*-]|(?<=\p{L})-(?=\p{L}))*?)\s*(\))?\s*\*{0,3}$/u;

/** A minus of accounting: (-), and beside yen a triangle, which elsewhere can mean that a value rose. */
const MINUS = /\(-\) ?|[▲△] ?(?=.*[¥￥円])|(?<=[¥￥] ?)[▲△] ?/;

/** A currency in brackets, which mean a minus around digits. */
const UNIT_IN_BRACKETS = /\((\p{Sc}|\p{L}[\p{L}\p{Sc}. ]+)\)/u;

/** With or without tax, in some languages, behind an amount with a unit. */
const TAX =
	/(?<=[\p{L}\p{Sc}].*)[ ,]+(?:ttc|ht|tvac|htva|brutto|netto|gross|net|(?:in[ck]l|ex[ck]l)\.?(?: (?:vat|tax|mwst|ust|btw|iva|moms)\.?)?)$/iu;

/** The sign by all brackets and signs of an amount. Two of the same meaning are a typo. */
const SIGNS = new Map([
	['', 1],
	['+', 1],
	['-', -1],
	['()', -1],
]);

/** No amount is longer, whatever its unit is called. */
const MAX_LENGTH = 150;

/** Null if the text is not an amount in any format. */
function amountIn(text: string): Amount | null {
	if (text.length > MAX_LENGTH) return null;
	// Blanks in a row are one sign, which is no separator of groups.
	const plain = withLatinDigits(normalize(text))
		.replace(TAX, '')
		.replace(UNIT_IN_BRACKETS, ' $1 ')
		.replace(/\s{2,}|[^\S ]/g, '\t')
		.replace(MINUS, '-');
	// Stryker disable next-line StringLiteral: without a match, none of these is used
	const [found, open1, sign1, before = '', sign2, core = '', end = '', close1, after = '', close2] =
		PARTS.exec(plain) ?? [];
	const sign = SIGNS.get([open1, sign1, sign2, close1, close2].join(''));
	if (found === undefined || sign === undefined) return null;
	// A longer dash, or one behind a blank, may stand for no cents or for a range.
	if (close1 === '-' && !/\p{Nd}[-\u2212\uFF0D]/u.test(text)) return null;
	// In front of cents, a dash may stand for no whole ones. A comma behind letters is none of decimals.
	const isCents = /^[.,]\d\d$/.test(core) && [sign1, sign2].includes('-');
	if (isCents || (core.startsWith(',') && /\p{L}$/u.test(before))) return null;
	// The point of "kr.5" belongs to the unit, but for the formats in which it may be that of 0.5. Cents
	// alone are written as $.50.
	const isJoined =
		before !== '' && core.startsWith('.') && !(/[$€£]$/.test(before) && /^\.\d\d$/.test(core));
	const digits = core.slice(isJoined ? 1 : 0) + centsOf(core, end);
	const isPercentage = ['%', '\u066A'].includes(after);
	const currencies = isPercentage && before === '' ? null : bothOf(before, after);
	if (currencies === undefined) return null;
	// Where amounts have no cents, as in Japan, a dash closes them. Without a unit, 12/- may be one of two.
	const isClosed = close1 === '-' && someHave(0, currencies) && !/[.,]\d\d?$/.test(digits);
	if (isClosed) return null;
	if (end.startsWith('/') && currencies === null) return null;
	const isDoubtful = isJoined && mayBeDecimals(digits, before, plain, currencies);
	const readings = readingsOf(digits);
	if (readings.length === 0) return null;
	const isLocal = ![before, after].some(isCurrency);
	return { sign, digits, readings, isDoubtful, isLocal, isPercentage, currencies };
}

/**
 * Whether digits behind the point of kr.50 may be decimals. In Rs.500 there are too many of them, but a
 * code has no point of its own.
 */
function mayBeDecimals(
	digits: string,
	unit: string,
	text: string,
	currencies: Currencies | null,
): boolean {
	if (!/^\d+$/.test(digits)) return false;
	const isCutOff = /\p{L}$/u.test(unit) && !isCurrency(unit) && text.includes(`${unit}.`);
	return !isCutOff || digits.length < 3 || someHave(3, currencies);
}

const someHave = (decimals: number, currencies: Currencies | null): boolean =>
	[...(currencies ?? [])].some((code) => decimalsOf(code) === decimals);

/** A dash for no cents, as in 1.234,- shows which separator is that of decimals. */
const centsOf = (core: string, end: string): string =>
	/[.,]./.test(end) && /\D/.test(core) ? `${end.charAt(0)}00` : '';

/** Undefined if a unit is no currency, or the two are not the same. */
function bothOf(before: string, after: string): Currencies | null | undefined {
	// Rupiahs stand in front. Behind a number, these are Rappen, hundredths of a franc.
	if (/^rp/i.test(after)) return undefined;
	const [first, second] = [before, after].filter((unit) => unit !== '').map(currenciesOf);
	if (first === undefined) return null;
	if (second === undefined) return first ?? undefined;
	// A sign twice is a typo, but $49.00 USD is the sign and the code.
	if (first === null || second === null || before === after) return undefined;
	return common(first, second) ?? undefined;
}

function readingsOf(given: string): Reading[] {
	const text = given.replaceAll('\u066C', ',').replaceAll('\u066B', '.');
	const isArabic = text !== given;
	if (isArabic && /[.,]/.test(given)) return [];
	return WRITTEN.flatMap(({ format, group, decimal, pattern }) => {
		// Only one format has the separators of Arabic.
		if ((isArabic && format !== 'commaPoint') || !pattern.test(text)) return [];
		const digits = text.replaceAll(group, '').replace(decimal, '.');
		return [{ format, number: Number(digits), digits }];
	});
}

/** One reading in these formats for each number. */
const numbersIn = ({ readings }: Amount, formats: readonly NumberFormat[]): Reading[] => {
	const mine = readings.filter(({ format }) => formats.includes(format));
	return mine.filter((each, at) => mine.findIndex(({ number }) => number === each.number) === at);
};

/** The amounts of a document, and how it writes them. Each text is read once. */
export class Amounts {
	private readonly read = memoize(amountIn, Infinity);

	private shown: readonly NumberFormat[] | undefined;

	/** @param detected the values whose format is to be detected */
	constructor(private readonly detected: () => unknown[]) {}

	/** Null if the value is no amount in any format. */
	of(value: unknown): Amount | null {
		return typeof value === 'string' ? this.read(value) : null;
	}

	/**
	 * The formats in which all these values can be read; all formats if there is none, because the
	 * document writes numbers in more than one way. A value without a point or comma says nothing.
	 */
	get formats(): readonly NumberFormat[] {
		this.shown ??= this.shownFormats();
		return this.shown;
	}

	private shownFormats(): readonly NumberFormat[] {
		let shown: readonly NumberFormat[] = NUMBER_FORMATS;
		for (const value of this.detected()) {
			const amount = this.of(value);
			if (!amount || markOf(amount.digits) === undefined) continue;
			shown = shown.filter((format) => amount.readings.some((each) => each.format === format));
			if (shown.length === 0) return NUMBER_FORMATS;
		}
		return shown;
	}
}

/**
 * The number that a value is in the only way in which it can be read.
 * @param chosen the only format to accept; with Detect, the document decides between two readings
 */
export function toNumber(
	value: ExtractedField['value'],
	chosen: NumberFormat | 'detect',
	amounts: Amounts,
): Money | Problem {
	if (Number.isFinite(value)) {
		return { number: withoutMinusZero(Number(value)), currencies: null };
	}
	const amount = amounts.of(value);
	const isDoubtful = amount?.isDoubtful && (chosen === 'detect' || MARKS[chosen].at(1) === '.');
	if (amount === null || isDoubtful) return new Problem(unlike(chosen));
	if (amount.isPercentage) return new Problem('is a percentage');
	const all = numbersIn(amount, NUMBER_FORMATS);
	const mine = chosen === 'detect' ? withoutCents(amount, all) : numbersIn(amount, [chosen]);
	const [reading, another] =
		mine.length > 1 ? withThousandths(amount, numbersIn(amount, amounts.formats)) : mine;
	if (reading === undefined) return new Problem(cureOf(amount, chosen));
	if (another) return ambiguous(amount, all);
	const { number, digits } = reading;
	if (chosen !== 'detect' && all.length > 1 && hasOddCents(amount, digits))
		return ambiguous(amount, all);
	if (!isExact(number, digits)) return new Problem('has too many digits for an exact number');
	return { number: withoutMinusZero(amount.sign * number), currencies: amount.currencies };
}

const markOf = (digits: string): string | undefined => /[.,]/.exec(digits)?.[0];

/** The only reading in which an amount without decimals has none, such as 12500 of ¥12,500. */
function withoutCents({ digits, currencies }: Amount, readings: Reading[]): Reading[] {
	if (readings.length < 2 || currencies === null) return readings;
	if (!isBetweenGroups(markOf(digits), currencies)) return readings;
	return readings.filter((each) => !each.digits.includes('.'));
}

/** The reading with decimals of an amount such as KD 12.500, as its country writes it. */
function withThousandths({ digits, currencies, isLocal }: Amount, readings: Reading[]): Reading[] {
	const isUsual = isLocal && currencies !== null && isBeforeThousandths(markOf(digits), currencies);
	const fine = readings.filter((each) => each.digits.includes('.'));
	return isUsual && fine.length === 1 ? fine : readings;
}

function ambiguous({ sign }: Amount, readings: Reading[]): Problem {
	const numbers = readings.map(({ number }) => sign * number);
	const both = numbers.sort((one, other) => one - other).join(' or ');
	return new Problem(`can be read as ${both} (select the format in Numbers Are Written)`);
}

const unlike = (chosen: NumberFormat | 'detect'): string =>
	chosen === 'detect' ? 'is not a number' : `is not a number such as ${NUMBER_EXAMPLES[chosen]}`;

/** Names the setting that fits a number in another format. */
function cureOf({ readings }: Amount, chosen: NumberFormat | 'detect'): string {
	const [example, another] = readings.map(({ format }) => NUMBER_EXAMPLES[format]);
	return `${unlike(chosen)} (Numbers Are Written: ${another ? 'Detect' : example} fits)`;
}

/**
 * Whether the decimals of an amount with two readings may be a group: they are three, and those of
 * its currency are not.
 */
const hasOddCents = ({ currencies }: Amount, digits: string): boolean =>
	currencies !== null && digits.includes('.') && !someHave(3, currencies);

/** Whether JavaScript writes the number as the document does, but for zeros at the ends. */
function isExact(number: number, digits: string): boolean {
	const [whole = '', fraction = ''] = digits.split('.');
	const plain = [whole.replace(/^0+(?=\d)/, '') || '0', fraction.replace(/0+$/, '')];
	return decimalText(decimalOf(number)) === plain.filter((part) => part !== '').join('.');
}

const withoutMinusZero = (number: number): number => number + 0;
