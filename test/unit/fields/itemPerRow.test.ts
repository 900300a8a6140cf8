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
		{ n: true, m: '{"o":1}', b: '1' },
		{ n: false, m: null, b: '1' },
	];

	it.each([
		[ofLines(PARTS), {}, ROWS.map((row) => ({ ...row, issues: '' }))],
		[{ status: 'completed', output_schema: { ' l': PARTS, b: '1' } }, {}, ROWS],
		[ofLines(PARTS), checks({ check: 'iban', field: 'l' }), ROWS],
		[ofLines('x;y\n1'), {}, [{ n: null, b: '1', issues: expect.stringMatching(/^l has 1 cell/) }]],
		[FAILED, {}, [{ runStatus: 'failed', n: null, b: null }]],
	])(
		'has the columns of the table and the fields beside it: %j with %j',
		async (doc, more, expected) => {
			const items = await show(
				doc,
				{ output, ...rules(...TABLE), ...more },
				{ fieldsToOutput: 'l,b' },
			);
			expect(items).toMatchObject(expected.map((json) => ({ json })));
			expect(Object.keys(items[0]?.json ?? {})).not.toContain('l');
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
