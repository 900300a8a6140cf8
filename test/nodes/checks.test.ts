import type { INodeParameters } from 'n8n-workflow';
import { isObject } from '../../nodes/DocScore/service/json';
import { useDrivenTime } from '../harness/jest/drivenTime';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';
import { extracted, get, rule, rules } from './runs';

/** Checks that compare fields of a run, or test the check digits of a field. */

const node = new SandboxedNode();
useDrivenTime(node);

const NUMBERS = ['net', 'vat', 'total'].map((name) =>
	rule(name, { convertTo: 'number', numberFormat: 'pointComma' }),
);
const DATES = ['date', 'due'].map((name) => rule(name, { convertTo: 'date' }));

const SUM = { check: 'sum', addends: 'net, vat', total: 'total' };

const checks = (...rows: INodeParameters[]) => ({ checks: { checks: rows } });

async function issuesOf(values: Array<Record<string, string | null>>, parameters: object) {
	const ids = await node.control.seedRuns(values.map(extracted));
	const { items, error } = await node.run({
		parameters: get(parameters),
		items: ids.map((id) => ({ id })),
	});
	expect(error).toBeUndefined();
	return items.map(({ json }) => json.issues);
}

describe('Checks', () => {
	it('report fields that do not add up, with the exact decimal sum', async () => {
		const amounts = (net: string | null, vat: string, total: string) => ({ net, vat, total });
		const issue = (problem: string, check: string, value: string) => [
			{ field: 'total', problem, value, reasoning: 'saw total', check },
		];
		expect(
			await issuesOf(
				[
					amounts('0,10', '0,20', '0,30'),
					amounts('1.184,60', '225,07', '1.409,68'),
					amounts(null, '1', '2'),
					amounts('viel', '1', '2'),
				],
				{ ...rules(...NUMBERS), ...checks(SUM) },
			),
		).toEqual([
			[],
			issue('is 1409.68, but net + vat is 1184.6 + 225.07 = 1409.67', 'failed', '1.409,68'),
			issue('cannot be checked, because net has no value', 'notPossible', '2'),
			[
				expect.objectContaining({ field: 'net', value: 'viel' }),
				...issue('cannot be checked, because net could not be converted', 'notPossible', '2'),
			],
		]);
	});

	it('accept a difference up to the tolerance', async () => {
		const values = ['99,98', '99,99', '100,01', '100,02'].map((net) => ({
			net,
			vat: '0',
			total: '100',
		}));
		const tolerant = checks({ ...SUM, tolerance: 0.01 });
		const issues = await issuesOf(values, { ...rules(...NUMBERS), ...tolerant });
		expect(issues).toMatchObject([[{ check: 'failed' }], [], [], [{ check: 'failed' }]]);
	});

	it.each(['keep', 'empty'])('report a missing value as not possible, %s', async (unconverted) => {
		const parameters = { ...rules(...NUMBERS), ...checks(SUM), options: { unconverted } };
		const [issues] = await issuesOf([{ net: '1', vat: 'x', total: '2' }, {}], parameters);
		expect(issues).toMatchObject([
			{ field: 'vat' },
			{ problem: 'cannot be checked, because vat could not be converted', check: 'notPossible' },
		]);
	});

	it.each([
		['empty', [], null],
		['not a number', ['many'], 'cannot be checked, because items.amount could not be converted'],
	])('add up a column in which eleven cells are %s', async (_, more, problem) => {
		const column = ['5', ...Array.from({ length: 11 }, () => ''), ...more];
		const items = ['item;amount', ...column.map((amount, at) => `Item ${at};${amount}`)].join('\n');
		const amount = rule('items.amount', { convertTo: 'number', required: true });
		const total = rule('total', { convertTo: 'number' });
		const parameters = {
			...rules(rule('items', { convertTo: 'table' }), amount, total),
			...checks({ check: 'columnSum', column: 'items.amount', total: 'total' }),
		};
		const values = [
			{ items, total: '5' },
			{ items, total: '5' },
		];
		for (const issues of await issuesOf(values, parameters)) {
			const ofTotal = [issues].flat().filter((issue) => isObject(issue) && issue.field === 'total');
			expect(ofTotal).toMatchObject(problem === null ? [] : [{ problem }]);
		}
	});

	it.each([
		['typed with it', 'net ', 'total '],
		['picked', 'net ', { __rl: true, mode: 'list', value: 'total ' }],
	])('find fields with a blank at their end, %s', async (_, addends, total) => {
		const ofList = (value: string) =>
			rule('', { field: { __rl: true, mode: 'list', value }, convertTo: 'number' });
		const number = (name: string) => rule(name, { convertTo: 'number' });
		const values = { 'net ': '1', 'total ': '2', 'lines ': '[["amount "],["3"]]' };
		const column = { check: 'columnSum', column: 'lines .amount ', total };
		const rows = [
			[ofList('net '), ofList('total '), number('lines .amount ')],
			[number('net '), number('total '), ofList('lines .amount ')],
		];
		for (const each of rows) {
			const issues = await issuesOf([values, values], {
				...rules(...each, rule('lines ', { convertTo: 'table' })),
				...checks({ check: 'sum', addends, total }, column),
			});
			const problems = [
				{ field: 'total ', problem: 'is 2, but net  is 1' },
				{ field: 'total ', problem: 'is 2, but the sum of 1 value of lines .amount is 3' },
			];
			expect(issues).toMatchObject([problems, problems]);
		}
	});

	it('add up a column whose name ends with a space', async () => {
		const lines = rule('lines', { convertTo: 'table' });
		const amount = rule('lines.amount ', { convertTo: 'number' });
		const total = rule('total', { convertTo: 'number' });
		const column = { check: 'columnSum', column: 'lines.amount ', total: 'total' };
		const one = { lines: '[{"amount ":"3"}]', total: '2' };
		const two = { lines: '[{"amount ":"3"},{"amount ":"4"}]', total: '2' };
		const parameters = { ...rules(lines, amount, total), ...checks(column) };
		expect(await issuesOf([one, two], parameters)).toMatchObject([
			[{ problem: 'is 2, but the sum of 1 value of lines.amount  is 3' }],
			[{ problem: 'is 2, but the sum of 2 values of lines.amount  is 7' }],
		]);
	});

	it('report a table without rows, whose column has no sum', async () => {
		const lines = rule('lines', { convertTo: 'table' });
		const amount = rule('lines.amount', { convertTo: 'number' });
		const total = rule('total', { convertTo: 'number' });
		const column = { check: 'columnSum', column: 'lines.amount', total: 'total' };
		const parameters = { ...rules(lines, amount, total), ...checks(column) };
		const values = { lines: '[]', total: '2' };
		const problem = 'cannot be checked, because lines has no rows';
		expect(await issuesOf([values, values], parameters)).toMatchObject([
			[{ field: 'total', problem, check: 'notPossible' }],
			[{ field: 'total', problem, check: 'notPossible' }],
		]);
	});

	it('report a date that is after another', async () => {
		const issues = await issuesOf(
			[
				{ date: '01/03/2025', due: '01/03/2025' },
				{ date: '02/03/2025', due: '01/03/2025' },
				{ date: '02/03/2025', due: null },
			],
			{ ...rules(...DATES), ...checks({ check: 'dates', earlier: 'date', later: 'due' }) },
		);
		expect(issues).toMatchObject([
			[],
			[{ field: 'date', problem: 'is 2025-03-02, which is after due (2025-03-01)' }],
			[{ field: 'date', problem: 'cannot be checked, because due has no value' }],
		]);
	});

	it('report wrong check digits of an IBAN and of a VAT ID, without a rule', async () => {
		const issues = await issuesOf(
			[
				{ iban: 'de89 3704 0044 0532 0130 00', vat_id: 'DE 136.695.976' },
				{ iban: 'DE89 3704 0044 0532 0130 01', vat_id: 'DE136695977' },
				{},
			],
			checks({ check: 'iban', field: 'iban' }, { check: 'vatId', field: 'vat_id' }),
		);
		const wrong = 'whose check digits are wrong';
		expect(issues).toMatchObject([
			[],
			[
				{ field: 'iban', problem: `is DE89 3704 0044 0532 0130 01, ${wrong}`, check: 'failed' },
				{ field: 'vat_id', problem: `is DE136695977, ${wrong}`, check: 'failed' },
			],
			[
				{ field: 'iban', problem: 'cannot be checked, because iban has no value', value: null },
				{ field: 'vat_id', check: 'notPossible' },
			],
		]);
	});

	it('report dashes in an IBAN, which only a VAT ID may have, and a number, which has no check digits', async () => {
		const values = { iban: 'DE89-3704-0044-0532-0130-00', vat_id: 'DE-136-695-976', number: '5' };
		const [issues, ...more] = await issuesOf([values, values], {
			...rules(rule('number', { convertTo: 'number' })),
			...checks(
				{ check: 'iban', field: 'iban' },
				{ check: 'vatId', field: 'vat_id' },
				{ check: 'vatId', field: 'number' },
			),
		});
		const form = 'is DE89-3704-0044-0532-0130-00, which does not have the form of an IBAN';
		expect(issues).toMatchObject([
			{ field: 'iban', problem: form, check: 'failed' },
			{ field: 'number', problem: 'cannot be checked, because number is not a text' },
		]);
		expect(more).toEqual([issues]);
	});

	it('are listed in the issues of a row, next to their field', async () => {
		const values: Array<Record<string, string>> = [
			{ net: '1', vat: '1', total: '3', iban: 'DE00' },
			{ net: '1', vat: '1', total: '2' },
		];
		const parameters = {
			...rules(...NUMBERS),
			...checks(SUM, { check: 'iban', field: 'iban' }),
		};
		const sum = 'total is 3, but net + vat is 1 + 1 = 2';
		const iban = 'iban is DE00, which does not have the form of an IBAN';
		const none = 'iban cannot be checked, because iban has no value';
		expect(await issuesOf(values, { ...parameters, output: 'fieldsOnly' })).toEqual([
			`${sum}; ${iban}`,
			none,
		]);
		expect(await issuesOf(values, { ...parameters, output: 'itemPerField' })).toEqual([
			...['', '', sum, iban],
			...['', '', '', none],
		]);
	});

	it('send a run to Review, even without rules', async () => {
		const ids = await node.control.seedRuns([
			extracted({ iban: 'DE89370400440532013000' }),
			extracted({ iban: 'DE89370400440532013001' }),
		]);
		const parameters = {
			...checks({ check: 'iban', field: 'iban' }),
			options: { secondOutput: 'issues' },
		};
		const { outputs } = await node.run({
			parameters: get(parameters),
			items: ids.map((id) => ({ id })),
		});
		expect(outputs.map((items) => items.map(({ json }) => json.id))).toEqual([[ids[0]], [ids[1]]]);
	});

	it.each([
		[
			{ check: 'sum', addends: 'net, tax', total: 'total' },
			"'Checks' needs a rule that converts the field to Number: 'tax'",
		],
		[
			{ check: 'sum', addends: 'net', total: '={{ " " }}' },
			"'Checks' has a check in which 'Total' is empty",
		],
		[
			{ check: 'sum', addends: ' ', total: 'total' },
			"'Checks' has a check in which 'Fields' is empty",
		],
		[
			{ check: 'dates', earlier: 'net', later: 'due' },
			"'Checks' needs a rule that converts the field to Date or Date and Time: 'net'",
		],
		[
			{ check: 'dates', earlier: 'date', later: 'at' },
			"'Checks' needs a rule that converts the field to Date: 'at'",
		],
		[{ check: 'sum', addends: 'net', total: 'total', tolerance: -1 }, "'Tolerance' is too low: -1"],
		[
			{ check: 'sum', addends: 'net', total: 'total', tolerance: '={{ Infinity }}' },
			"'Tolerance' is not a number: Infinity",
		],
		[{ check: 'iban', field: '={{ " " }}' }, "'Checks' has a check in which 'Field' is empty"],
		[{ check: 'luck' }, "'Check' has an unknown option: 'luck'"],
	])('are validated before any request: %j', async (check, message) => {
		const ruled = rules(...NUMBERS, ...DATES, rule('at', { convertTo: 'dateTime' }));
		const ids = await node.control.seedRuns([extracted({}), extracted({})]);
		await node.control.clearRequests();
		const { error } = await node.run({
			parameters: get({ ...ruled, ...checks(check) }),
			items: ids.map((id) => ({ id })),
		});
		expect(error?.message).toBe(message);
		expect(error?.description).toMatch(/\w+ \w+/);
		expect(await node.requestCounts()).toEqual({});
	});
});
