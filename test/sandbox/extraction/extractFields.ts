import type { OutputSchema } from '../records';
import { type LabelPlace, textAfterLabel } from './findLabel';
import { findTable } from './findTable';
import { type Instruction, type ValueInstruction, understand } from './instruction';
import type { FileText } from './readText';
import { findValue, kindNames } from './valueKinds';

/** Finds the value of every field of a template. The first file with the field wins. */
export function extractFields(
	instructions: Record<string, string>,
	files: FileText[],
): OutputSchema {
	const fields = Object.entries(instructions).map(([name, instruction]) => {
		return [name, findField(understand(instruction), files)] as const;
	});
	return Object.fromEntries(fields);
}

function findField(instruction: Instruction, files: FileText[]): OutputSchema[string] {
	for (const file of files) {
		for (const [index, lines] of file.pages.entries()) {
			const found = findOnPage(instruction, lines);
			if (found === null) continue;
			const place = `on page ${index + 1} of ${file.filename}`;
			return { value: found.value, reasoning: `Found ${found.how} ${place}` };
		}
	}
	const where = files.map(({ filename }) => filename).join(', ');
	return {
		value: null,
		reasoning: `Looked for ${wordsFor(instruction)} in ${where} and did not find it`,
	};
}

function wordsFor(instruction: Instruction): string {
	if (instruction.kind === 'table') return `a table of ${instruction.columns.join(', ')}`;
	const behind = instruction.labels.map((label) => `"${label}"`).join(' or ');
	return kindNames[instruction.kind] + (behind === '' ? '' : ` after ${behind}`);
}

function findOnPage(instruction: Instruction, lines: string[]) {
	if (instruction.kind === 'table') {
		const value = findTable(instruction.columns, lines);
		return value === null ? null : { value, how: `as ${wordsFor(instruction)}` };
	}
	const { kind, labels } = instruction;
	for (const label of labels) {
		const value = valueAfterLabel(kind, label, lines);
		if (value !== null) return { value, how: `after "${label}"` };
	}
	if (labels.length > 0) return null;
	const value = firstOf(lines, (line) => findValue(kind, line));
	return value === null ? null : { value, how: `as ${kindNames[kind]}` };
}

/** A line that starts with the label takes precedence: "Total 5" before "Net total 4". */
function valueAfterLabel(kind: ValueInstruction['kind'], label: string, lines: string[]) {
	const valueIn = (place: LabelPlace) => (line: string, index: number) => {
		const rest = textAfterLabel(label, line, place);
		if (rest === null) return null;
		// If nothing follows the label, it is a heading, and the value is in the next line.
		return findValue(kind, rest.trim() === '' ? (lines[index + 1] ?? '') : rest);
	};
	return firstOf(lines, valueIn('start')) ?? firstOf(lines, valueIn('anywhere'));
}

function firstOf(lines: string[], find: (line: string, index: number) => string | null) {
	for (const [index, line] of lines.entries()) {
		const found = find(line, index);
		if (found !== null) return found;
	}
	return null;
}
