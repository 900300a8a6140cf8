// Sources: engine/nodeOutputs.ts
import type { INodeParameters } from 'n8n-workflow';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { extracted, get, rule, rules, UNKNOWN_ID } from '../runs';

const node = new SandboxedNode();
useDrivenTime(node);

const TOTAL = rules(rule('total', { required: true }));
const GOOD = extracted({ total: '7', number: 'A-1' });
const BAD = extracted({ total: null, number: 'A-2' });
const FAILED = { status: 'failed' as const, filename: 'Torn', failureReason: 'page 2 is blank' };
const OPEN = { status: 'processing' as const, filename: 'New' };

const splitting = (more: INodeParameters = {}) => ({ ...TOTAL, ...more, review: true });

const jsonsOf = (items: Array<{ json: unknown }> = []) => items.map(({ json }) => json);

describe('Review', () => {
	it('receives runs with issues, failed and unfinished runs, paired with their items and in order', async () => {
		const ids = await node.control.seedRuns([BAD, GOOD, BAD, FAILED, OPEN]);
		const { outputs } = await node.run({
			parameters: get(splitting()),
			items: ids.map((id) => ({ id })),
		});
		expect(
			outputs.map((items) => items.map(({ json, pairedItem }) => [json.id, pairedItem])),
		).toEqual([[[ids[1], { item: 1 }]], [0, 2, 3, 4].map((item) => [ids[item], { item }])]);
		const [done = [], review = []] = outputs;
		expect(done.every(({ json }) => !('issues' in json))).toBe(true);
		const missing = { field: 'total', problem: 'is missing', value: null, reasoning: 'saw total' };
		expect(review.map(({ json }) => json.issues)).toEqual([[missing], [missing], [], []]);
		expect(review.every((item) => !('toReview' in item))).toBe(true);
	});

	it('does not keep n8n from adding an empty item to Done: Always Output Data looks at nothing else', async () => {
		const ids = await node.control.seedRuns([BAD]);
		const { outputs } = await node.run({
			parameters: get(splitting()),
			items: ids.map((id) => ({ id })),
			alwaysOutputData: true,
		});
		expect(outputs.map(jsonsOf)).toEqual([[{}], [expect.objectContaining({ id: ids[0] })]]);
	});

	it('receives failed runs whatever When a Run Fails says', async () => {
		const ids = await node.control.seedRuns([GOOD, FAILED, BAD]);
		for (const operation of ['get', 'wait']) {
			const { outputs, error } = await node.run({
				parameters: get(splitting({ operation, options: { failedRun: 'error' } })),
				items: ids.map((id) => ({ id })),
			});
			expect(error).toBeUndefined();
			expect(outputs.map((items) => items.map(({ json }) => json.id))).toEqual([
				[ids[0]],
				[ids[1], ids[2]],
			]);
			expect(outputs[1]?.[0]?.json).toMatchObject({ failureReason: 'page 2 is blank', issues: [] });
		}
	});

	it('comes before the error output', async () => {
		const [good, bad] = await node.control.seedRuns([GOOD, BAD]);
		const { outputs } = await node.run({
			parameters: get(splitting()),
			items: [{ id: UNKNOWN_ID }, { id: bad }, { id: good }],
			onError: 'continueErrorOutput',
		});
		expect(outputs.map((items) => items.map(({ json }) => json.id))).toEqual([
			[good],
			[bad],
			[UNKNOWN_ID],
		]);
	});

	it.each([
		['fieldsOnly', { total: '7', number: 'A-1' }],
		['simplified', { fields: { total: '7', number: 'A-1' } }],
		['raw', { output_schema: GOOD.outputSchema }],
	])('shows complete runs for review, while Done shows the form %s', async (output, good) => {
		const ids = await node.control.seedRuns([GOOD, BAD]);
		const { outputs } = await node.run({
			parameters: get(splitting({ output })),
			items: ids.map((id) => ({ id })),
		});
		expect(outputs[0]).toMatchObject([{ json: good }]);
		const whole =
			output === 'raw'
				? { id: ids[1], filename: 'Invoice', output_schema: BAD.outputSchema }
				: { id: ids[1], name: 'Invoice', fields: { total: null, number: 'A-2' }, files: [] };
		expect(outputs[1]).toMatchObject([{ json: { ...whole, issues: [{ field: 'total' }] } }]);
	});

	it('receives a run with issues as one item; other runs have one item per field', async () => {
		const ids = await node.control.seedRuns([BAD, GOOD]);
		const { outputs } = await node.run({
			parameters: get(splitting({ output: 'itemPerField' })),
			items: ids.map((id) => ({ id })),
		});
		expect(outputs.map((items) => items.length)).toEqual([2, 1]);
		expect(jsonsOf(outputs[0])).toEqual(
			Object.entries({ total: '7', number: 'A-1' }).map(([field, value]) => ({
				runId: ids[1],
				runName: 'Invoice',
				field,
				value,
				reasoning: `saw ${field}`,
			})),
		);
	});

	it('works with Get Many, and with Submit and Wait', async () => {
		await node.control.seedRuns([GOOD, BAD]);
		const many = await node.run({
			parameters: { resource: 'run', operation: 'getAll', ...splitting() },
			items: [{}, {}],
		});
		expect(many.outputs.map((items) => items.map(({ json }) => json.name))).toEqual([
			['Invoice', 'Invoice'],
			['Invoice', 'Invoice'],
		]);
		await node.control.setRunPlan({ fixedResult: { outputSchema: BAD.outputSchema } });
		const submitted = await node.run({
			parameters: node.submission({ operation: 'submitAndWait', ...splitting() }),
			items: [{}, {}],
		});
		expect(submitted.outputs.map((items) => items.length)).toEqual([0, 2]);
	});

	it('does not exist for an operation without runs, even if it is still on', async () => {
		const { outputs, error } = await node.run({
			parameters: node.submission({ review: true }),
			items: [{}, {}],
		});
		expect(error).toBeUndefined();
		expect(outputs.map((items) => items.length)).toEqual([2]);
	});

	it('is validated before any request', async () => {
		const { error } = await node.run({
			parameters: get({ ...splitting(), review: 'all', runId: UNKNOWN_ID }),
			items: [{}, {}],
		});
		expect(error?.message).toContain("'Review' is neither true nor false: 'all'");
		expect(await node.requestCounts()).toEqual({});
	});

	it('needs no rule', async () => {
		const ids = await node.control.seedRuns([GOOD, FAILED]);
		const { outputs } = await node.run({
			parameters: get({ review: true }),
			items: ids.map((id) => ({ id })),
		});
		expect(outputs.map((each) => each.map(({ json }) => json.name))).toEqual([
			['Invoice'],
			['Torn'],
		]);
	});

	it('shows all fields for review, even if Done shows only some', async () => {
		const ids = await node.control.seedRuns([GOOD, BAD]);
		const { outputs } = await node.run({
			parameters: get(splitting({ options: { fieldsToOutput: 'number' } })),
			items: ids.map((id) => ({ id })),
		});
		expect(outputs.map((items) => items.map(({ json }) => json.fields))).toEqual([
			[{ number: 'A-1' }],
			[{ total: null, number: 'A-2' }],
		]);
	});
});
