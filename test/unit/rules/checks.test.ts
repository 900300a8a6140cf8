import { applyRules } from '../../../nodes/DocScore/rules/applyRules';
import { type Check, runChecks } from '../../../nodes/DocScore/rules/checks';
import type { FieldRule } from '../../../nodes/DocScore/rules/conversions';
import { decimalOf, ZERO } from '../../../nodes/DocScore/rules/decimal';
import type { ExtractedField } from '../../../nodes/DocScore/service/types';
import { ruleFor } from './format';

type Sent = Record<string, ExtractedField['value']>;

/** What the checks make of these fields. */
async function checked(sent: Sent, checks: Check[], rules: FieldRule[] = []) {
	const fields = Object.entries(sent).map(([name, value]) => ({ name, value, reasoning: null }));
	return runChecks(await applyRules(fields, rules), checks, fields);
}

const problems = async (sent: Sent, check: Check, rules?: FieldRule[]) =>
	(await checked(sent, [check], rules)).issues
		.filter(({ check: kind }) => kind !== undefined)
		.map(({ field, problem }) => `${field} ${problem}`);

const sum = (...addends: string[]): Check => ({
	kind: 'sum',
	addends,
	total: 'total',
	tolerance: ZERO,
});
const within = (number: string): Check => ({
	kind: 'range',
	number,
	lowest: decimalOf(1),
	highest: decimalOf(2e21),
});
const NUMBERS = ['a', 'total', 'lines.amount'].map((name) =>
	ruleFor(name, { conversion: 'number' }),
);
const TABLE = ruleFor('lines', { conversion: 'table' });
const RULES = [TABLE, ...NUMBERS];
const not = (reason: string) => [`total cannot be checked, because ${reason}`];

describe('a sum', () => {
	it.each<[string, Sent, Check, string[]]>([
		[
			'leaves out empty cells',
			{ total: '3', lines: 'x;amount\na;1\nb;\nc;2' },
			sum('lines . amount'),
			[],
		],
		[
			'of empty cells alone is not possible',
			{ total: '3', lines: 'x;amount\na;\nb;' },
			sum('lines.amount'),
			not('lines.amount has no value'),
		],
		[
			'of a table without rows is not possible',
			{ total: '3', lines: [] },
			sum('lines.amount'),
			not('lines has no rows'),
		],
		[
			'of a table that could not be read is not possible',
			{ total: '3', lines: 'Paper' },
			sum('lines.amount'),
			not('lines could not be converted'),
		],
		[
			'of a cell that could not be converted is not possible',
			{ total: '3', lines: 'x;amount\na;1\nb;two' },
			sum('lines.amount'),
			not('lines.amount could not be converted'),
		],
		[
			'takes a field that is called like a column',
			{ total: '3', lines: 'x;amount\na;1', 'lines.amount': '3' },
			sum('lines.amount'),
			[],
		],
		[
			'does not take a field that begins like a table for a column',
			{ total: '3', lines: 'x;amount\na;1' },
			sum('lines2'),
			not('lines2 has no value'),
		],
	])('%s', async (_does, sent, check, expected) => {
		expect(await problems(sent, check, RULES)).toEqual(expected);
	});

	it('takes the field without blanks, if two names differ only in these', async () => {
		const names = ['a ', 'a', ' a'];
		const values: Sent = { 'a ': 1, a: 2, ' a': 4 };
		for (const order of [names, names.toReversed()]) {
			const sent = Object.fromEntries(order.map((name) => [name, values[name] ?? null]));
			expect(await problems({ ...sent, total: 9 }, sum('a'))).toEqual(['total is 9, but a is 2']);
		}
		const [first] = await problems({ 'a ': 1, ' a': 4, total: 9 }, sum('a'));
		expect(first).toBe('total is 9, but a  is 1');
	});

	it('is exact with numbers that JavaScript writes with an exponent', async () => {
		expect(await problems({ total: 3e21, a: 2e21, b: 1e21 }, sum('a', 'b'))).toEqual([]);
		const [problem] = await problems({ total: 3e21, a: -2e-7, b: 0 }, sum('a', 'b'));
		const shown = 'a + b is -0.0000002 + 0 = -0.0000002';
		expect(problem).toBe(`total is 3000000000000000000000, but ${shown}`);
	});

	it('shows decimals without the zeros at their end', async () => {
		expect(await problems({ total: 2, a: 0.25, b: 0.75 }, sum('a', 'b'))).toEqual([
			'total is 2, but a + b is 0.25 + 0.75 = 1',
		]);
	});

	it('finds the column of a table whose name has a dot', async () => {
		const rules = ['doc.lines', 'doc.lines.amount'].map((name, at) =>
			ruleFor(name, { conversion: at === 0 ? 'table' : 'number' }),
		);
		const sent = { total: 9, 'doc.lines': 'x;amount\na;1\nb;2' };
		expect(await problems(sent, sum('doc.lines.amount'), rules)).toEqual([
			'total is 9, but doc.lines.amount (2 values) is 3',
		]);
	});

	it('is not possible with texts', async () => {
		const texts = [TABLE, ...['a', 'lines.amount'].map((name) => ruleFor(name))];
		const sent = { total: 3, a: 'three', lines: 'x;amount\na;1' };
		expect(await problems(sent, sum('a'), texts)).toEqual(not('a is not a number'));
		expect(await problems(sent, sum('a'), RULES)).toEqual(not('a could not be converted'));
		expect(await problems(sent, sum('lines.amount'), texts)).toEqual(
			not('lines.amount is not a number'),
		);
		// 1e999 in JSON is Infinity.
		expect(await problems({ total: 0, a: Infinity }, sum('a'))).toEqual(not('a is not a number'));
	});
});

