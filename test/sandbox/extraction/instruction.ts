import type { ValueKind } from './valueKinds';

/** A parsed instruction of a template: which value or table to look for. */
export type Instruction = ValueInstruction | TableInstruction;

export interface TableInstruction {
	kind: 'table';
	/** The column names of the template. */
	columns: string[];
}

export interface ValueInstruction {
	kind: ValueKind;
	/** Labels that can precede the value. If empty, the first value anywhere counts. */
	labels: string[];
}

const quoted = /["“”']([^"“”']+)["“”']/g;
const afterWords =
	/\b(?:after|next to|following|beside|below|under|label(?:l)?ed)\b(?: the)?(?: words?| label)?\s+(.+)/i;

/** Kinds that are recognizable without a label. */
const selfEvident: ValueKind[] = ['email', 'iban'];

export function understand(instruction: string): Instruction {
	const inQuotes = [...instruction.matchAll(quoted)].map((match) => match[1] ?? '');
	const afterWord = afterWords.exec(instruction);
	// The words before the label name the kind: "the number after Invoice date" is a number.
	const wanted =
		inQuotes.length > 0
			? instruction.replace(quoted, '')
			: instruction.slice(0, afterWord?.index ?? undefined);
	if (/\blist of lists\b/i.test(wanted)) return { kind: 'table', columns: inQuotes };
	const kind = kindNamedIn(wanted);
	if (inQuotes.length > 0) return { kind, labels: inQuotes };
	const label = (afterWord?.[1] ?? '').replace(/[.,;:]+$/, '').trim();
	if (label !== '') return { kind, labels: [label] };
	// For "Invoice number", the instruction itself is the label.
	return { kind, labels: selfEvident.includes(kind) ? [] : [withoutArticle(instruction)] };
}

function kindNamedIn(words: string): ValueKind {
	if (/\be-?mail\b/i.test(words)) return 'email';
	if (/\biban\b/i.test(words)) return 'iban';
	if (/\bdate\b/i.test(words)) return 'date';
	if (/\b(amount|sum|price|total)\b/i.test(words)) return 'amount';
	if (/\b(number|no)\b|#/i.test(words)) return 'number';
	return 'text';
}

function withoutArticle(instruction: string): string {
	return instruction.replace(/^(the|an?)\s+/i, '').replace(/[.:]+$/, '');
}
