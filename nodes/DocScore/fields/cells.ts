import { clipped, type Issue } from '../rules/issue';
import type { ExtractedField } from '../service/types';

type Value = ExtractedField['value'];

/** The value for one cell. A list or an object becomes JSON, because a cell cannot contain it. */
export const cellOf = (value: Value): Value =>
	typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

/** The value for one cell as a text, for a column with values of several fields; null for none. */
export function textCellOf(value: Value): string | null {
	const cell = cellOf(value) ?? null;
	return cell === null ? null : String(cell);
}

/** The issues as one text, one sentence each; empty if there are none. */
export const issuesText = (issues: Issue[]): string => issues.map(sentenceOf).join('; ');

function sentenceOf({ field, problem, value, check }: Issue): string {
	const sentence = `${field} ${problem}`;
	const shown = textCellOf(value);
	// The problem of a check already shows the values.
	return check === undefined && shown?.trim() ? `${sentence}: ${clipped(shown)}` : sentence;
}
