import { shortened, withoutPermits } from '../../service/messages';
import { isDateLike, isoOf } from './dateText';

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
	if (isDateLike(value)) return isoOf(value) ?? 'a date that does not exist';
	if (typeof value === 'object') return shortened(withoutPermits(jsonOf(value)), MAX_SHOWN);
	if (typeof value === 'function') return 'a function';
	if (typeof value === 'number' && !Number.isFinite(value)) return 'a calculation without a result';
	return typeof value === 'string' ? quoted(value) : String(value);
}

/** Some objects have no JSON, such as one that contains itself. */
function jsonOf(value: object): string {
	try {
		return String(JSON.stringify(value));
	} catch {
		return 'an object';
	}
}

/** The text in quotation marks, shortened, without what opens a link. */
export const quoted = (text: string): string =>
	`'${shortened(withoutPermits(text.replace(QUERY, '$1?…')), MAX_SHOWN)}'`;

/** To the end of the text, because a mistaken link may contain spaces. */
const QUERY = /(https?:\/\/[^?#]*)[?#].*$/is;
