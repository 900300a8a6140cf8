import type { GenericValue } from 'n8n-workflow';
import { parseExactly } from '../service/exactJson';
import type { ExtractedField } from '../service/types';
import { meaningsOf, wordsIn } from './dateWords';
import { Problem } from './normalize';
import { withoutFence } from './table';

export const SEPARATORS = ['comma', 'semicolon', 'lineBreak'] as const;
export type Separator = (typeof SEPARATORS)[number];

const MARKS: Record<Separator, string> = { comma: ',', semicolon: ';', lineBreak: '\\r\\n' };

/** Longer lists would keep n8n busy. */
const MAX_CHARACTERS = 100_000;

export function toList(
	value: ExtractedField['value'],
	separator: Separator,
): GenericValue[] | Problem {
	if (typeof value === 'string') return ofText(value, separator);
	if (!Array.isArray(value)) return typeof value === 'object' ? NO_LIST : [value];
	return value.some((entry) => Array.isArray(entry)) ? NO_LIST : value;
}

const NO_LIST = new Problem('is not a list');

function ofText(given: string, separator: Separator): GenericValue[] | Problem {
	if (given.length > MAX_CHARACTERS) return new Problem('is too long for a list');
	// Words with a colon announce a list in JSON.
	const text = withoutFence(given)
		.trim()
		.replace(/^[^[\]{}"]{0,200}:\s*(?=\[\s*["\]])/, '');
	// Broken JSON must not become entries with brackets.
	if (/^[[{][^]*[\]}]$|^[[{]\s*"/.test(text)) {
		const json = parseExactly(text);
		return Array.isArray(json) && json.every((each) => Object(each) !== each) ? json : NO_LIST;
	}
	const lines = entriesIn(text, 'lineBreak');
	if (areMarked(lines, separator)) {
		return lines.map((line) => line.replace(MARK, '').replace(/[,;]$/, '')).filter(Boolean);
	}
	return entriesIn(text, separator);
}

/**
 * As in CSV, an entry in quotes may contain separators, and a quote written twice. A quote that is not
 * closed at the end of an entry is an ordinary character.
 */
function entriesIn(text: string, separator: Separator): string[] {
	const mark = MARKS[separator];
	const [blanks, end] = [`[^\\S${mark}]*`, `(?:[${mark}]|$)`];
	const quoted = `${blanks}"([^"]*(?:""[^"]*)*)"${blanks}${end}`;
	const found = text.matchAll(new RegExp(`${quoted}|([^${mark}]*)${end}`, 'gy'));
	// Stryker disable next-line StringLiteral: one of both has matched
	const entries = [...found].map(([, inQuotes, plain = '']) =>
		(inQuotes?.replaceAll('""', '"') ?? plain).trim(),
	);
	return entries.filter((entry) => entry !== '');
}

/** What stands before each line of a list: a bullet or a number. */
const MARK = /^(?:[-*•‣–·▪◦]|\d{1,3}[.)])\s+/u;

const DATE = /^(?:[0-2]?\d|3[01])\.\s+(?:(\p{L}+)\.?\s*|\d\d?\.\s*)\d{4}(?!\d)/u;

/** Whether a line begins with a date, such as 14. März 2025 or 14. 3. 2025. */
function isDate(line: string): boolean {
	const [date, month] = DATE.exec(line) ?? [];
	if (date === undefined) return false;
	return month === undefined || meaningsOf(wordsIn(month), '', true).length > 0;
}

/** Whether each line has a bullet or a number that is no part of it. */
function areMarked(lines: string[], separator: Separator): boolean {
	if (!lines.every((line) => MARK.test(line)) || lines.some(isDate)) return false;
	const numbers = lines.map((line) => Number.parseInt(line, 10)).filter(Number.isInteger);
	const [first = 1, ...others] = numbers;
	// 2. Bundesliga alone is no list.
	if (separator === 'lineBreak') return first === 1 || others.length > 0;
	// Bullets of several lines, or numbers that count up, show that each is an entry.
	return lines.length > 1 && others.every((number, at) => number === first + 1 + at);
}
