import { shortened } from '../service/messages';
import type { ExtractedField } from '../service/types';

/** A violation of a rule or a check, with what a person needs to decide. */
export interface Issue {
	field: string;
	problem: string;
	/** As the service sent it. */
	value: ExtractedField['value'];
	reasoning: string | null;
	/** Only for checks: whether the check failed, or its values are missing. */
	check?: 'failed' | 'notPossible';
}

const MAX_SHOWN = 100;

/** A value in a sentence: on one line, and shortened. */
export const clipped = (text: string): string => shortened(text, MAX_SHOWN);

/** The number of rows with an issue each. If there are two or more others, one issue counts them. */
const MAX_ROWS = 10;

export function summarized(issues: Issue[]): Issue[] {
	const more = issues.length - MAX_ROWS;
	if (more < 2) return issues;
	const rest = { problem: `has issues in ${more} more rows`, value: null };
	const shown = issues.slice(0, MAX_ROWS + 1);
	return shown.map((issue, at) => (at < MAX_ROWS ? issue : { ...issue, ...rest }));
}
