import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { Problem } from '../../../nodes/DocScore/rules/normalize';
import { toTable } from '../../../nodes/DocScore/rules/table';
import { holds } from '../../harness/jest/draws';
import { process } from '../../node';

type Rows = Array<Array<string | null>>;

/** How a table may be written, by a writer that knows nothing of how it is read. */
const quoted = (mark: string) => (cell: string | null) => {
	if (cell === null) return '';
	return /["\r\n]/.test(cell) || cell.includes(mark) ? `"${cell.replaceAll('"', '""')}"` : cell;
};
const delimited = (mark: string, end: string) => (head: string[], rows: Rows) =>
	[head, ...rows].map((row) => row.map(quoted(mark)).join(mark)).join(end);
const bars = (row: Array<string | null>) =>
	`| ${row.map((cell) => (cell ?? '').replaceAll('|', '\\|')).join(' | ')} |`;

const WRITERS: Record<string, (head: string[], rows: Rows) => string> = {
	objects: (head, rows) =>
		JSON.stringify(rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]])))),
	lists: (head, rows) => JSON.stringify([head, ...rows]),
	fenced: (head, rows) => `\`\`\`json\n${JSON.stringify([head, ...rows], null, 2)}\n\`\`\``,
	tabs: delimited('\t', '\n'),
	semicolons: delimited(';', '\r\n'),
	commas: delimited(',', '\n\n'),
	markdown: (head, rows) => [bars(head), bars(head.map(() => '---')), ...rows.map(bars)].join('\n'),
};

const LETTERS = 'abcXYZ 019.,;|"\'-€é/\n'.split('');
const cells = fc
	.string({ unit: fc.constantFrom(...LETTERS), maxLength: 8 })
	.map((text) => text.trim())
	.map((text) => (text === '' ? null : text));

const drawn = fc
	.uniqueArray(fc.string({ unit: fc.constantFrom(...'abcdeé_'), minLength: 1, maxLength: 5 }), {
		minLength: 2,
		maxLength: 5,
	})
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

test('a table in any form is read exactly, or is an issue', async () => {
	const told = { read: 0, issues: 0 };
	const property = fc.asyncProperty(drawn, async ({ head, rows, form }) => {
		// A line of Markdown holds no line break.
		const given = form === 'markdown' ? rows.map((row) => row.map(inOneLine)) : rows;
		const text = WRITERS[form]?.(head, given) ?? '';
		const table = toTable(text);
		const expected: IDataObject[] = given
			.filter((row) => row.some((cell) => cell !== null))
			.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? null])));
		if (table instanceof Problem) {
			// One that has two readings is no table.
			expect([text, table.text]).toEqual([
				text,
				expect.stringContaining('more than one separator'),
			]);
			told.issues++;
			return;
		}
		expect([text, table]).toEqual([text, expected]);
		told.read++;
	});
	await holds('Tables', property, { numRuns: 1000 }, () => [`${told.issues} of them ambiguous`]);
	expect(told.read).toBeGreaterThan(20 * told.issues);
});

const inOneLine = (cell: string | null) => cell?.replaceAll('\n', ' ') ?? null;

/** In ms of the processor, however busy the machine is. */
function took(text: string): number {
	const begun = process.cpuUsage();
	toTable(text);
	return process.cpuUsage(begun).user / 1000;
}

const PARTS = ['"', '"a;', 'a;', '\t', '|', '\\|', '|-', ' ', '\r\n', '"x\ny";1\n', '[', '"\n'];

test.each(PARTS)('1 MB of %j takes at most twice as long as 0.5 MB', (part) => {
	for (const head of ['a;b\n"', '| a | b |\n|---|---|\n']) {
		const half = head + part.repeat(500_000 / part.length);
		const whole = head + part.repeat(1_000_000 / part.length);
		// What takes the square of it takes minutes; a little that is measured badly is let go.
		expect(took(whole)).toBeLessThan(3.5 * took(half) + 400);
	}
});
