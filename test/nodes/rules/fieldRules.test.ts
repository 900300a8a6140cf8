// Sources: fields/fieldLocator.ts
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { extracted, get, getSeeded, rule, rules, UNKNOWN_ID } from '../runs';

const node = new SandboxedNode();
useDrivenTime(node);

const NUMBER = rule('total', { required: true, convertTo: 'number', numberFormat: 'pointComma' });
const DATE = rule('date', { convertTo: 'date', dateFormat: 'dmy' });

const GOOD = extracted({ number: 'A-1', total: '1.409,67 €', date: '14.03.2025' });
const BAD = extracted({ number: 'A-2', total: '1,409.67', date: '31/02/2025' });
const MISSING = extracted({ number: 'A-3', date: null });

const TOTAL_ISSUE = {
	field: 'total',
	problem: expect.stringMatching(/^is not a number such as 1\.234,56/),
	value: '1,409.67',
	reasoning: 'saw total',
};
const TOTAL_TEXT =
	'total is not a number such as 1.234,56 (Numbers Are Written: 1,234.56 fits): 1,409.67';
const DATE_ISSUE = {
	field: 'date',
	problem: 'is not an existing date',
	value: '31/02/2025',
	reasoning: 'saw date',
};
const MISSING_ISSUE = { field: 'total', problem: 'is missing', value: null, reasoning: null };

describe('Field Rules', () => {
	it('convert unambiguous values, and list the others in the issues of each run', async () => {
		const { jsons } = await getSeeded(node, [GOOD, BAD, MISSING], rules(NUMBER, DATE));
		expect(jsons).toMatchObject([
			{ fields: { number: 'A-1', total: 1409.67, date: '2025-03-14' }, issues: [] },
			{
				fields: { number: 'A-2', total: '1,409.67', date: '31/02/2025' },
				issues: [TOTAL_ISSUE, DATE_ISSUE],
			},
			{ fields: { number: 'A-3', total: null, date: null }, issues: [MISSING_ISSUE] },
		]);
	});

	it('do not change a field that is called issues', async () => {
		const { jsons } = await getSeeded(
			node,
			[extracted({ issues: 'two' }), extracted({ issues: null })],
			{
				...rules(rule('issues', { required: true })),
				output: 'fieldsOnly',
			},
		);
		expect(jsons).toEqual([
			{ issues: 'two', ruleIssues: '' },
			{ issues: null, ruleIssues: 'issues is missing' },
		]);
	});

	it('list issues next to each field, and a missing field as an item', async () => {
		const { jsons, ids } = await getSeeded(node, [BAD, MISSING], {
			...rules(NUMBER),
			output: 'itemPerField',
		});
		const row = (at: number, field: string, value: unknown, issues: string) => ({
			runId: ids[at],
			runName: 'Invoice',
			field,
			value,
			reasoning: issues === 'total is missing' ? null : `saw ${field}`,
			issues,
		});
		expect(jsons).toEqual([
			row(0, 'number', 'A-2', ''),
			row(0, 'total', '1,409.67', TOTAL_TEXT),
			row(0, 'date', '31/02/2025', ''),
			row(1, 'number', 'A-3', ''),
			row(1, 'date', null, ''),
			row(1, 'total', null, 'total is missing'),
		]);
	});

	it('leave a raw run unchanged, except for added issues', async () => {
		const { jsons } = await getSeeded(node, [GOOD, MISSING], { ...rules(NUMBER), output: 'raw' });
		expect(jsons).toMatchObject([
			{ output_schema: GOOD.outputSchema, issues: [] },
			{ issues: [MISSING_ISSUE] },
		]);
		expect(jsons[1]?.output_schema).toEqual(MISSING.outputSchema);
	});

	it.each([{}, { fieldRules: {} }, rules()])(
		'add no issues if there are none: %j',
		async (parameters) => {
			const { jsons } = await getSeeded(node, [GOOD, BAD], parameters);
			expect(jsons.map((json) => Object.keys(json))).toEqual(
				Array(2).fill(['id', 'name', 'status', 'createdTime', 'fields', 'metadata', 'files']),
			);
			expect(jsons[0]?.fields).toEqual({ number: 'A-1', total: '1.409,67 €', date: '14.03.2025' });
		},
	);

	it.each([null, '', '  '])('treat %j as missing for a required field', async (value) => {
		const { jsons } = await getSeeded(
			node,
			[extracted({ total: value }), extracted({ total: '0' })],
			rules(rule('total', { required: true })),
		);
		expect(jsons).toMatchObject([{ issues: [{ problem: 'is missing', value }] }, { issues: [] }]);
	});

	it.each(['name', 'list'])('can be given by an expression for each item, by %s', async (mode) => {
		const ids = await node.control.seedRuns([MISSING, MISSING]);
		const field = { __rl: true, mode, value: '={{ $json.field }}' };
		const { items } = await node.run({
			parameters: get(rules(rule('', { field, required: true }))),
			items: ids.map((id, at) => ({ id, field: ['number', 'total'][at] })),
		});
		expect(items).toMatchObject([{ json: { issues: [] } }, { json: { issues: [MISSING_ISSUE] } }]);
	});
});

describe('Invalid Field Rules', () => {
	it.each([
		[[rule('total', { convertTo: 'money' })], "'Convert To' has an unknown option: 'money'"],
	])('are rejected before any request: %j', async (rows, message) => {
		const { error } = await node.run({
			parameters: get({ ...rules(...rows), runId: UNKNOWN_ID }),
			items: [{}, {}],
		});
		expect(error?.message).toContain(message);
		expect(await node.requestCounts()).toEqual({});
	});
});
