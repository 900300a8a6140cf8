// Sources: rules/columns.ts, rules/issue.ts
import type { FieldRule } from '../../../nodes/DocScore/rules/conversions';
import { applyRules } from '../../../nodes/DocScore/rules/applyRules';
import type { ExtractedField } from '../../../nodes/DocScore/service/types';
import { turnsDuring } from '../../harness/jest/eventLoop';
import { ruleFor } from './format';

const field = (name: string, value: ExtractedField['value'], reasoning: string | null = null) => ({
	name,
	value,
	reasoning,
});

describe('rules for fields', () => {
	it('leave fields without a rule as they are, in their order', async () => {
		const fields = [field('b', '1,5'), field('a', null, 'not found'), field('c', ['x', 1])];
		const unchanged = { fields, issues: [], unconverted: new Set(), currencies: new Map() };
		expect(await applyRules(fields, [])).toEqual(unchanged);
		const number = ruleFor('a', { conversion: 'number' });
		expect(await applyRules(fields, [number])).toEqual(unchanged);
	});

	it.each<[ExtractedField['value'], boolean]>([
		[null, true],
		[undefined, true],
		['', true],
		[' \n', true],
		['\u200B', true],
		[' \uFEFF\u2060\u00AD\u3164\u2800\u0000 ', true],
		[['\u200B', ''], true],
		['\u200B0', false],
		['é', false],
		[['\u200B', 0], false],
		[['', 'é'], false],
		[[], true],
		[0, false],
		[false, false],
		['0', false],
		[[null], true],
		['N/A', true],
		['N/A\n', true],
		[' " N/A" ', true],
		[`not found in the ${'x'.repeat(83)}`, false],
		['null', true],
		['None', true],
		['-', true],
		['not found', true],
		['?', true],
		['[]', true],
		...['Not mentioned', 'not specified in the document.', '(none)', '…', '...', '[N/A]'].map(
			(text): [string, boolean] => [text, true],
		),
		...['keine Angabe', 'Ohne Angaben', 'nicht angegeben', 'k. A.', 'Non précisé', 'no consta'].map(
			(text): [string, boolean] => [text, true],
		),
		['not specified by the driver', false],
		['keine', false],
		['none of the above', false],
		['-5', false],
		[{}, false],
	])('treat %j as missing: %s', async (value, isMissing) => {
		const { issues } = await applyRules(
			[field('a', value, 'why')],
			[ruleFor('a', { required: true })],
		);
		const issue = { field: 'a', problem: 'is missing', value, reasoning: 'why' };
		expect(issues).toEqual(isMissing ? [issue] : []);
		expect((await applyRules([field('a', value)], [ruleFor('a')])).issues).toEqual([]);
	});

	it('report at most one problem for each rule, in the order of the rules, with the original value', async () => {
		const fields = [field('total', 'much', 'Page 1'), field('date', '14/03/2025'), field('no', '')];
		const result = await applyRules(fields, [
			ruleFor('no', { required: true, conversion: 'text' }),
			ruleFor('total', { required: true, conversion: 'number' }),
			ruleFor('date', { required: true, conversion: 'date' }),
			ruleFor('iban', { required: true }),
			ruleFor('note'),
		]);
		expect(result).toEqual({
			fields: [
				field('total', 'much', 'Page 1'),
				field('date', '2025-03-14'),
				field('no', ''),
				field('iban', null),
				field('note', null),
			],
			issues: [
				{ field: 'no', problem: 'is missing', value: '', reasoning: null },
				{
					field: 'total',
					problem: 'is not a number such as 1,234.56',
					value: 'much',
					reasoning: 'Page 1',
				},
				{ field: 'iban', problem: 'is missing', value: null, reasoning: null },
			],
			unconverted: new Set(['total']),
			currencies: new Map(),
		});
	});

	it('make cells that are ordinary properties, also of a column that the table lacks', async () => {
		const rules = [
			ruleFor('lines', { conversion: 'table' }),
			ruleFor('lines. price', { conversion: 'number' }),
			ruleFor('lines.tax', { required: true }),
		];
		const lines = [{ price: '1.50', undefined: 'x' }];
		const { fields, issues } = await applyRules([field('lines', lines)], rules);
		const [row] = [fields[0]?.value].flat();
		const plain = { price: 1.5, undefined: 'x', tax: null };
		expect(Object.getOwnPropertyDescriptors(row)).toEqual(Object.getOwnPropertyDescriptors(plain));
		const problem = "is not a column: the table has 'price', 'undefined'";
		expect(issues).toEqual([{ field: 'lines.tax', problem, value: null, reasoning: null }]);
	});

	it('treat a list of separators alone as missing', async () => {
		const list = ruleFor('a', { required: true, conversion: 'list' });
		expect(await applyRules([field('a', ' , ,')], [list])).toMatchObject({
			issues: [{ problem: 'is missing' }],
		});
	});
});

