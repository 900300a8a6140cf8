import type { INodeParameters } from 'n8n-workflow';
import { useDrivenTime } from '../harness/jest/drivenTime';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';
import { extracted, get, rule, rules, UNKNOWN_ID } from './runs';

const node = new SandboxedNode();
useDrivenTime(node);

const TOTAL = rules(rule('total', { required: true }));
const GOOD = extracted({ total: '7', number: 'A-1' });
const BAD = extracted({ total: null, number: 'A-2' });
const FAILED = { status: 'failed' as const, filename: 'Torn', failureReason: 'page 2 is blank' };
const OPEN = { status: 'processing' as const, filename: 'New' };

const splitting = (secondOutput: string, more: INodeParameters = {}) => ({
	...TOTAL,
	...more,
	options: { secondOutput },
});

const jsonsOf = (items: Array<{ json: unknown }> = []) => items.map(({ json }) => json);

describe('a second output', () => {
	it('receives runs with issues and unfinished runs, paired with their items and in order', async () => {
		const ids = await node.control.seedRuns([BAD, GOOD, BAD, FAILED, OPEN]);
		const { outputs } = await node.run({
			parameters: get(splitting('issues')),
			items: ids.map((id) => ({ id })),
		});
		expect(
			outputs.map((items) => items.map(({ json, pairedItem }) => [json.id, pairedItem])),
		).toEqual([[[ids[1], { item: 1 }]], [0, 2, 3, 4].map((item) => [ids[item], { item }])]);
		const [done = [], review = []] = outputs;
		expect(done.every(({ json }) => !('issues' in json))).toBe(true);
		const missing = { field: 'total', problem: 'is missing', value: null, reasoning: 'saw total' };
		expect(review.map(({ json }) => json.issues)).toEqual([[missing], [missing], [], []]);
		expect(review.every((item) => !('toSecondOutput' in item))).toBe(true);
	});

	it('does not keep n8n from adding an empty item to Done: Always Output Data looks at nothing else', async () => {
		const ids = await node.control.seedRuns([BAD]);
		const { outputs } = await node.run({
			parameters: get(splitting('issues')),
			items: ids.map((id) => ({ id })),
			alwaysOutputData: true,
		});
		expect(outputs.map(jsonsOf)).toEqual([[{}], [expect.objectContaining({ id: ids[0] })]]);
	});

	it('also receives failed runs if selected, regardless of When a Run Fails', async () => {
		const ids = await node.control.seedRuns([GOOD, FAILED, BAD]);
		for (const operation of ['get', 'wait']) {
			const { outputs, error } = await node.run({
				parameters: get(splitting('issuesAndFailed', { operation })),
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

	it('does not receive failed runs from Wait if only issues are selected', async () => {
		const ids = await node.control.seedRuns([FAILED, BAD]);
		const { outputs } = await node.run({
			parameters: get(splitting('issues', { operation: 'wait' })),
			items: ids.map((id) => ({ id })),
			onError: 'continueErrorOutput',
		});
		expect(outputs.map((items) => items.length)).toEqual([0, 1, 1]);
		expect(outputs[2]?.[0]?.json.error).toContain('page 2 is blank');
	});

	it('comes before the error output', async () => {
		const [good, bad] = await node.control.seedRuns([GOOD, BAD]);
		const { outputs } = await node.run({
			parameters: get(splitting('issues')),
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
			parameters: get(splitting('issues', { output })),
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
			parameters: get(splitting('issues', { output: 'itemPerField' })),
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
			parameters: { resource: 'run', operation: 'getAll', ...splitting('issues') },
			items: [{}, {}],
		});
		expect(many.outputs.map((items) => items.map(({ json }) => json.name))).toEqual([
			['Invoice', 'Invoice'],
			['Invoice', 'Invoice'],
		]);
		await node.control.setRunPlan({ fixedResult: { outputSchema: BAD.outputSchema } });
		const submitted = await node.run({
			parameters: node.submission({ operation: 'submitAndWait', ...splitting('issues') }),
			items: [{}, {}],
		});
		expect(submitted.outputs.map((items) => items.length)).toEqual([0, 2]);
	});

	it('does not exist for an operation without runs, even if the option is still set', async () => {
		const { outputs, error } = await node.run({
			parameters: node.submission({ options: { secondOutput: 'issues' } }),
			items: [{}, {}],
		});
		expect(error).toBeUndefined();
		expect(outputs.map((items) => items.length)).toEqual([2]);
	});

	it('is validated before any request', async () => {
		const { error } = await node.run({
			parameters: get({ ...splitting('all'), runId: UNKNOWN_ID }),
			items: [{}, {}],
		});
		expect(error?.message).toContain("'Send to a Second Output' has an unknown option: 'all'");
		expect(await node.requestCounts()).toEqual({});
	});

	it('needs a rule or check, unless it also receives failed runs', async () => {
		const ids = await node.control.seedRuns([GOOD, FAILED]);
		await node.control.clearRequests();
		const items = ids.map((id) => ({ id }));
		const bare = (secondOutput: string) => get({ options: { secondOutput } });
		const { error } = await node.run({ parameters: bare('issues'), items });
		expect(error?.message).toBe("'Send to a Second Output' needs at least one rule or check");
		expect(error?.description).toContain('Add one in Field Rules or Checks');
		expect(await node.requestCounts()).toEqual({});
		const { outputs } = await node.run({ parameters: bare('issuesAndFailed'), items });
		expect(outputs.map((each) => each.map(({ json }) => json.name))).toEqual([
			['Invoice'],
			['Torn'],
		]);
	});

	it('shows all fields for review, even if Done shows only some', async () => {
		const ids = await node.control.seedRuns([GOOD, BAD]);
		const { outputs } = await node.run({
			parameters: get(splitting('issues', { fieldsToOutput: 'number' })),
			items: ids.map((id) => ({ id })),
		});
		expect(outputs.map((items) => items.map(({ json }) => json.fields))).toEqual([
			[{ number: 'A-1' }],
			[{ total: null, number: 'A-2' }],
		]);
	});
});
