import type { GenericValue, IDataObject } from 'n8n-workflow';
import { parseExactly } from '../service/exactJson';
import { isObject } from '../service/json';
import { counted } from '../service/messages';
import type { ExtractedField } from '../service/types';
import {
	isDelimiterRow,
	type Delimiter,
	DELIMITERS,
	readLines,
	readMarkdownLine,
} from './delimited';
import { clipped } from './issue';
import { Problem } from './normalize';

type Value = ExtractedField['value'];

/** The rows of a table, each with all columns; an empty cell is null. */
export type Table = IDataObject[];

export const isTableValue = (value: Value): value is Table =>
	Array.isArray(value) && value.every(isObject);

/** Reads a table from JSON, Markdown, or lines with a header. */
export function toTable(value: Value): Table | Problem {
	if (Array.isArray(value)) return ofList(value);
	if (typeof value !== 'string') return new Problem('is not a table');
	const text = withoutFence(value);
	const json = /^\s*[[{]/.test(text) ? parseExactly(text) : undefined;
	if (Array.isArray(json)) return ofList(json);
	if (json !== undefined) return new Problem('is not a list of rows');
	return ofMarkdown(text) ?? ofLines(text);
}

/** Removes a Markdown code fence, which language models often write around an answer. */
function withoutFence(text: string): string {
	const trimmed = text.trim();
	const isFenced = trimmed.startsWith('```') && trimmed.endsWith('```');
	const start = trimmed.indexOf('\n');
	return isFenced && start > 0 ? trimmed.slice(start + 1, -3) : text;
}

function ofList(list: unknown[]): Table | Problem {
	if (list.every(isObject)) return ofObjects(list);
	if (list.every((row) => Array.isArray(row))) return ofRows(list);
	return new Problem('is not a list of objects or of lists');
}

function ofObjects(list: IDataObject[]): Table | Problem {
	const rows = list.filter((row) => !isEmptyRow(Object.values(row)));
	const head = Object.keys(rows[0] ?? {});
	for (const [at, row] of rows.entries()) {
		const names = new Set(Object.keys(row));
		const lacking = head.find((name) => !names.delete(name));
		if (lacking !== undefined) {
			return new Problem(`has no '${clipped(lacking)}' in row ${at + 1}, unlike its first row`);
		}
		const [other] = names;
		if (other !== undefined) {
			return new Problem(`has '${clipped(other)}' in row ${at + 1}, but not in its first row`);
		}
	}
	return (
		headProblem(head) ?? rows.map((row) => rowOf(head, Object.values({ ...blank(head), ...row })))
	);
}

const blank = (head: string[]): IDataObject => Object.fromEntries(head.map((name) => [name, null]));

/** A table of rows whose first row is the header. */
function ofRows(lines: unknown[][]): Table | Problem {
	const [first, ...rest] = lines.filter((line) => !isEmptyRow(line));
	const head = (first ?? []).map((name) => (typeof name === 'object' ? '' : String(name).trim()));
	const problem = first && headProblem(head);
	if (problem) return problem;
	const uneven = rest.findIndex((line) => line.length !== head.length);
	if (uneven >= 0) {
		const cells = rest[uneven]?.length ?? 0;
		return new Problem(
			`has ${counted(cells, 'cell')} in row ${uneven + 1}, but ${counted(head.length, 'column')}`,
		);
	}
	return rest.map((line) => rowOf(head, line));
}

/** Checks that the first line contains names: without a header, the first row would be lost. */
function headProblem(head: string[]): Problem | undefined {
	if (head.some((name) => name.trim() === '')) return new Problem('has a column without a name');
	const amount = head.find((name) => /\d/.test(name) && !/\p{L}/u.test(name));
	if (amount !== undefined) {
		return new Problem(`has no column names: its first row contains '${clipped(amount)}'`);
	}
	const twice = new Set(head).size < head.length;
	return twice ? new Problem('has two columns with the same name') : undefined;
}

const rowOf = (head: string[], cells: unknown[]): IDataObject =>
	Object.fromEntries(head.map((name, at) => [name, cellOf(cells[at])]));

function cellOf(cell: unknown): GenericValue | IDataObject {
	if (typeof cell === 'number' || typeof cell === 'boolean') return cell;
	if (typeof cell === 'object' && cell !== null) return JSON.stringify(cell);
	return typeof cell === 'string' && cell.trim() !== '' ? cell.trim() : null;
}

const isEmptyRow = (cells: unknown[]): boolean => cells.every((cell) => cellOf(cell) === null);

function ofMarkdown(text: string): Table | Problem | undefined {
	const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
	const [head = '', second = '', ...rows] = lines;
	return isDelimiterRow(second, head) ? ofRows([head, ...rows].map(readMarkdownLine)) : undefined;
}

/**
 * Reads lines with the only delimiter that divides all of them into the same number of cells. If
 * two do, the table would be a guess.
 */
function ofLines(text: string): Table | Problem {
	const read = DELIMITERS.filter((delimiter) => text.includes(delimiter)).flatMap((delimiter) => {
		const lines = linesBy(delimiter, text);
		return lines && (lines[0]?.length ?? 0) > 1 ? [{ lines, table: ofRows(lines) }] : [];
	});
	const [first, second] = read.filter(({ table }) => !(table instanceof Problem));
	if (first && second) return new Problem('can be read with more than one separator');
	if (first) return first.table;
	const width = ({ lines }: { lines: string[][] }) => lines[0]?.length ?? 0;
	const [widest] = read.sort((one, other) => width(other) - width(one));
	if (widest) return widest.table;
	const isQuoted = text.includes('"');
	return new Problem(
		isQuoted
			? 'has fewer than two named columns, or an unclosed quote'
			: 'has fewer than two named columns',
	);
}

/**
 * Cells without empty lines. If each line begins and ends with a bar, these bars surround the
 * cells.
 */
function linesBy(delimiter: Delimiter, text: string): string[][] | undefined {
	const lines = readLines(text, delimiter)?.filter((line) => !isEmptyRow(line));
	const isFramed =
		delimiter === '|' &&
		lines?.every((line) => line.length > 2 && line[0] === '' && line.at(-1) === '');
	return isFramed ? lines?.map((line) => line.slice(1, -1)) : lines;
}