it('an issue has the value that was sent, and the run a field for it', async () => {
	const sent = { total: '3 EUR', a: '2 USD', b: 2 };
	const checks = [sum('a'), sum('b'), sum('total'), { ...sum('a'), total: 'c' }, within('c')];
	const { fields, issues } = await checked(sent, checks, NUMBERS);
	expect(fields.at(-1)).toEqual({ name: 'c', value: null, reasoning: null });
	const mixed = 'is not the sum of amounts in one currency: a in USD, total in EUR';
	const none = { field: 'c', problem: 'cannot be checked, because c has no value', value: null };
	expect(issues).toEqual(
		[
			{ field: 'total', problem: mixed, value: '3 EUR', check: 'failed' },
			{ field: 'total', problem: 'is 3, but b is 2', value: '3 EUR', check: 'failed' },
			...[none, none].map((issue) => ({ ...issue, check: 'notPossible' })),
		].map((issue) => ({ ...issue, reasoning: null })),
	);
});

describe('a product', () => {
	const [quantity, price, amount] = ['lines.n', 'lines.price', 'lines.amount'];
	const product: Check = { kind: 'product', quantity, price, amount, tolerance: ZERO };
	const rules = [
		TABLE,
		...[quantity, price, amount].map((name) => ruleFor(name, { conversion: 'number' })),
	];
	const line = (cells: string): Sent => ({ lines: `n;price;amount\n${cells}` });

	it.each([
		['3;33.4;100 JPY', []],
		['3;33.1;100 JPY', ['lines.amount in row 1 is 100, but 3 × 33.1 is 99.3']],
		['3;0.0335;0.101 KWD', []],
		['3;0.0337;0.1 KWD', ['lines.amount in row 1 is 0.1, but 3 × 0.0337 is 0.1011']],
		['3;33.4;100 FCFA', []],
		['3;33.4;₩100', []],
		// Yen or yuan.
		['3;33.4;¥100', ['lines.amount in row 1 is 100, but 3 × 33.4 is 100.2']],
		// Of the Congo or of Burundi.
		['3;33.4;100 francs', ['lines.amount in row 1 is 100, but 3 × 33.4 is 100.2']],
		['3;0.335;$1.01', []],
		['3;0.332;$1', []],
		['3;0.331;$1', ['lines.amount in row 1 is 1, but 3 × 0.331 is 0.993']],
		['3;5 kr;15 SEK', []],
		[
			'3;5 USD;15 EUR',
			['lines.amount is not in the currency of the price: lines.price in USD, lines.amount in EUR'],
		],
	])('may differ by half of the smallest unit: %s', async (cells, expected) => {
		expect(await problems(line(cells), product, rules)).toEqual(expected);
	});

	it('needs all numbers of a row, but for an amount alone', async () => {
		const reason = 'cannot be checked, because a number is missing';
		expect(await problems(line('2;;5\n;2;5\n2;2;\n;;5'), product, rules)).toEqual(
			[1, 2, 3].map((row) => `lines.amount in row ${row} ${reason}`),
		);
	});

	it('needs columns', async () => {
		expect(await problems({ n: 1 }, { ...product, quantity: 'n' }, rules)).toEqual([
			'lines.amount cannot be checked, because n is not a column',
		]);
	});

	it('adds no field to the run', async () => {
		const { fields } = await checked(line('3;1;4'), [product], rules);
		expect(fields.map(({ name }) => name)).toEqual(['lines']);
	});
});

it('a range includes its ends, also in a column', async () => {
	const sent = { a: 1, total: 2e21, lines: 'x;amount\na;\nb;5\nc;0.9' };
	expect(await problems(sent, within('a'))).toEqual([]);
	expect(await problems(sent, within('total'))).toEqual([]);
	expect(await problems(sent, within('lines.amount'), RULES)).toEqual([
		'lines.amount in row 3 is 0.9, not between 1 and 2000000000000000000000',
	]);
});

it('an order of dates needs both dates, as texts', async () => {
	const dates: Check = { kind: 'dates', earlier: 'a', later: 'b' };
	const day = '2025-03-01';
	expect(await problems({ a: day, b: day }, dates)).toEqual([]);
	expect(await problems({ a: '2025-03-02', b: day }, dates)).toEqual([
		'a is 2025-03-02, which is after b (2025-03-01)',
	]);
	expect(await problems({ a: ' ', b: day }, dates)).toEqual([
		'a cannot be checked, because a has no value',
	]);
	expect(await problems({ a: day, b: 5 }, dates)).toEqual([
		'a cannot be checked, because b is not a text',
	]);
});

it.each([
	['iban', 'DE89 3704 0044 0532 0130 00'],
	['vatId', 'DE136695976'],
] as const)('a field has one %s, or has no value', async (kind, id) => {
	const [longest, check] = [id.padEnd(200), { kind, field: 'a' }];
	expect(await problems({ a: longest }, check)).toEqual([]);
	expect((await problems({ a: `${longest}x` }, check)).join()).toMatch(/ does not /);
	for (const value of ['N/A', ' ', null, 'not found']) {
		expect(await problems({ a: value }, { kind, field: 'a' })).toEqual([
			'a cannot be checked, because a has no value',
		]);
	}
});
