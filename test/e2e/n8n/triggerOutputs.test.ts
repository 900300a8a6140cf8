import type { INode } from 'n8n-workflow';
import { nodeOf } from '../../harness/n8n/nodeOf';
import { pause } from '../../node';
import type { SeedSpec } from '../../sandbox/records';
import { jsonOf } from '../harness/execution';
import { everyFiveSeconds } from '../harness/pollTimes';
import { N8nWithSandbox } from '../harness/withN8n';

const e2e = new N8nWithSandbox('trigger-outputs');

const TRIGGER = 'DocScore Trigger';

/** Durations of runs that finish well after the workflow is active. */
const later = { durations: { pendingMs: 4_000, processingMs: 4_000 } };

const withTotal = (filename: string, value: string | null): SeedSpec => ({
	...later,
	filename,
	outputSchema: { total_amount: { value, reasoning: 'Found after "Total due"' } },
});

it('the trigger sends failed runs and runs that break a rule to Review, and all others to Done', async () => {
	const { n8n, sandbox } = e2e;
	const workflow = await n8n.api.importWorkflow(sorting(e2e.credentials));
	await n8n.api.activate(workflow);
	while ((await sandbox.control.counts()).query.total === 0) await pause(250);
	await sandbox.control.seedRuns([
		withTotal('Good', '1,409.67'),
		withTotal('Without a total', null),
		withTotal('Odd total', 'much'),
		withTotal('Good too', '80'),
		{ ...later, filename: 'Torn', failureReason: 'It is encrypted' },
	]);

	const done: unknown[] = [];
	const review: unknown[] = [];
	let seen = 0;
	while (done.length + review.length < 5) {
		const execution = await n8n.api.finishedAfter(workflow, seen++);
		expect(execution.error).toBeNull();
		done.push(...jsonOf(execution, 'Book it'));
		review.push(...jsonOf(execution, 'Look at it'));
		const [first = [], second = [], ...others] = execution.outputs[TRIGGER] ?? [];
		expect([first.length, second.length, others]).toEqual([
			jsonOf(execution, 'Book it').length,
			jsonOf(execution, 'Look at it').length,
			[],
		]);
	}
	expect(done).toHaveLength(2);
	expect(done).toEqual(
		expect.arrayContaining([
			expect.objectContaining({ name: 'Good', fields: { total_amount: 1409.67 } }),
			expect.objectContaining({ name: 'Good too', fields: { total_amount: 80 } }),
		]),
	);
	expect(done.some((run) => Object.hasOwn(Object(run), 'issues'))).toBe(false);
	const issue = { field: 'total_amount', reasoning: 'Found after "Total due"' };
	const unlike = 'is not a number';
	expect(review).toHaveLength(3);
	expect(review).toEqual(
		expect.arrayContaining([
			expect.objectContaining({
				name: 'Without a total',
				issues: [{ ...issue, problem: 'is missing', value: null }],
			}),
			expect.objectContaining({
				name: 'Odd total',
				fields: { total_amount: 'much' },
				issues: [{ ...issue, problem: unlike, value: 'much' }],
			}),
			expect.objectContaining({ name: 'Torn', failureReason: 'It is encrypted', issues: [] }),
		]),
	);
});

const sorting = (credentials: INode['credentials']) => ({
	name: 'Finished runs, sorted',
	nodes: [
		nodeOf(TRIGGER, 'n8n-nodes-docscore.docScoreTrigger', {
			parameters: {
				pollTimes: { item: everyFiveSeconds },
				fieldRules: {
					rules: [
						{
							field: { __rl: true, mode: 'name', value: 'total_amount' },
							required: true,
							convertTo: 'number',
						},
					],
				},
				review: true,
			},
			credentials,
		}),
		nodeOf('Book it', 'n8n-nodes-base.noOp', { position: [240, -96] }),
		nodeOf('Look at it', 'n8n-nodes-base.noOp', { position: [240, 96] }),
	],
	connections: {
		[TRIGGER]: {
			main: [
				[{ node: 'Book it', type: 'main' as const, index: 0 }],
				[{ node: 'Look at it', type: 'main' as const, index: 0 }],
			],
		},
	},
});