describe('rules for columns', () => {
	const LINES = ruleFor('lines', { conversion: 'table' });
	const AMOUNT = ruleFor('lines.amount', { conversion: 'number' });
	const apply = async (text: string, ...more: FieldRule[]) =>
		await applyRules([field('lines', text)], [LINES, AMOUNT, ...more]);

	it.each([
		['Amount', '4.50'],
		['AMOUNT', '4.50'],
		['a mount', '4.50'],
		['amount:', '4.50'],
		['**amount**', '4.50'],
		['**amount:**', '4.50'],
		['**amount:**:', '4.50'],
		['`amount`', '4.50'],
	])('find the column %j', async (name) => {
		const result = await apply(`| item | ${name} |\n|---|---|\n| Paper | 4.50 |`);
		expect(result.fields[0]?.value).toEqual([{ item: 'Paper', amount: 4.5 }]);
		expect(result.issues).toEqual([]);
	});

	it.each([
		['item;Betrag\nPaper;4.50', "is not a column: the table has 'item', 'Betrag'"],
		['item;amount (EUR)\nPaper;4.50', "is not a column: the table has 'item', 'amount (EUR)'"],
		['item;Amount*\nPaper;4.50', "is not a column: the table has 'item', 'Amount*'"],
		[
			'item;AMOUNT;Amount\nPaper;4;5',
			"is not a column: more than one column fits: 'AMOUNT', 'Amount'",
		],
	])('report that %j has no such column', async (text, problem) => {
		const { issues, unconverted } = await apply(text);
		expect(issues).toEqual([{ field: 'lines.amount', problem, value: null, reasoning: null }]);
		expect(unconverted).toEqual(new Set(['lines.amount']));
	});

	it('find the column with exactly this name before others', async () => {
		const lines = [{ AMOUNT: 'x', ' amount ': '4.50', Amount: 'y' }];
		const { fields, issues } = await applyRules([field('lines', lines)], [LINES, AMOUNT]);
		expect(fields[0]?.value).toEqual([{ AMOUNT: 'x', amount: 4.5, Amount: 'y' }]);
		expect(issues).toEqual([]);
	});

	it('belong to their own table', async () => {
		const rules = ['taxes', 'lines'].flatMap((name) => [
			ruleFor(name, { conversion: 'table' }),
			ruleFor(`${name}.amount`, { conversion: 'number', required: true }),
		]);
		const tables = [field('lines', 'item;amount\na;1'), field('taxes', 'rate;amount\n19;2\n7;')];
		expect(await applyRules(tables, rules)).toMatchObject({
			fields: [
				{ value: [{ item: 'a', amount: 1 }] },
				{
					value: [
						{ rate: '19', amount: 2 },
						{ rate: '7', amount: null },
					],
				},
			],
			issues: [{ field: 'taxes.amount', problem: 'in row 2 is missing' }],
		});
	});

	it('are for fields, if no rule converts their table', async () => {
		const { fields, issues } = await applyRules(
			[field('lines', 'x;amount\na;1')],
			[ruleFor('lines'), ruleFor('lines.amount', { required: true })],
		);
		expect(fields).toEqual([field('lines', 'x;amount\na;1'), field('lines.amount', null)]);
		expect(issues).toMatchObject([{ field: 'lines.amount', problem: 'is missing' }]);
	});

	it.each([
		['keep', 'much', 'many'],
		['empty', null, null],
	] as const)(
		'keep or empty a cell that cannot be converted, as a field: %s',
		async (unconverted, total, amount) => {
			const { fields } = await applyRules(
				[field('total', 'much'), field('lines', 'x;amount\na;many')],
				[ruleFor('total', { conversion: 'number' }), LINES, AMOUNT],
				unconverted,
			);
			expect(fields).toMatchObject([{ value: total }, { value: [{ x: 'a', amount }] }]);
		},
	);

	it.each(['__proto__', 'constructor'])('output cells of a column called %s', async (name) => {
		const names = ['lines.size', `lines.${name}`].map((each) => ruleFor(each));
		for (const cell of ['1', null]) {
			const line = { size: 2, ...(cell !== null && { [name]: 1 }) };
			const { fields } = await applyRules([field('lines', [line])], [LINES, ...names]);
			const rows = [fields[0]?.value].flat().map((row) => new Map(Object.entries(row ?? {})));
			expect(rows).toEqual([new Map(Object.entries({ size: '2', [name]: cell }))]);
		}
	});

	it('report nothing of a table without rows', async () => {
		expect((await apply('[]')).issues).toEqual([]);
		expect((await applyRules([field('lines', [])], [LINES, AMOUNT])).issues).toEqual([]);
	});

	it('make a first line with digits the head, if one of its names has a rule', async () => {
		const text = 'amount;Q1 2025\n4.50;1';
		const { fields, issues } = await apply(text);
		expect(fields[0]?.value).toEqual([{ amount: 4.5, 'Q1 2025': '1' }]);
		expect(issues).toEqual([]);
		const [issue] = (await applyRules([field('lines', text)], [LINES])).issues;
		expect(issue?.problem).toBe("has no column names: its first row contains 'Q1 2025'");
	});

	it.each([
		[11, 11, 'in row 11 is not a number such as 1,234.56'],
		[12, 11, 'has issues in 2 more rows'],
	])('report issues in %i rows with %i issues', async (rows, count, last) => {
		const lines = Array.from({ length: rows }, () => 'a;x').join('\n');
		const { issues } = await apply(`item;amount\n${lines}`);
		expect(issues).toHaveLength(count);
		expect(issues[9]?.problem).toBe('in row 10 is not a number such as 1,234.56');
		expect(issues.at(-1)).toMatchObject({ field: 'lines.amount', problem: last });
	});

	it('report two currencies in a column, in the first row with another one', async () => {
		const { issues, unconverted } = await apply('item;amount\na;$1\nb;2\nc;3 CAD\nd;4 €\ne;5 €');
		const problem = 'in row 4 is in EUR, but row 1 in CAD';
		expect(issues[0]).toMatchObject({ field: 'lines.amount', problem, value: '4 €' });
		expect(unconverted).toEqual(new Set(['lines.amount']));
	});

	it.each([
		['keep', '2 €'],
		['empty', null],
	] as const)(
		'do not output an amount in another currency as a number: %s',
		async (kept, amount) => {
			const lines = field('lines', 'x;amount\na;$1\nb;2 €\nc;3');
			const { fields } = await applyRules([lines], [LINES, AMOUNT], kept);
			expect([fields[0]?.value].flat()).toEqual([
				{ x: 'a', amount: 1 },
				{ x: 'b', amount },
				{ x: 'c', amount: 3 },
			]);
		},
	);

	it.each([
		['$1', 'ARS, AUD or another'],
		['1 FCFA', 'XAF or XOF'],
	])('name what %s can be', async (amount, currencies) => {
		const { issues } = await apply(`item;amount\na;${amount}\nb;2 €`);
		expect(issues[0]?.problem).toBe(`in row 2 is in EUR, but row 1 in ${currencies}`);
	});
});

test('a long table is read in many turns of the event loop', async () => {
	const time = (at: number) =>
		`March ${(at % 28) + 1}, ${1950 + (at % 100)} ${(at % 12) + 1}:${(at % 50) + 10} PM`;
	const lines = Array.from({ length: 1_000 }, (_, at) =>
		['a', 'b', 'c', 'd'].map((_name, column) => time(at * 4 + column)).join(';'),
	);
	const rules = [
		ruleFor('lines', { conversion: 'table' }),
		...['a', 'b', 'c', 'd'].map((name) => ruleFor(`lines.${name}`, { conversion: 'dateTime' })),
	];
	const work = applyRules([field('lines', ['a;b;c;d', ...lines].join('\n'))], rules);
	expect(await turnsDuring(work)).toBeGreaterThan(2);
	expect((await work).issues).toEqual([]);
});
