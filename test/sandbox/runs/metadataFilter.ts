import type { Dialect } from '../dialect';
import type { Metadata } from '../records';

export const metadataOperators = ['=', '!=', '>', '<', '>=', '<='] as const;

export interface MetadataFilter {
	metadata_name: string;
	operator: (typeof metadataOperators)[number];
	value: string;
}

/** Compares numerically if both values are numbers, otherwise as text. */
export function matchesMetadata(
	metadata: Metadata,
	filter: MetadataFilter,
	equality: Dialect['metadataEquality'],
): boolean {
	const actual = metadata[filter.metadata_name];
	// As in SQL, a run without the field fails every comparison, even "is different from".
	if (actual === undefined) return false;
	const text = String(actual);
	const order = compare(text, filter.value);
	switch (filter.operator) {
		case '=':
			return areEqual(text, filter.value, equality);
		case '!=':
			return !areEqual(text, filter.value, equality);
		case '>':
			return order > 0;
		case '<':
			return order < 0;
		case '>=':
			return order >= 0;
		case '<=':
			return order <= 0;
	}
}

function areEqual(a: string, b: string, equality: Dialect['metadataEquality']): boolean {
	if (equality === 'caseless') return a.toLowerCase() === b.toLowerCase();
	return a === b || (equality === 'numeric' && compare(a, b) === 0);
}

function compare(a: string, b: string): number {
	if (isNumber(a) && isNumber(b)) return Number(a) - Number(b);
	if (a === b) return 0;
	return a < b ? -1 : 1;
}

function isNumber(text: string): boolean {
	return text.trim() !== '' && Number.isFinite(Number(text));
}
