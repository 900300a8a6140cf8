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
export function clipped(text: string): string {
	const start = text.slice(0, 2 * MAX_SHOWN).replace(/\s+/g, ' ');
	return start.length > MAX_SHOWN ? `${start.slice(0, MAX_SHOWN)}…` : start;
}
