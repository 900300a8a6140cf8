import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { Problem } from '../../../nodes/DocScore/rules/normalize';
import { toTable } from '../../../nodes/DocScore/rules/table';
import { holds } from '../../harness/jest/draws';
import { process } from '../../node';
import { readPlainly } from './plainReader';

type Rows = Array<Array<string | null>>;

/** Writes tables, independently of the code that reads them. */
const quoted = (mark: string) => (cell: string | null) => {
	if (cell === null) return '';
	return /["\r\n]/.test(cell) || cell.includes(mark) ? `"${cell.replaceAll('"', '""')}"` : cell;
};
const delimited = (mark: string, end: string) => (head: string[], rows: Rows) =>
	[head, ...rows].map((row) => row.map(quoted(mark)).join(mark)).join(end);
/** Without quotes, as a person or language model may write it. Some cells are then split. */
const unquoted = (mark: string) => (head: string[], rows: Rows) =>
	[head, ...rows].map((row) => row.map((cell) => cell ?? '').join(mark)).join('\n');
const framed = (line: string) => `|${line}|`;
const bars = (row: Array<string | null>) =>
	framed(row.map((cell) => ` ${(cell ?? '').replaceAll('|', '\\|')} `).join('|'));

type Writer = (head: string[], rows: Rows) => string;

/** Formats that contain the whole table unambiguously. */
const OF_JSON_OR_MARKDOWN: Record<string, Writer> = {
	objects: (head, rows) =>
		JSON.stringify(rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]])))),
	lists: (head, rows) => JSON.stringify([head, ...rows]),
	listsAfterMark: (head, rows) => `\uFEFF${JSON.stringify([head, ...rows])}\u00A0`,
	fenced: (head, rows) => `\`\`\`json\n${JSON.stringify([head, ...rows], null, 2)}\n\`\`\``,
	markdown: (head, rows) => [bars(head), bars(head.map(() => '---')), ...rows.map(bars)].join('\n'),
};

/** Lines that contain the whole table but may be ambiguous. */
const OF_LINES: Record<string, Writer> = {
	tabs: delimited('\t', '\n'),
	semicolons: delimited(';', '\r\n'),
	semicolonsAfterMark: (head, rows) => `\uFEFF${delimited(';', '\n')(head, rows)}`,
	commas: delimited(',', '\n\n'),
	bars: delimited('|', '\n'),
	framedBars: (head, rows) =>
		[head, ...rows].map((row) => framed(row.map(quoted('|')).join('|'))).join('\n'),
};

/** Lines that may be read as a different table or not at all. */
const OF_CARELESS_LINES: Record<string, Writer> = {
	tabsUnquoted: unquoted('\t'),
	semicolonsUnquoted: unquoted(';'),
	commasUnquoted: unquoted(','),
	barsUnquoted: unquoted('|'),
};

const WRITERS = { ...OF_JSON_OR_MARKDOWN, ...OF_LINES, ...OF_CARELESS_LINES };

const LETTERS = 'abcXYZ 019.,;|"\'-€é/\n'.split('');
const cells = fc
	.string({ unit: fc.constantFrom(...LETTERS), maxLength: 8 })
	.map((text) => text.trim())
	// A line of dashes can be part of a Markdown table.
	.map((text) => (/^-*$/.test(text) ? null : text));

const names = (signs: string) =>
	fc.uniqueArray(
		fc
			.string({ unit: fc.constantFrom(...signs), minLength: 1, maxLength: 5 })
			.map((name) => name.trim())
			.filter((name) => name !== ''),
		{ minLength: 2, maxLength: 5 },
	);

const drawn = fc
	.oneof({ weight: 2, arbitrary: names('abcdeé_') }, { weight: 1, arbitrary: names('abé_ ,;|"') })
	.chain((head) =>
		fc.record({
			head: fc.constant(head),
			rows: fc.array(fc.array(cells, { minLength: head.length, maxLength: head.length }), {
				minLength: 1,
				maxLength: 6,
			}),
			form: fc.constantFrom(...Object.keys(WRITERS)),
		}),
	);

const asRows = (head: string[], rows: Rows): IDataObject[] =>
	rows
		.map((row) => row.map((cell) => cell || null))
		.filter((row) => row.some((cell) => cell !== null))
		.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? null])));

