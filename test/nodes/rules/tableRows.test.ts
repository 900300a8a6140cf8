import type { INodeParameters } from 'n8n-workflow';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { hintsOf } from '../../harness/n8n/runNode';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import type { SeedSpec } from '../../sandbox/records';
import { extracted, getSeeded, rule, rules } from '../runs';

/** Line items in one field of the service become rows with their own columns. */

const node = new SandboxedNode();
useDrivenTime(node);

const TABLE = rule('lines', { convertTo: 'table' });
const AMOUNT = rule('lines.amount', { convertTo: 'number', required: true });
const NET = rule('net', { convertTo: 'number' });
const RULES = rules(TABLE, AMOUNT, NET);
const SUM = {
	checks: { checks: [{ check: 'sum', addends: 'lines.amount', total: 'net' }] },
};

const GOOD = extracted({
	number: 'A-1',
	net: '10.00',
	lines: 'item;amount\nPaper;4.50\nPens;5.50',
});
const WRONG = extracted({ number: 'A-2', net: '11', lines: '[["item","amount"],["Ink","10.99"]]' });
const UNEVEN = extracted({ number: 'A-3', net: '1', lines: 'item;amount\nPaper' });
const NONE = extracted({ number: 'A-4', net: '1', lines: null });
const FAILED = { status: 'failed' as const, filename: 'Torn', failureReason: 'Blank' };

const run = async (specs: SeedSpec[], parameters: object) =>
	await getSeeded(node, specs, parameters);

describe('a rule that converts to Table', () => {
	it('outputs rows, whose columns have rules of their own', async () => {
		const { items } = await run([GOOD, WRONG, UNEVEN], RULES);
		expect(items.map(({ json }) => json)).toMatchObject([
			{
				fields: {
					lines: [
						{ item: 'Paper', amount: 4.5 },
						{ item: 'Pens', amount: 5.5 },
					],
				},
				issues: [],
			},
			{ fields: { lines: [{ item: 'Ink', amount: 10.99 }] }, issues: [] },
			{
				fields: { lines: 'item;amount\nPaper' },
				issues: [{ field: 'lines', problem: 'has 1 cell in row 1, but 2 columns' }],
			},
		]);
	});

	it('reports up to ten invalid cells of a column, and the number of the others', async () => {
		const bad = Array.from({ length: 30 }, (_, at) => `Item ${at};much`).join('\n');
		const specs = [
			extracted({ lines: 'item;amount\nPaper;x\nPens;\nInk;3' }),
			extracted({ lines: `item;amount\n${bad}` }),
		];
		const { items } = await run(specs, RULES);
		const [some, many] = items.map(({ json }) => json.issues);
		expect(some).toEqual([
			expect.objectContaining({
				field: 'lines.amount',
				problem: 'in row 1 is not a number',
				value: 'x',
			}),
			expect.objectContaining({ problem: 'in row 2 is missing', value: null }),
		]);
		expect(many).toHaveLength(11);
		expect(many).toContainEqual(
			expect.objectContaining({ field: 'lines.amount', problem: 'has issues in 20 more rows' }),
		);
	});

	it('reports a column that the table lacks once, whether it is required or not', async () => {
		for (const required of [true, false]) {
			const { items } = await run([GOOD, GOOD], rules(TABLE, rule('lines.tax', { required })));
			const problem = "is not a column: the table has 'item', 'amount'";
			const issues = [{ field: 'lines.tax', problem, value: null, reasoning: 'saw lines' }];
			expect(items.map(({ json }) => json.issues)).toEqual([issues, issues]);
		}
	});

	it.each([
		['lines ', 'lines.amount', 'lines'],
		['lines ', 'lines.amount', 'lines '],
		[' lines', ' lines.amount ', 'lines'],
		['lines', ' lines. amount ', 'lines'],
	])('has columns, with a blank beside a name: %j, %j', async (table, column, name) => {
		const one = extracted({ [name]: '[{"amount":"8"}]' });
		const parameters = rules(
			rule(table, { convertTo: 'table' }),
			rule(column, { convertTo: 'number' }),
		);
		const { items } = await run([one, one], parameters);
		const fields = { [name]: [{ amount: 8 }] };
		expect(items.map(({ json }) => [json.fields, json.issues])).toEqual([
			[fields, []],
			[fields, []],
		]);
	});

	it('does not change a field with the name of a column', async () => {
		const own = extracted({ 'lines.amount': '7', lines: '[{"amount":"8"}]' });
		const { items } = await run([own, own], RULES);
		const fields = { 'lines.amount': 7, lines: [{ amount: '8' }] };
		expect(items.map(({ json }) => json)).toMatchObject([{ fields }, { fields }]);
	});
});

