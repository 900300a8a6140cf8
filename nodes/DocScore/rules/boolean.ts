import type { ExtractedField } from '../service/types';
import { plain, Problem } from './plain';

/** No crosses and figures: those may as well be counts. */
const MEANINGS = new Map([
	['true', true],
	['yes', true],
	['on', true],
	['false', false],
	['no', false],
	['off', false],
]);

export function toBoolean(value: ExtractedField['value']): boolean | Problem {
	if (typeof value === 'boolean') return value;
	const meaning = typeof value === 'string' ? MEANINGS.get(plain(value).toLowerCase()) : undefined;
	return meaning ?? new Problem('is neither true, yes or on nor false, no or off');
}
