import type { INodeParameters } from 'n8n-workflow';
import { useDrivenTime } from '../harness/jest/drivenTime';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';
import { get, UNKNOWN_ID } from './getParameters';
import { extracted, rule, rules } from './runs';

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
	it('takes the runs with issues and those not completed, each paired with its item and in order', async () => {
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

	it('takes failed runs as well where that was chosen, whatever failed runs would do', async () => {
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

	it('leaves a failed run an error of Wait where only issues were chosen', async () => {
		const ids = await node.control.seedRuns([FAILED, BAD]);
		const { outputs } = await node.run({
			parameters: get(splitting('issues', { operation: 'wait' })),
			items: ids.map((id) => ({ id })),
			onError: 'continueErrorOutput',
		});
		expect(outputs.map((items) => items.length)).toEqual([0, 1, 1]);
		expect(outputs[2]?.[0]?.json.error).toContain('page 2 is blank');
	});

	it('stands before the error output', async () => {
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
	])('shows a run whole to who looks at it, beside the form %s', async (output, good) => {
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

	it('outputs a run with issues as one item, and others as one item per field', async () => {
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

	it('splits what Get Many finds, and what was submitted now', async () => {
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

	it('is not there for an operation that gives no runs, though the option is left from another', async () => {
		const { outputs, error } = await node.run({
			parameters: node.submission({ options: { secondOutput: 'issues' } }),
			items: [{}, {}],
		});
		expect(error).toBeUndefined();
		expect(outputs.map((items) => items.length)).toEqual([2]);
	});

	it('is checked before anything is sent', async () => {
		const { error } = await node.run({
			parameters: get({ ...splitting('all'), runId: UNKNOWN_ID }),
			items: [{}, {}],
		});
		expect(error?.message).toContain("'Send to a Second Output' has an unknown option: 'all'");
		expect(await node.requestCounts()).toEqual({});
	});

	it('needs a rule that a run can break, unless it takes failed runs as well', async () => {
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

	it('shows all fields to who looks at a run, whichever are wanted of the others', async () => {
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
