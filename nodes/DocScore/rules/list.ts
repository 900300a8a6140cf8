import type { GenericValue } from 'n8n-workflow';
import type { ExtractedField } from '../service/types';
import { Problem } from './normalize';

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
