import type { ExtractedField } from '../service/types';
import { normalize, Problem } from './normalize';

/** No crosses and digits, because those may be counts. */
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
	const meaning =
		typeof value === 'string' ? MEANINGS.get(normalize(value).toLowerCase()) : undefined;
	return meaning ?? new Problem('is not a yes or no value');
}
