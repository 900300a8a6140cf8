import {
	isDelimiterRow,
	type Delimiter,
	DELIMITERS,
	readLines,
	readMarkdownLine,
} from './delimited';
import { Problem } from './normalize';
import { isEmptyRow, ofRows, type Table } from './tableCells';

/** Reads a Markdown table; undefined if the text has no line of dashes below its head. */
export function ofMarkdown(text: string): Table | Problem | undefined {
	const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
	const [head = '', second = '', ...rows] = lines;
	const names = readMarkdownLine(head);
	const width = names.length;
	if (!head.includes('|') || !isDelimiterRow(second, width)) return undefined;
	// The line above it may be the head of another table.
	if (rows.some((row) => isDelimiterRow(row, width))) {
		return new Problem('has a second line of dashes');
	}
	return ofRows([names, ...rows.map(readMarkdownLine)]);
}

/** A text read with a delimiter that divides its first line. */
interface Reading {
	delimiter: Delimiter;
	head: string[];
	table: Table | Problem;
}

/**
 * Reads lines with the only delimiter that divides all of them into the same number of cells. If
 * another one could be meant, the table would be a guess.
 */
export function ofLines(text: string): Table | Problem {
	const readings = DELIMITERS.flatMap((delimiter) => readingBy(delimiter, text) ?? []);
	const [found, ...more] = readings.filter(({ table }) => !(table instanceof Problem));
	if (found) {
		const others = readings.filter((reading) => reading !== found);
		const isHeld = others.some(({ delimiter }) =>
			found.head.some((name) => name.includes(delimiter)),
		);
		if (more.length === 0 && !isHeld) return found.table;
		return new Problem('can be read with more than one separator');
	}
	const [widest] = readings.sort((one, other) => other.head.length - one.head.length);
	if (widest) return widest.table;
	const isQuoted = text.includes('"');
	return new Problem(
		isQuoted
			? 'has fewer than two named columns, or an unclosed quote'
			: 'has fewer than two named columns',
	);
}

/** Undefined if the delimiter does not divide the first line. */
function readingBy(delimiter: Delimiter, text: string): Reading | undefined {
	if (!text.includes(delimiter)) return undefined;
	const { lines, isWhole } = readLines(text, delimiter);
	const filled = withoutFrame(
		delimiter,
		lines.filter((line) => !isEmptyRow(line)),
	);
	const [head = []] = filled;
	if (head.length < 2) return undefined;
	if (!isWhole) return { delimiter, head, table: new Problem('has an unclosed quote') };
	const table =
		filled.length > 1
			? ofRows(filled)
			: new Problem('has only one line, which may be column names or a row');
	return { delimiter, head, table };
}

/** If each line begins and ends with a bar, these bars surround the cells. */
function withoutFrame(delimiter: Delimiter, lines: string[][]): string[][] {
	const isFramed = delimiter === '|' && lines.every((line) => line[0] === '' && line.at(-1) === '');
	return isFramed ? lines.map((line) => line.slice(1, -1)) : lines;
}
