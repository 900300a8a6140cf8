// Sources: fields/cells.ts, fields/flatRow.ts
import type { IDataObject } from 'n8n-workflow';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { extracted, get, getSeeded, rule, rules, UNKNOWN_ID } from '../runs';

/** Rows for a table: all values of a column have the same type, or are null. */

const node = new SandboxedNode();
const between = new SandboxProxy(node);
useDrivenTime(node);

const RULES = rules(
	rule('total', { required: true, convertTo: 'number' }),
	rule('tags', { convertTo: 'list' }),
	rule('paid', { convertTo: 'boolean' }),
	rule('date', { convertTo: 'date' }),
);

const RUNS = [
	extracted({ number: 'A-1', total: '1,409.67', tags: 'a, b', paid: 'yes', date: '14/03/2025' }),
	extracted({ number: 'A-2', total: 'much', tags: '', paid: 'perhaps', date: '31/02/2025' }),
	extracted({ number: null, total: null }),
	{ status: 'failed' as const, filename: 'Torn', failureReason: 'The page is blank' },
	{ status: 'processing' as const, filename: 'Long' },
];

const EMPTY = { unconverted: 'empty' };

async function rowsOf(parameters: { options?: object; [name: string]: unknown }) {
	const { outputs } = await getSeeded(node, RUNS, {
		...parameters,
		operation: 'wait',
		options: { maxWait: 0.02, timeout: 'output', failedRun: 'output', ...parameters.options },
	});
	return outputs.map((items) => items.map(({ json }) => json));
}

/** The types of each column's values, without null. */
function typesOf(rows: IDataObject[]): Record<string, string[]> {
	const names = new Set(rows.flatMap((row) => Object.keys(row)));
	return Object.fromEntries(
		[...names].map((name) => {
			const values = rows.map((row) => row[name] ?? null).filter((value) => value !== null);
			return [name, [...new Set(values.map((value) => typeof value))]];
		}),
	);
}

describe.each(['fieldsOnly', 'itemPerField'])('%s', (output) => {
	it.each([
		['no rules', {}],
		['rules', RULES],
		['rules and Review', { ...RULES, review: true }],
	])('has columns of one type, with %s', async (_, parameters) => {
		const [rows = []] = await rowsOf({ ...parameters, output, options: EMPTY });
		const types = Object.entries(typesOf(rows));
		expect(types.length).toBeGreaterThan(3);
		expect(types.filter(([, each]) => each.length > 1 || each.includes('object'))).toEqual([]);
	});

	it('outputs issues as a text, which is empty if there are none', async () => {
		const [rows = []] = await rowsOf({ ...RULES, output });
		const texts = rows.map(({ issues }) => issues);
		expect(texts.every((text) => typeof text === 'string')).toBe(true);
		expect(texts[0]).toBe('');
		expect(texts.join()).toContain('total is not a number: much');
	});
});

it('Columns without a rule are texts, as Google Sheets and Postgres need one type per column', async () => {
	const lines = '[["item","code"],["A",7],["B","x"],["C",true],["D",null]]';
	const { jsons: rows } = await getSeeded(node, [extracted({ lines }), extracted({ lines })], {
		...rules(rule('lines', { convertTo: 'table' })),
		output: 'itemPerRow',
	});
	expect(rows.slice(0, 4).map(({ code }) => code)).toEqual(['7', 'x', 'true', null]);
	expect(typesOf(rows)).toEqual({ item: ['string'], code: ['string'], issues: ['string'] });
});

it('A value that cannot be converted is empty if selected, and its issue shows it', async () => {
	const columns = { number: 'A-2', total: null, tags: null, paid: null, date: null };
	const [flat = []] = await rowsOf({ ...RULES, output: 'fieldsOnly', options: EMPTY });
	expect(flat[1]).toEqual({
		...columns,
		issues: [
			'total is not a number: much',
			'paid is not a yes or no value: perhaps',
			'date is not an existing date: 31/02/2025',
		].join('; '),
	});
	const [simplified = []] = await rowsOf({ ...RULES, options: EMPTY });
	expect(simplified[1]).toMatchObject({
		fields: columns,
		issues: [{ value: 'much' }, { value: 'perhaps' }, { value: '31/02/2025' }],
	});
	const [, review = []] = await rowsOf({ ...RULES, review: true, options: EMPTY });
	expect(review[0]).toMatchObject({ fields: columns });
	const [kept = []] = await rowsOf({ ...RULES, output: 'fieldsOnly' });
	expect(kept[1]).toMatchObject({ total: 'much', paid: 'perhaps', date: '31/02/2025' });
});

it('A list becomes JSON in a cell, and stays a list in other forms', async () => {
	const [flat = []] = await rowsOf({ ...RULES, output: 'fieldsOnly' });
	expect(flat[0]?.tags).toBe('["a","b"]');
	const [simplified = []] = await rowsOf({ ...RULES });
	expect(simplified[0]).toMatchObject({ fields: { tags: ['a', 'b'] } });
});

it('A group of fields becomes JSON in a cell', async () => {
	const output_schema = { place: { value: { city: 'Alder', zip: 7 } }, total: { value: 7 } };
	const doc = { id: UNKNOWN_ID, status: 'completed', output_schema };
	between.change = async () => await Promise.resolve({ status: 200, body: { doc } });
	const json = '{"city":"Alder","zip":7}';
	for (const [output, rows] of [
		['fieldsOnly', [{ place: json, total: 7 }]],
		['itemPerField', [{ value: json }, { value: '7' }]],
	] as const) {
		const { items } = await node.run({
			parameters: get({ runId: UNKNOWN_ID, output }),
			items: [{}, {}],
			credential: between.credential,
		});
		expect(items.map(({ json }) => json)).toMatchObject([...rows, ...rows]);
	}
});

it('With One Item per Field, the first row has the issues of fields that are not output', async () => {
	const [rows = []] = await rowsOf({
		...RULES,
		output: 'itemPerField',
		options: { fieldsToOutput: 'number,paid' },
	});
	expect(rows.map(({ issues }) => issues)).toMatchObject([
		'',
		'',
		expect.stringMatching(/^total is not.*; date is not an existing date: /),
		'paid is not a yes or no value: perhaps',
		'total is missing',
		'',
		'',
		'',
	]);
});

it('With One Item per Field, issues of columns are in the row of their table', async () => {
	const run = extracted({ a: '1', lines: 'item;amount\nPaper;x', 'lines.price': 'y', total: '2' });
	const number = (name: string) => rule(name, { convertTo: 'number', required: true });
	const ruled = ['lines.amount', 'lines.price', 'lines.size.x', 'b.c'].map(number);
	const { jsons } = await getSeeded(node, [run, run], {
		...rules(rule('lines', { convertTo: 'table' }), ...ruled),
		output: 'itemPerField',
		options: { fieldsToOutput: 'a,lines,lines.price,total' },
	});
	const issues = [
		'b.c is missing',
		"lines.amount in row 1 is not a number: x; lines.size.x is not a column: the table has 'item', 'amount'",
		'lines.price is not a number: y',
		'',
	];
	expect(jsons.map((json) => json.issues)).toEqual([...issues, ...issues]);
});

it('A long value is shortened in the text of an issue', async () => {
	const long = `x${'y '.repeat(100_000)}`;
	const { jsons } = await getSeeded(node, [extracted({ total: long })], {
		...rules(rule('total', { convertTo: 'number' })),
		output: 'fieldsOnly',
	});
	expect(jsons[0]?.issues).toBe(`total is not a number: ${long.slice(0, 100)}…`);
});
