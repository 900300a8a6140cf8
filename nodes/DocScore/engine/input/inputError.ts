import { shortened } from '../../service/messages';

/**
 * An unusable parameter value. The error names the field, shows the value and says how to fix it.
 */
export class InputError extends Error {
	override readonly name = 'InputError';

	constructor(
		field: string,
		value: unknown,
		problem: string,
		readonly description: string,
	) {
		super([`'${field}' ${problem}`, shown(value)].filter((part) => part !== '').join(': '));
	}
}

const MAX_SHOWN = 200;

/** The value in readable form; empty if there is none. */
function shown(value: unknown): string {
	if (value === undefined || value === null || value === '') return '';
	if (Array.isArray(value) && value.length === 0) return '';
	if (value instanceof Date) return 'a date that does not exist';
	if (typeof value === 'object') return shortened(JSON.stringify(value), MAX_SHOWN);
	return typeof value === 'string' ? quoted(value) : String(value);
}

/** The text in quotation marks, shortened. */
export const quoted = (text: string): string => `'${shortened(text, MAX_SHOWN)}'`;
