import type { ExtractedField } from '../service/types';
import { toBoolean } from './boolean';
import { type Currencies, warmUpCurrencies } from './currency';
import { Dates, type DateSettings } from './dates';
import { toDate, toDateTime } from './dateTime';
import { warmUpDateWords } from './dateWords';
import { type Separator, toList } from './list';
import { Amounts, type NumberFormat, toNumber } from './number';
import { isNothing, Problem } from './normalize';
import { toTable } from './table';

export const CONVERSIONS = [
	'asIs',
	'text',
	'number',
	'date',
	'dateTime',
	'boolean',
	'list',
	'table',
] as const;
export type Conversion = (typeof CONVERSIONS)[number];

/** How the values to convert are written. */
export interface Format extends DateSettings {
	numberFormat: NumberFormat | 'detect';
	/** The only currency that amounts may have, such as EUR; empty for any. */
	currency: string;
	separator: Separator;
	/** The timezone of times without one. */
	timezone: string;
}

/** What a field of a completed run must contain, and how to convert it. */
export interface FieldRule {
	/** The name, without spaces around it; of a column, with the field in front, as in lines.amount. */
	field: string;
	required: boolean;
	conversion: Conversion;
	format: Format;
}

type Value = ExtractedField['value'];

/**
 * Prepares what conversions know of all languages, once in a process. Without it, the first value
 * that needs it would block n8n.
 */
export async function warmUp(conversions: Conversion[]): Promise<void> {
	if (conversions.includes('number')) await warmUpCurrencies();
	if (conversions.some((each) => each === 'date' || each === 'dateTime')) await warmUpDateWords();
}

/** What a document shows of the way in which it writes numbers and dates. */
export interface Shown {
	amounts: Amounts;
	dates: Dates;
}

/** A value with its rule. */
interface RuledValue {
	value: Value;
	rule: FieldRule;
}

/**
 * How a document writes numbers and dates, by its values whose rules detect it. They are looked at
 * only if a value can be read in two ways.
 */
export function shownBy(values: RuledValue[]): Shown {
	const detected = (setting: 'numberFormat' | 'dateFormat', ...conversions: Conversion[]) =>
		values
			.filter(({ rule }) => conversions.includes(rule.conversion))
			.filter(({ rule }) => rule.format[setting] === 'detect')
			.map(({ value, rule }) => ({ value, settings: rule.format }));
	return {
		amounts: new Amounts(() => detected('numberFormat', 'number').map(({ value }) => value)),
		dates: new Dates(() => detected('dateFormat', 'date', 'dateTime')),
	};
}

/** Reads a value whose conversion takes long, so that it is known when it is converted. */
// Stryker disable all: changes only when a value is read
export function readAhead({ value, rule: { conversion, format } }: RuledValue, shown: Shown): void {
	if (conversion === 'number') shown.amounts.of(value);
	else if (conversion === 'date' || conversion === 'dateTime') shown.dates.of(value, format);
}
// Stryker restore all

/**
 * The result of a conversion. A problem follows the field's name in a sentence, as in "has no
 * time".
 */
export type Converted =
	| { ok: true; value: Value; currencies?: Currencies }
	| { ok: false; problem: string };

type Converter = (value: Value, format: Format, shown: Shown) => Value | Problem;

const CONVERTERS: Record<Exclude<Conversion, 'number'>, Converter> = {
	asIs: (value) => value,
	text: toText,
	date: (value, format, { dates }) => toDate(value, format, dates),
	dateTime: (value, format, { dates }) => toDateTime(value, format, format.timezone, dates),
	boolean: toBoolean,
	list: (value, { separator }) => toList(value, separator),
	table: (value) => toTable(value),
};

/**
 * Converts a value that can be read in only one way. Anything else is a problem, never a guess.
 * @param shown what decides between two ways, if the format is to be detected
 */
export function convert(
	value: Value,
	conversion: Conversion,
	format: Format,
	shown = shownBy([]),
): Converted {
	const keepsEmpty =
		conversion === 'asIs' ||
		conversion === 'text' ||
		// An empty list is one.
		(conversion === 'list' && typeof value === 'string' && value.trim().startsWith('['));
	if (!keepsEmpty && isNothing(value)) return { ok: true, value: null };
	if (conversion === 'number') return amountOf(value, format, shown);
	const converted = CONVERTERS[conversion](value, format, shown);
	return converted instanceof Problem
		? unconverted(converted, value)
		: { ok: true, value: converted };
}

function amountOf(value: Value, { numberFormat, currency }: Format, shown: Shown): Converted {
	const money = toNumber(value, numberFormat, shown.amounts);
	if (money instanceof Problem) return unconverted(money, value);
	const { number, currencies } = money;
	if (currency !== '' && currencies?.has(currency) === false) {
		return { ok: false, problem: `is not in ${currency}` };
	}
	return { ok: true, value: number, ...(currencies && { currencies }) };
}

const unconverted = ({ text }: Problem, value: Value): Converted => ({
	ok: false,
	problem: text + hiddenIn(value),
});

function toText(value: Value): Value {
	if (value === undefined || value === null) return null;
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Names an invisible character in a value that looks correct, such as a soft hyphen. */
function hiddenIn(value: Value): string {
	const text = typeof value === 'string' ? value.slice(0, 1000) : '';
	const hidden = /(?![\u200E\u200F\u061C])\p{Cf}/u.exec(text)?.[0].codePointAt(0);
	if (hidden === undefined) return '';
	const code = hidden.toString(16).toUpperCase().padStart(4, '0');
	return `, and has an invisible character (U+${code})`;
}
