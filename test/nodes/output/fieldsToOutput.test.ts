import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { extracted, getSeeded, rule, rules } from '../runs';

const node = new SandboxedNode();
useDrivenTime(node);

const RUNS = [extracted({ a: '1', b: '2', c: '3' }), extracted({ c: '6', a: '4' })];

const jsonsOf = async (parameters: object) => (await getSeeded(node, RUNS, parameters)).jsons;

describe('Fields to Output', () => {
	it.each([
		['c, b', { c: '3', b: '2' }, { c: '6', b: null }],
		[' b ,, ', { b: '2' }, { b: null }],
		['={{ ["c", "b", "c"] }}', { c: '3', b: '2' }, { c: '6', b: null }],
		['["c", "b"]', { c: '3', b: '2' }, { c: '6', b: null }],
		[['c', 'b'], { c: '3', b: '2' }, { c: '6', b: null }],
		['=c, {{ "b" }}', { c: '3', b: '2' }, { c: '6', b: null }],
		['', { a: '1', b: '2', c: '3' }, { c: '6', a: '4' }],
	])('%s outputs exactly these fields, in this order', async (fieldsToOutput, ...fields) => {
		const flat = await jsonsOf({ options: { fieldsToOutput }, output: 'fieldsOnly' });
		expect(flat.map((json) => JSON.stringify(json))).toEqual(
			fields.map((each) => JSON.stringify(each)),
		);
		const simplified = await jsonsOf({ options: { fieldsToOutput } });
		expect(simplified.map((json) => JSON.stringify(json.fields))).toEqual(
			fields.map((each) => JSON.stringify(each)),
		);
	});

	it('outputs an item for each field, even if the run lacks it', async () => {
		const rows = await jsonsOf({ options: { fieldsToOutput: 'b,a' }, output: 'itemPerField' });
		expect(rows.map(({ field, value, reasoning }) => [field, value, reasoning])).toEqual([
			['b', '2', 'saw b'],
			['a', '1', 'saw a'],
			['b', null, null],
			['a', '4', 'saw a'],
		]);
	});

	it('removes other fields from a raw run', async () => {
		const raw = await jsonsOf({ options: { fieldsToOutput: 'b,a' }, output: 'raw' });
		expect(raw.map(({ output_schema }) => JSON.stringify(output_schema))).toEqual([
			'{"b":{"value":"2","reasoning":"saw b"},"a":{"value":"1","reasoning":"saw a"}}',
			'{"a":{"value":"4","reasoning":"saw a"}}',
		]);
		expect(raw).toMatchObject([{ filename: 'Invoice' }, { filename: 'Invoice' }]);
	});

	it('keeps the issues of fields that are not output', async () => {
		const runs = await jsonsOf({
			options: { fieldsToOutput: 'a' },
			...rules(rule('b', { required: true })),
		});
		expect(runs).toMatchObject([
			{ fields: { a: '1' }, issues: [] },
			{ fields: { a: '4' }, issues: [{ field: 'b', problem: 'is missing' }] },
		]);
		expect(Object.keys(Object(runs[1]?.fields))).toEqual(['a']);
	});
});
