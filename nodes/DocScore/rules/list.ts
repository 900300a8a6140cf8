import type { GenericValue } from 'n8n-workflow';
import type { ExtractedField } from '../service/types';
import { Problem } from './normalize';

export const SEPARATORS = ['comma', 'semicolon', 'lineBreak'] as const;
export type Separator = (typeof SEPARATORS)[number];

/**
 * An entry and the separator behind it. As in CSV, an entry in quotes may hold separators, and a quote
 * as two; a quote that is not closed at the end of an entry is a character like any other.
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

export function toList(
	value: ExtractedField['value'],
	separator: Separator,
): GenericValue[] | Problem {
	if (Array.isArray(value)) return value;
	if (typeof value === 'object') return new Problem('is not a list');
	if (typeof value !== 'string') return [value];
	const entries = [...value.matchAll(ENTRIES[separator])].map(
		([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
	);
	return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}
