import { DATE_FORMATS } from './date';
import { toDate } from './dateTime';
import { clipped } from './issue';
import { normalize, Problem } from './normalize';
import { NUMBER_FORMATS, toNumber } from './number';

/** Checks that the first line contains names: without a header, the first row would be lost. */
export function headProblem(head: string[]): Problem | undefined {
	if (head.some((name) => name.trim() === '')) return new Problem('has a column without a name');
	const value = head.find(isValue);
	if (value !== undefined) {
		return new Problem(`has no column names: its first row contains '${clipped(value)}'`);
	}
	const twice = new Set(head).size < head.length;
	return twice ? new Problem('has two columns with the same name') : undefined;
}

/** Whether a text is a number or a date in any format, rather than the name of a column. */
function isValue(name: string): boolean {
	const text = normalize(name);
	if (!/\d/.test(text)) return false;
	return (
		!/\p{L}/u.test(text) ||
		NUMBER_FORMATS.some((format) => !(toNumber(text, format) instanceof Problem)) ||
		DATE_FORMATS.some((format) => !(toDate(text, format) instanceof Problem))
	);
}
