// Sources: engine/nodeOutputs.ts
import type { INodeParameters } from 'n8n-workflow';
import { DocScore } from '../../../nodes/DocScore/DocScore.node';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { outputNames } from '../../package/baseline/outputs';
import { extracted, get, getSeeded, rule, rules, UNKNOWN_ID } from '../runs';

const node = new SandboxedNode();
useDrivenTime(node);

const TOTAL = rules(rule('total', { required: true }));
const GOOD = extracted({ total: '7', number: 'A-1' });
const BAD = extracted({ total: null, number: 'A-2' });
const FAILED = { status: 'failed' as const, filename: 'Torn', failureReason: 'page 2 is blank' };
const OPEN = { status: 'processing' as const, filename: 'New' };

const splitting = (more: INodeParameters = {}) => ({ ...TOTAL, ...more, review: true });

describe('Review', () => {
	it('receives runs with issues, failed and unfinished runs, paired with their items and in order', async () => {
		const { ids, outputs } = await getSeeded(node, [BAD, GOOD, BAD, FAILED, OPEN], splitting());
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
		const { ids, outputs } = await getSeeded(node, [BAD], splitting(), { alwaysOutputData: true });
		expect(outputs).toMatchObject([[{ json: {} }], [{ json: { id: ids[0] } }]]);
	});

	it.each(['get', 'wait'])(
		'receives failed runs whatever When a Run Fails says, of %s',
		async (operation) => {
			const parameters = splitting({ operation, options: { failedRun: 'error' } });
			const { ids, outputs } = await getSeeded(node, [GOOD, FAILED, BAD], parameters);
			expect(outputs.map((items) => items.map(({ json }) => json.id))).toEqual([
				[ids[0]],
				[ids[1], ids[2]],
			]);
			expect(outputs[1]?.[0]?.json).toMatchObject({ failureReason: 'page 2 is blank', issues: [] });
		},
	);

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
		['fieldsOnly', [{ total: '7', number: 'A-1' }]],
		['itemPerField', [{ field: 'total' }, { field: 'number' }]],
		['raw', [{ output_schema: GOOD.outputSchema }]],
	])('shows each run as a whole, while Done shows the form %s', async (output, good) => {
		const { ids, outputs } = await getSeeded(node, [GOOD, BAD], splitting({ output }));
		const whole =
			output === 'raw'
				? { filename: 'Invoice', output_schema: BAD.outputSchema }
				: { name: 'Invoice', fields: { total: null, number: 'A-2' }, files: [] };
		expect(outputs.map((items) => items.map(({ json }) => json))).toMatchObject([
			good,
			[{ id: ids[1], ...whole, issues: [{ field: 'total' }] }],
		]);
	});

	it('works with Submit and Wait', async () => {
		await node.control.setRunPlan({ fixedResult: { outputSchema: BAD.outputSchema } });
		const parameters = node.submission({ operation: 'submitAndWait', ...splitting() });
		const { outputs } = await node.run({ parameters, items: [{}, {}] });
		expect(outputs.map((items) => items.length)).toEqual([0, 2]);
	});

	it('does not exist for an operation without runs, even if it is still on', async () => {
		const parameters = node.submission({ review: true });
		const { outputs } = await node.run({ parameters, items: [{}, {}] });
		expect(outputs.map((items) => items.length)).toEqual([2]);
		const shown = (more: object) =>
			outputNames(new DocScore(), { parameters: { ...parameters, ...more }, typeVersion: 1 });
		expect(shown({})).toEqual(['main']);
		expect(shown({ operation: 'get' })).toEqual(['Done', 'Review']);
	});

	it('shows all fields, even if Done shows only some', async () => {
		const parameters = splitting({ options: { fieldsToOutput: 'number' } });
		const { outputs } = await getSeeded(node, [GOOD, BAD], parameters);
		expect(outputs.map((items) => items.map(({ json }) => json.fields))).toEqual([
			[{ number: 'A-1' }],
			[{ total: null, number: 'A-2' }],
		]);
	});
});
