import { columnNames } from '../../../nodes/DocScore/fields/itemPerRow';
import { refusal } from './refusal';
import { checks, COMPLETED, FAILED, rules, show, TABLE } from './shown';

describe("The shown names of a table's columns", () => {
	const shown = (columns: string[], beside: string[]) => [...columnNames(columns, beside).values()];

	it('are their own, with an underscore if a field has the same name', () => {
		expect(shown(['a', 'b'], ['c'])).toEqual(['a', 'b']);
		expect(shown(['a', 'b'], ['b'])).toEqual(['a', 'b_']);
	});

	it('are all different, and different from the names of all fields', () => {
		expect(shown(['a', 'a_'], ['a'])).toEqual(['a__', 'a_']);
		expect(shown(['a', 'a_'], ['a', 'a_'])).toEqual(['a__', 'a___']);
		expect(shown(['a'], ['a', 'a_'])).toEqual(['a__']);
	});
});

describe('One Item per Row', () => {
	const output = 'itemPerRow';
	const ofLines = (l: unknown) => ({ status: 'completed', output_schema: { l, b: '1' } });
	const PARTS = [
		{ n: 'yes', m: { o: 1 } },
		{ n: 'no', m: null },
	];
	const ROWS = [
		{ n: true, m: '{"o":1}', b: '1', issues: '' },
		{ n: false, m: null, b: '1', issues: '' },
	];
	const saying = (begin: string) => ({ issues: expect.stringMatching(`^${begin}`) });
	const none = (begin: string) => [{ n: null, b: '1', ...saying(begin) }];
	const withIssues = (begin: string) => ROWS.map((row) => ({ ...row, ...saying(begin) }));

	it.each([
		[ofLines(PARTS), {}, ROWS],
		[{ status: 'completed', output_schema: { ' l': PARTS, b: '1' } }, {}, ROWS],
		[ofLines(PARTS), rules(...TABLE, { field: 'c', required: true }), withIssues('c is missing')],
		[ofLines(PARTS), checks({ check: 'iban', field: 'l' }), withIssues('l cannot be checked')],
		[ofLines('x;y\n1'), {}, none('l has 1 cell')],
		[ofLines([{ n: 'yes', m: '1' }, { n: 'no' }]), {}, none("l has no 'm'")],
		[ofLines(null), {}, none('$')],
		[ofLines([{ n: 'yes', issues: 'x' }]), {}, [{ n: true, issues: 'x', b: '1', ruleIssues: '' }]],
		[
			FAILED,
			{},
			[{ runId: 'r1', runName: 'Invoice', runStatus: 'failed', n: null, b: null, issues: '' }],
		],
	])(
		'has the columns of the table and the fields beside it: %j with %j',
		async (doc, more, expected) => {
			const parameters = { output, ...rules(...TABLE), ...more };
			const items = await show(doc, parameters, { fieldsToOutput: 'l,b' });
			expect(items).toEqual(expected.map((json) => ({ json })));
		},
	);

	it.each([
		[[], 'no rule creates a table'],
		[[...TABLE, { field: 'k', convertTo: 'table' }], 'two rules create a table'],
	])('is refused with the rules %j', async (rows, problem) => {
		const message = `'Output' is One Item per Row, but ${problem}`;
		await expect(show(COMPLETED, { output, ...rules(...rows) })).rejects.toEqual(refusal(message));
	});
});
