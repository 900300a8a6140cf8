import type { ExtractedField } from '../service/types';

/** What broke a rule or a check, with what a person needs to decide. */
export interface Issue {
	field: string;
	problem: string;
	/** As the service sent it. */
	value: ExtractedField['value'];
	reasoning: string | null;
	/** Of a check alone: whether its values break it, or are not there to be checked. */
	check?: 'failed' | 'notPossible';
}

const MAX_SHOWN = 100;

/** A value as a sentence shows it: in one line, and not too long. */
export function clipped(text: string): string {
	const start = text.slice(0, 2 * MAX_SHOWN).replace(/\s+/g, ' ');
	return start.length > MAX_SHOWN ? `${start.slice(0, MAX_SHOWN)}…` : start;
}
