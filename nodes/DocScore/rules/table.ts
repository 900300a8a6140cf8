import type { GenericValue, IDataObject } from 'n8n-workflow';
import { parseExactly } from '../service/exactJson';
import { isObject } from '../service/json';
import { counted } from '../service/messages';
import type { ExtractedField } from '../service/types';
import { clipped } from './issue';
import { Problem } from './normalize';
import { headProblem, isProse, type Proof } from './tableHead';
import {
	htmlLines,
	labelOf,
	type Lines,
	markdownLines,
	noHead,
	readLines,
	withoutEmphasis,
	withoutPageMarks,
} from './tableLines';

/** The rows of a table, each with all columns; an empty cell is null. */
export type Table = IDataObject[];

export const isTableValue = (value: unknown): value is Table =>
	Array.isArray(value) && value.every(isObject);

const isListOfLists = (value: unknown): value is Lines =>
	Array.isArray(value) && value.every((row) => Array.isArray(row));

/** More would keep n8n busy: the worst text of this length takes some 45 ms. */
const MAX_CHARACTERS = 100_000;
const MAX_CELLS = 4_000;

/** The most levels of lists and objects in each other: what writes them as JSON calls itself. */
const MAX_LEVELS = 50;

/**
 * Reads a table from lists, JSON, HTML, Markdown, or lines below the names of the columns.
 * @param named columns that have a rule: names that look like values are names if these are among them
 */
// Stryker disable next-line ArrayDeclaration: no column has the other name
export function toTable(value: ExtractedField['value'], named: string[] = []): Table | Problem {
	if (typeof value !== 'string') return ofJson(value, named);
	if (value.length <= MAX_CHARACTERS) return ofText(value, named);
	return new Problem(`has more than ${inWords(MAX_CHARACTERS)} characters`);
}

const inWords = (count: number): string => count.toLocaleString('en');

function ofText(given: string, named: string[]): Table | Problem {
	const text = withoutFence(given);
	if (/<table[\s>]/i.test(text)) return ofHtml(text, named);
	const json = jsonIn(text);
	if (json !== undefined) return ofJsonText(json, named);
	const lines = withoutPageMarks(/[\r\n]/.test(text) ? text : text.replaceAll('\\n', '\n'));
	const markdown = markdownLines(lines);
	if (markdown === undefined) return ofLines(lines, named);
	return markdown instanceof Problem ? markdown : ofRows(markdown, named, 'dashes');
}

/** A row of backticks is looked at as a whole: from each one on, a long row would take minutes. */
const FENCED = /(?<!`)(`{3,9})[a-z]*\s([^]*?)\1/g;

/** The only code block, which language models often write around an answer, or the text. */
export function withoutFence(text: string): string {
	const [found, another] = text.matchAll(FENCED);
	return found?.[2] !== undefined && another === undefined ? found[2] : text;
}

function ofHtml(text: string, named: string[]): Table | Problem {
	const html = htmlLines(text);
	return html instanceof Problem ? html : ofRows(html.lines, named, html.hasHead ? 'form' : 'list');
}

