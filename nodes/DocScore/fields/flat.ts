import { clipped, type Issue } from '../rules/issue';
import type { ExtractedField } from '../service/types';

type Value = ExtractedField['value'];

/** A value that fits into one cell: a list or a group of fields is its JSON, which a table cannot take. */
export const cellOf = (value: Value): Value =>
	typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

/** The same as a text, for a column that holds values of many fields; null for none. */
export function textCellOf(value: Value): string | null {
	const cell = cellOf(value);
	return cell === null || cell === undefined ? null : String(cell);
}

/** The issues as one text, a sentence each; empty where there are none. */
export const issuesText = (issues: Issue[]): string => issues.map(sentenceOf).join('; ');

function sentenceOf({ field, problem, value, check }: Issue): string {
	const sentence = `${field} ${problem}`;
	const shown = textCellOf(value);
	// The problem of a check shows the values of all its fields.
	return check !== undefined || shown === null || shown.trim() === ''
		? sentence
		: `${sentence}: ${clipped(shown)}`;
}