test('a table that is written in any form is read as it was, or is an issue', async () => {
	const told = { read: 0, issues: 0, plain: 0, plainIssues: 0, careless: 0 };
	const property = fc.asyncProperty(drawn, async ({ head, rows, form }) => {
		// A row of a Markdown table cannot contain a line break.
		const given = form === 'markdown' ? rows.map((row) => row.map(inOneLine)) : rows;
		const text = WRITERS[form]?.(head, given) ?? '';
		// A second line with bars and dashes turns any text into Markdown.
		if (form in OF_CARELESS_LINES && /^.*\n+[-| ]+(?:\n|$)/.test(text)) return;
		const table = toTable(text);
		const found = table instanceof Problem ? null : table;
		if (form in OF_JSON_OR_MARKDOWN) {
			expect([text, found]).toEqual([text, asRows(head, given)]);
			return;
		}
		const second = readPlainly(text.replace('\uFEFF', ''));
		expect([text, found]).toEqual([text, second && asRows(second.head, second.rows)]);
		told[found ? 'read' : 'issues']++;
		if (form in OF_CARELESS_LINES) {
			if (found) told.careless++;
			return;
		}
		if (found) expect([text, found]).toEqual([text, asRows(head, given)]);
		if (/^[\wé]+$/.test(head.join(''))) told[found ? 'plain' : 'plainIssues']++;
	});
	await holds('Tables', property, { numRuns: 1000 }, () => [
		`of lines ${told.read} read and ${told.issues} not`,
	]);
	expect(told.careless).toBeGreaterThan(10);
	expect(told.plain).toBeGreaterThan(20 * told.plainIssues);
});

const inOneLine = (cell: string | null) => cell?.replaceAll('\n', ' ') ?? null;

/** In ms of CPU time, so that other processes do not matter. */
function took(text: string): number {
	const begun = process.cpuUsage();
	toTable(text);
	return process.cpuUsage(begun).user / 1000;
}

/** Length in characters; with what stands before, still a length that is read. */
const LONG = 99_000;

/** Quadratic time would be a hundred times that of a tenth. Allows for garbage collection. */
function isLinear(textOf: (length: number) => string): void {
	const tenth = took(textOf(LONG / 10));
	expect(took(textOf(LONG))).toBeLessThan(30 * tenth + 300);
}

const PARTS = ['"', '"a;', 'a;', '\t', '|', '\\|', '|-', ' ', '\r\n', '"x\ny";1\n', '[', '"\n'];

test.each([
	...PARTS.flatMap((part) => [
		['a;b\n"', part, ''],
		['| a | b |\n|---|---|\n', part, ''],
	]),
	['[["a","b"]', ',["x","1"]', ']'],
	['[["a","b"]', ',["x","1"]', ''],
	['[{"a":1}', ',{"a":""}', ']'],
	['[{"a":1}', ',{"b":1}', ']'],
	['[["a"]', ',[12345678901234567890]', ']'],
	['[["a"],[1e', '1', ']]'],
	['[["a"],["', '\\"', '"]]'],
	['[["a"],["', '\\\\', '1234567890123456"]]'],
	['[["a"],[', '["x"],', '1]]'],
	['', '[', ''],
	['', ' ', '[]'],
	['[["', '1 kr.', '"],[1]]'],
	['[["a"', ',"14 May 2025x"', ']]'],
	['a;b\n', '1/2\n', ''],
	['a;b\n', 'page 1\n\n', 'a;b'],
	['', 'A b, c d, e\n', '1'],
	['A b', ', c', ', 1'],
	['| 1 x | y |\n|---|---|\n', '| 2 x | y |\n', ''],
])('a long text of %j %j takes time in proportion to its length', (head, part, tail) => {
	isLinear((length) => head + part.repeat(length / part.length) + tail);
});

test('long Markdown with a long head takes time in proportion to its length', () => {
	for (const row of ['|\n', '|-\n', '|-|-|\n']) {
		isLinear((length) => {
			const many = length / 10;
			return `${'|a'.repeat(many)}\n${'|-'.repeat(many)}\n${row.repeat((6 * many) / row.length)}`;
		});
	}
});

test('many columns take time in proportion to their number', () => {
	const namesOf = (length: number) =>
		Array.from({ length: length / 20 }, (_, at) => `name ${at} x`);
	isLinear((length) => JSON.stringify([namesOf(length), namesOf(length)]));
	isLinear((length) => JSON.stringify([Object.fromEntries(namesOf(length).entries())]));
	isLinear((length) => [namesOf(length), namesOf(length)].map((row) => row.join(';')).join('\n'));
});
