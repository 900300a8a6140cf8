import type { Timezone } from '../engine/input/timezone';
import type { ExtractedField } from '../service/types';
import { toBoolean } from './boolean';
import type { DateFormat } from './date';
import { toDate, toDateTime } from './dateTime';
import { type Separator, toList } from './list';
import { type NumberFormat, toNumber } from './number';
import { Problem } from './normalize';
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
export interface Format {
	numberFormat: NumberFormat;
	dateFormat: DateFormat;
	separator: Separator;
	/** The timezone of times without one. */
	timezone: Timezone;
}

type Value = ExtractedField['value'];

/**
 * The result of a conversion. A problem follows the field's name in a sentence, as in "has no
 * time".
 */
export type Converted = { ok: true; value: Value } | { ok: false; problem: string };

const CONVERTERS: Record<Conversion, (value: Value, format: Format) => Value | Problem> = {
	asIs: (value) => value,
	text: toText,
	number: (value, { numberFormat }) => toNumber(value, numberFormat),
	date: (value, { dateFormat }) => toDate(value, dateFormat),
	dateTime: (value, { dateFormat, timezone }) => toDateTime(value, dateFormat, timezone),
	boolean: toBoolean,
	list: (value, { separator }) => toList(value, separator),
	table: toTable,
};

/**
 * Converts a value that can be read in only one way. Anything else is a problem, never a guess.
 */
export function convert(value: Value, conversion: Conversion, format: Format): Converted {
	const keepsEmpty = conversion === 'asIs' || conversion === 'text';
	if (isEmpty(value) && !keepsEmpty) return { ok: true, value: null };
	const converted = CONVERTERS[conversion](value, format);
	if (!(converted instanceof Problem)) return { ok: true, value: converted };
	return { ok: false, problem: converted.text + hiddenIn(value) };
}

const isEmpty = (value: Value): boolean =>
	value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

function toText(value: Value): Value {
	if (value === undefined || value === null) return null;
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Names an invisible character in a value that looks correct, such as a mark of the writing
 * direction.
 */
function hiddenIn(value: Value): string {
	const hidden = typeof value === 'string' ? /\p{Cf}/u.exec(value)?.[0].codePointAt(0) : undefined;
	if (hidden === undefined) return '';
	const code = hidden.toString(16).toUpperCase().padStart(4, '0');
	return `, and has an invisible character (U+${code})`;
}