/** The part of a text that is JSON, or begins so; undefined if none does. */
function jsonIn(text: string): string | undefined {
	const trimmed = text.trim();
	// A few words before or after it are no part of the table; a line before the bracket is.
	const found =
		/^(?:[^[\]{}|;\t"]{0,200}:\s*|[^[\]{}|;\t",]{0,200})((?:\[\s*[[{]|\{\s*")[^]*[\]}])(?:\s[^[\]{}|;\t"]{0,200})?$/.exec(
			trimmed,
		);
	return found?.[1] ?? (/^[[{]|^"\s*[[{\\]/.test(trimmed) ? trimmed : undefined);
}

/** Broken JSON is never read as lines: its first line would be lost as the header. */
function ofJsonText(text: string, named: string[]): Table | Problem {
	const json = parseExactly(text) ?? parseExactly(`[${text.replace(/\}[^\S\n]*\n\s*\{/g, '},{')}]`);
	if (json === undefined) return new Problem('begins like a list, but has a mistake or is cut off');
	if (typeof json === 'string') return ofText(json, named);
	const table = ofJson(json, named);
	const isTwice = !(table instanceof Problem) && namesIn(text) > namesIn(JSON.stringify(json));
	return isTwice ? new Problem('has a name twice in a row') : table;
}

/** The number of names and one, which makes no difference in a comparison. */
const namesIn = (json: string): number =>
	json.replace(/"(?:[^"\\]|\\.)*"/g, '""').split(/""\s*:/).length;

const tooBig = (rows: unknown[], columns: unknown[]): Problem | undefined =>
	rows.length * columns.length > MAX_CELLS
		? new Problem(`has more than ${inWords(MAX_CELLS)} cells`)
		: undefined;

function isDeeper(value: unknown, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1));
}

function ofJson(json: unknown, named: string[]): Table | Problem {
	if (isDeeper(json, MAX_LEVELS)) {
		return new Problem(`is nested more than ${MAX_LEVELS} levels deep`);
	}
	if (isObject(json)) return ofObject(json, named);
	if (!Array.isArray(json)) return new Problem('is not a table');
	// JSON lines make a list of one list, or of objects.
	const [first, ...others]: unknown[] = json;
	if (others.length === 0 && isTableValue(first)) return ofObjects(first, named);
	if (isTableValue(json)) return ofObjects(json, named);
	if (isListOfLists(json)) return ofRows(json, named, 'list');
	return new Problem('is not a list of objects or of lists');
}

/** A value of one row; a text of several lines may be a table, or a column. */
const isCell = (value: unknown): boolean =>
	value === null || (typeof value !== 'object' && !/[\r\n]/.test(String(value)));

/** A list within an object, also beside values of all rows; names and rows apart; or the only row. */
function ofObject(object: IDataObject, named: string[]): Table | Problem {
	const values = Object.values(object);
	const labels = new Set(named.map(labelOf));
	const hasNamed = (row: IDataObject) => Object.keys(row).some((name) => labels.has(labelOf(name)));
	const isNamed = hasNamed(object);
	const [one, other]: unknown[] = values.filter((value) => !isCell(value));
	// A name alone may be that of the table, as in {"line_items": "none"}.
	if (one === undefined && (isNamed || values.length > 1)) return ofObjects([object], named);
	const beside = values.filter(isCell);
	const areRows = isTableValue(one) && !isNamed && (one.some(hasNamed) || areAll(one, beside));
	const isOnly = other === undefined && (areRows || beside.length === 0);
	if (isOnly && Array.isArray(one)) return ofJson(one, named);
	const isApart = Array.isArray(one) && one.length > 0 && values.length === 2;
	if (isApart && isListOfLists(other)) return ofRows([one, ...other], named, 'form');
	return new Problem('is not a list of rows');
}

/** Whether a list has the rows of a table, and is not itself a part of a row with the values beside it. */
function areAll([first, ...others]: Table, beside: unknown[]): boolean {
	if (first === undefined) return false;
	const isText = beside.length === 1 && typeof beside[0] === 'string';
	return isText || (others.length > 0 && beside.length <= Object.keys(first).length);
}

function ofObjects(list: IDataObject[], named: string[]): Table | Problem {
	const rows = list.filter((row) => !isEmptyRow(Object.values(row)));
	const head = Object.keys(rows[0] ?? {});
	const problem = tooBig(rows, head) ?? headProblem(head, named, 'form');
	if (problem) return problem;
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
	return rows.map((row) => Object.fromEntries(head.map((name) => [name, cellOf(row[name])])));
}

/**
 * A table of lines of which the first has the names. If that is blank, the next one must not take its
 * place: it would be lost.
 * @param proof what shows that the first line is the head
 */
// Stryker disable next-line ArrayDeclaration: without lines, there are no rows either
function ofRows([names = [], ...lines]: Lines, named: string[], proof: Proof): Table | Problem {
	const filled = lines.filter((line) => !isEmptyRow(line));
	if (filled.length === 0 && isEmptyRow(names)) return [];
	const head = names.map((name) => (typeof name === 'string' ? withoutEmphasis(name) : ''));
	const odd = names.find((name) => typeof name === 'number' || typeof name === 'boolean');
	if (odd !== undefined) return noHead(String(odd));
	const big = tooBig(filled, head);
	if (big) return big;
	// On the next page of a document, the names come again.
	const labels = head.map(labelOf);
	const isHead = (line: unknown[]) =>
		// Stryker disable next-line StringLiteral: no column has this name
		labels.every((label, at) => labelOf(String(line[at] ?? '')) === label);
	const rest = filled.filter((line) => !isHead(line));
	const problem = headProblem(head, named, proof, rest);
	if (problem) return problem;
	const at = rest.findIndex(({ length }) => length !== head.length);
	const uneven = rest[at];
	const rowOf = (line: unknown[]) => head.map((name, column) => [name, cellOf(line[column])]);
	if (!uneven) return rest.map((line) => Object.fromEntries(rowOf(line)));
	return new Problem(
		`has ${counted(uneven.length, 'cell')} in row ${at + 1}, but ${counted(head.length, 'column')}`,
	);
}

function cellOf(cell: unknown): GenericValue | IDataObject {
	if (typeof cell === 'number' || typeof cell === 'boolean') return cell;
	if (typeof cell === 'object' && cell !== null) return JSON.stringify(cell);
	return typeof cell === 'string' && cell.trim() !== '' ? cell.trim() : null;
}

const isEmptyRow = (cells: unknown[]): boolean => cells.every((cell) => cellOf(cell) === null);

/**
 * Reads lines with the only separator that divides all of them into the same number of cells. If
 * another one could be meant, the table would be a guess.
 */
function ofLines(text: string, named: string[]): Table | Problem {
	// Excel tells the separator in a line of its own.
	const [line = '', told] = /^\s*sep=([;,|\t])[^\S\r\n]*[\r\n]/i.exec(text) ?? [];
	// A line that ends with a colon announces the table, but not if names end so: item:;unit:
	const announced = text.slice(line.length).replace(/^(?!.*:,)[^\r\n\p{N};\t|]*:[ \t]*[\r\n]/u, '');
	// Stryker disable next-line MethodExpression: only saves time
	const marks = (told ?? '\t;,|').split('').filter((mark) => announced.includes(mark));
	const readings = marks.flatMap((mark) => readingBy(mark, announced, named) ?? []);
	const found = readings.find(({ table }) => !(table instanceof Problem));
	if (found) {
		const others = readings.filter((reading) => reading !== found);
		// A comma is often in names and numbers, where it makes rows of another length.
		const isInNames = ({ mark, isUneven, head }: (typeof others)[number]) =>
			mark === ',' && isUneven && head.length <= found.head.length;
		const isHeld = others.some(
			(other) => !isInNames(other) && found.head.some((name) => name.includes(other.mark)),
		);
		if (!isHeld) return found.table;
		return new Problem('can be read with more than one separator');
	}
	const [widest] = readings.sort((one, other) => other.head.length - one.head.length);
	const orQuote = text.includes('"') ? ', or an unclosed quote' : '';
	return widest?.table ?? new Problem(`has fewer than two named columns${orQuote}`);
}

/** Undefined if the separator does not divide the first line. */
function readingBy(mark: string, text: string, named: string[]) {
	const { lines, isWhole } = readLines(text, mark);
	const filled = lines.filter((line) => !isEmptyRow(line));
	// If each line begins and ends with a bar, these bars surround the cells.
	const isFramed = mark === '|' && filled.every((line) => line[0] === '' && line.at(-1) === '');
	const isEnded = filled.every((line) => line.length > 2 && line.at(-1) === '');
	const cut = filled.map((line) =>
		isFramed ? line.slice(1, -1) : isEnded ? line.slice(0, -1) : line,
	);
	// Stryker disable next-line ArrayDeclaration: one name is too few, too
	const [head = [], ...rows] = cut;
	if (head.length < 2) return undefined;
	const isUneven = isWhole && rows.some((row) => row.length !== head.length);
	const reading = { mark, head, isUneven };
	if (!isWhole) return { ...reading, table: new Problem('has an unclosed quote') };
	const alone = new Problem('has only one line, which may be column names or a row');
	const proof = mark === ',' && isProse(text, cut) ? 'prose' : undefined;
	return { ...reading, table: rows.length > 0 ? ofRows([head, ...rows], named, proof) : alone };
}
