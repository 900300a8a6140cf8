import type { INodeParameters } from 'n8n-workflow';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { extracted, getSeeded, rule, rules } from '../runs';

/** Checks that compare fields of a run, or test the check digits of a field. */

const node = new SandboxedNode();
useDrivenTime(node);

const NUMBERS = ['net', 'vat', 'total'].map((name) =>
	rule(name, { convertTo: 'number', numberFormat: 'pointComma' }),
);
const DATES = ['date', 'due'].map((name) => rule(name, { convertTo: 'date', dateFormat: 'dmy' }));

const SUM = { check: 'sum', addends: 'net, vat', total: 'total' };

const checks = (...rows: INodeParameters[]) => ({ checks: { checks: rows } });

async function issuesOf(values: Array<Record<string, string | null>>, parameters: object) {
	const { jsons } = await getSeeded(node, values.map(extracted), parameters);
	return jsons.map(({ issues }) => issues);
}

describe('Checks', () => {
	it('report fields that do not add up, with the exact decimal sum', async () => {
		const amounts = (net: string | null, vat: string, total: string | null) => ({
			net,
			vat,
			total,
		});
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
					amounts('1', '1', null),
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
			[
				expect.objectContaining({
					problem: 'cannot be checked, because total has no value',
					value: null,
				}),
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

	it.each(['keep', 'empty'])(
		'are not possible with a value that is not converted, %s',
		async (unconverted) => {
			const parameters = { ...rules(...NUMBERS), ...checks(SUM), options: { unconverted } };
			const values = { net: '1', vat: 'x', total: '2' };
			const problem = 'cannot be checked, because vat could not be converted';
			const issues = [{ field: 'vat' }, { problem, check: 'notPossible' }];
			expect(await issuesOf([values, values], parameters)).toMatchObject([issues, issues]);
		},
	);

	it('find fields and columns that have blanks around their names', async () => {
		const values = { 'net ': '1', ' total ': '2', 'lines ': '[["amount "],["3"],["4"]]' };
		const sum = { check: 'sum', total: 'total' };
		const addends = ['net', ' lines.amount ', 'lines. amount'];
		const sums = checks(...addends.map((each) => ({ ...sum, addends: each })));
		expect(await issuesOf([values], sums)).toMatchObject([
			[
				{ field: ' total ', problem: 'is 2, but net  is 1' },
				...Array(2).fill({ field: ' total ', problem: 'is 2, but lines .amount (2 values) is 7' }),
			],
		]);
	});

	it('need no rules: numbers and dates in them are detected, and converted', async () => {
		const values = { net: '1.184,60 €', vat: '225,07 €', total: '1.409,67 €' };
		const runs = [values, { ...values, vat: '$225.07' }].map(extracted);
		const { jsons } = await getSeeded(node, runs, { ...checks(SUM), output: 'fieldsOnly' });
		const mixed = 'net in EUR, vat in ARS, AUD or another, total in EUR';
		expect(jsons).toEqual([
			{ net: 1184.6, vat: 225.07, total: 1409.67, issues: '' },
			{
				net: 1184.6,
				vat: 225.07,
				total: 1409.67,
				issues: `total is not the sum of amounts in one currency: ${mixed}`,
			},
		]);
	});

	it('without rules read an ambiguous value as the document shows, and guess no years', async () => {
		const values = { net: '1.184,60 €', vat: '1.000 €', total: '2.184,60 €', due: '22.03.2025' };
		const dates = { check: 'dates', earlier: 'date', later: 'due' };
		const issues = await issuesOf(
			[
				{ ...values, date: '21.03.2025' },
				{ ...values, date: '21.03.25' },
			],
			checks(SUM, dates),
		);
		expect(issues).toMatchObject([
			[],
			[
				{ field: 'date', problem: 'has a two-digit year' },
				{ field: 'date', check: 'notPossible' },
			],
		]);
	});

	it('need no rules for the columns of several tables', async () => {
		const values = { lines: 'item;amount\na;9', taxes: 'item;rate\na;19\nb;7' };
		const range = { check: 'range', lowest: 8, highest: 20 };
		const issues = await issuesOf(
			[values, values],
			checks({ ...range, number: 'lines.amount' }, { ...range, number: 'taxes.rate' }),
		);
		const problem = 'in row 2 is 7, not between 8 and 20';
		const low = { field: 'taxes.rate', problem };
		expect(issues).toMatchObject([[low], [low]]);
	});

	it('report each row in which quantity and price do not make the amount, rounded to cents', async () => {
		const rows = [
			['3', '0,335', '1,01'],
			['2', '4,50', '9,10'],
			['', '', '5,00'],
			['1', '', '5,00'],
			['1.000', '0,333', '333,00'],
			['', '5,00', '5,00'],
			['1', '5,00', ''],
		];
		const lines = ['quantity;price;amount', ...rows.map((row) => row.join(';'))].join('\n');
		const [quantity, price, amount] = ['quantity', 'price', 'amount'].map(
			(name) => `lines.${name}`,
		);
		const product = checks({ check: 'product', quantity, price, amount });
		const values = { lines };
		const issues = [
			{ field: 'lines.amount', problem: 'in row 2 is 9.1, but 2 × 4.5 is 9', check: 'failed' },
			...[4, 6, 7].map((row) => ({
				problem: `in row ${row} cannot be checked, because a number is missing`,
			})),
		];
		expect(await issuesOf([values, values], product)).toMatchObject([issues, issues]);
	});

	it('report a number outside of a range, also in a column', async () => {
		const range = { check: 'range', lowest: 1, highest: 9.5 };
		const values = { total: '9,51', lines: 'item;amount\na;0,99\nb;\nc;9,5\nd;10' };
		const issues = await issuesOf(
			[values, { total: '9.5', lines: '' }],
			checks({ ...range, number: 'total' }, { ...range, number: 'lines.amount' }),
		);
		const outside = (number: string) => ({ problem: `${number}, not between 1 and 9.5` });
		expect(issues).toMatchObject([
			[outside('is 9.51'), outside('in row 1 is 0.99'), outside('in row 4 is 10')],
			[{ problem: 'cannot be checked, because lines has no rows', check: 'notPossible' }],
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
});
