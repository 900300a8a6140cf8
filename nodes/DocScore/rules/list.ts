import type { GenericValue } from 'n8n-workflow';
import type { ExtractedField } from '../service/types';
import { Problem } from './plain';

export const SEPARATORS = ['comma', 'semicolon', 'lineBreak'] as const;
export type Separator = (typeof SEPARATORS)[number];

const WRITTEN: Record<Separator, RegExp> = { comma: /,/, semicolon: /;/, lineBreak: /[\r\n]/ };

export function toList(
	value: ExtractedField['value'],
	separator: Separator,
): GenericValue[] | Problem {
	if (Array.isArray(value)) return value;
	if (typeof value === 'object') return new Problem('is not a list');
	if (typeof value !== 'string') return [value];
	const parts = value.split(WRITTEN[separator]).map((part) => part.trim());
	return parts.filter((part) => part !== '');
}