describe('One Item per Row', () => {
	const PER_ROW = { ...RULES, ...SUM, output: 'itemPerRow' };

	it('outputs the columns of each row, then the fields of its run, paired with its item', async () => {
		const { items } = await run([GOOD, WRONG], PER_ROW);
		expect(items.map(({ json, pairedItem }) => [JSON.stringify(json), pairedItem])).toEqual(
			[
				[{ item: 'Paper', amount: 4.5, number: 'A-1', net: 10, issues: '' }, { item: 0 }],
				[{ item: 'Pens', amount: 5.5, number: 'A-1', net: 10, issues: '' }, { item: 0 }],
				[
					{
						...{ item: 'Ink', amount: 10.99, number: 'A-2', net: 11 },
						issues: 'net is 11, but lines.amount (1 value) is 10.99',
					},
					{ item: 1 },
				],
			].map(([row, item]) => [JSON.stringify(row), item]),
		);
	});

	it('outputs an empty row if there are no rows, or they are unreadable', async () => {
		const { items } = await run([UNEVEN, NONE, FAILED], PER_ROW);
		expect(items.map(({ json }) => json)).toMatchObject([
			{
				...{ amount: null, number: 'A-3', net: 1 },
				issues: expect.stringMatching(
					/^lines has 1 cell .*; net cannot be checked, because lines could/,
				),
			},
			{ amount: null, number: 'A-4', issues: 'net cannot be checked, because lines has no rows' },
			{ amount: null, net: null, runStatus: 'failed', failureReason: 'Blank', issues: '' },
		]);
	});

	it('outputs a failed run with the columns of the table, and without the field of the rows', async () => {
		const options = { fieldsToOutput: 'lines, number' };
		const { items } = await run([FAILED, FAILED], { ...PER_ROW, options });
		const names = ['runId', 'runName', 'runStatus', 'failureReason', 'amount', 'number', 'issues'];
		expect(items.map(({ json }) => Object.keys(json))).toEqual([names, names]);
	});

	it('keeps columns that have the name of a column of the run', async () => {
		const clash = extracted({ lines: 'runId;issues\n7;none' });
		const parameters = { ...rules(TABLE), output: 'itemPerRow', options: { includeRun: true } };
		const { items } = await run([clash, clash], parameters);
		const names = ['docScoreRunId', 'runName', 'runStatus', 'runId', 'issues', 'ruleIssues'];
		expect(items.map(({ json }) => Object.keys(json))).toEqual([names, names]);
		expect(items[0]?.json).toMatchObject({ runId: '7', issues: 'none', ruleIssues: '' });
	});

	it('has only the selected fields next to the row; a column with the name of one gets an underscore', async () => {
		const clash = extracted({ item: 'I', amount: 'II', lines: 'item;amount\nPaper;1' });
		const options = { fieldsToOutput: 'amount', includeRun: true };
		const { items } = await run([clash, clash], { ...PER_ROW, checks: {}, options });
		expect(items.map(({ json }) => Object.keys(json))).toEqual(
			Array(2).fill(['runId', 'runName', 'runStatus', 'item', 'amount_', 'amount', 'issues']),
		);
		expect(items[0]?.json).toMatchObject({ amount_: 1, amount: 'II' });
	});

	it('keeps the values of columns that are named in Fields to Output, also where the run failed', async () => {
		const options = { fieldsToOutput: 'number, item, amount' };
		const done = await run([GOOD, FAILED], { ...PER_ROW, checks: {}, options });
		const { items } = done;
		expect(items.map(({ json }) => [json.number, json.item, json.amount])).toEqual([
			['A-1', 'Paper', 4.5],
			['A-1', 'Pens', 5.5],
			[null, null, null],
		]);
		expect(JSON.stringify(items)).not.toMatch(/(item|amount)_/);
		expect(hintsOf(done)).toEqual([]);
	});

	it('sends a run whose rows do not add up to Review as one item, and the rows of others to Done', async () => {
		const { outputs } = await run([GOOD, WRONG], { ...PER_ROW, review: true });
		expect(outputs.map((items) => items.map(({ json }) => json.item ?? json.name))).toEqual([
			['Paper', 'Pens'],
			['Invoice'],
		]);
		expect(outputs[1]?.[0]?.json.fields).toMatchObject({ lines: [{ amount: 10.99 }] });
	});

	it('outputs the rows of one table with the other as text; another node outputs the other', async () => {
		const both = extracted({
			number: 'A-7',
			lines: 'item;amount\nPaper;1\nInk;2',
			taxes: '[["rate","tax"],["19","0.57"]]',
		});
		const perRow = (...rows: INodeParameters[]) => ({ ...rules(...rows), output: 'itemPerRow' });
		const ofLines = await run([both, both], perRow(TABLE, AMOUNT));
		const taxes = '[["rate","tax"],["19","0.57"]]';
		const shown = [
			{ item: 'Paper', amount: 1, number: 'A-7', taxes, issues: '' },
			{ item: 'Ink', amount: 2, number: 'A-7', taxes, issues: '' },
		];
		expect(ofLines.items.map(({ json }) => json)).toEqual([...shown, ...shown]);
		const ofTaxes = await run([both], perRow(rule('taxes', { convertTo: 'table' })));
		expect(ofTaxes.items).toMatchObject([{ json: { rate: '19', tax: '0.57', number: 'A-7' } }]);
	});
});
