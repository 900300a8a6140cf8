import { isoOf } from './dateText';
import { InputError } from './inputError';

/**
 * What JavaScript and n8n write for a value that is none, as a whole text: nobody enters this, so an
 * expression has failed.
 */
const NO_VALUE = /^\s*(?:NaN|-?Infinity|undefined|null|Invalid Date)\s*$/;

/** What they write within a text; no person writes this. */
const WITHIN = /\[object [A-Z]\w*\]|\bInvalid DateTime\b/;

/** Words that people write, but that identify nothing: two documents would get the same key. */
const IN_KEY =
	/(?<![\p{L}\p{N}])(?:NaN|undefined|null|Invalid Date)(?![\p{L}\p{N}])|^(?:true|false|True|False|TRUE|FALSE)$/u;

const ONE_VALUE = 'Enter text, or an expression that returns a single value';

const CORRECT =
	'Correct the expression: for this item, a value in it is missing, or is not a number, a date or text';

/**
 * The text of a text, of a number that JavaScript holds exactly, or of a date.
 * @throws InputError for any other value, and for the text of a value that is none
 */
export function textOf(field: string, value: unknown): string {
	const text = writtenOut(value);
	if (text === null) throw new InputError(field, value, 'is not text', ONE_VALUE);
	return checkText(field, text);
}

function writtenOut(value: unknown): string | null {
	if (typeof value === 'string') return value;
	if (typeof value !== 'number') return isoOf(value);
	return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : null;
}

/** @throws InputError if an expression that failed has left its traces in the text */
export function checkText(field: string, text: string): string {
	if (NO_VALUE.test(text) || WITHIN.test(text)) throw failed(field, text);
	return text;
}

/** @throws InputError if the text cannot tell documents apart */
export function checkKey(field: string, key: string): string {
	if (IN_KEY.test(key)) throw failed(field, key);
	return key;
}

const failed = (field: string, text: string): InputError =>
	new InputError(
		field,
		text.replace(/\[object \w+\]/g, '(object)'),
		'has the result of a failed expression',
		CORRECT,
	);
