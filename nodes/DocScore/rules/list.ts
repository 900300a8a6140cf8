import type { GenericValue } from 'n8n-workflow';
import { parseExactly } from '../service/exactJson';
import type { ExtractedField } from '../service/types';
import { Problem } from './normalize';
import { withoutFence } from './table';

export const SEPARATORS = ['comma', 'semicolon', 'lineBreak'] as const;
export type Separator = (typeof SEPARATORS)[number];

/**
 * Matches an entry and the separator after it. As in CSV, an entry in quotes may contain
 * separators, and a quote written twice. A quote that is not closed at the end of an entry is an
 * ordinary character.
 */
const entryBefore = (mark: string, blank: string): RegExp =>
	new RegExp(
		`${blank}*"([^"]*(?:""[^"]*)*)"${blank}*(?:[${mark}]|$)|([^${mark}]*)(?:[${mark}]|$)`,
		'gy',
	);

const ENTRIES: Record<Separator, RegExp> = {
	comma: entryBefore(',', '\\s'),
	semicolon: entryBefore(';', '\\s'),
	lineBreak: entryBefore('\\r\\n', '[^\\S\\r\\n]'),
};

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
		return Array.isArray(json) && !json.some(isNested) ? json : NO_LIST;
	}
	const entries = [...text.matchAll(ENTRIES[separator])].map(
		([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
	);
	const filled = entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
	const isBulleted = separator === 'lineBreak' && filled.every((entry) => BULLET.test(entry));
	return isBulleted ? filled.map((entry) => entry.replace(BULLET, '')) : filled;
}

const isNested = (entry: unknown): boolean => typeof entry === 'object' && entry !== null;

/** What stands before each line of a list: a bullet or a number. */
const BULLET = /^(?:[-*•‣–·▪◦]|\d{1,3}[.)])\s+/;
