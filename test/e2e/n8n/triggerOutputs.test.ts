import { nodeOf } from '../../harness/n8n/nodeOf';
import { pause } from '../../node';
import type { SeedSpec } from '../../sandbox/records';
import { jsonOf } from '../harness/execution';
import { everyFiveSeconds } from '../harness/pollTimes';
import { rule } from '../harness/rule';
import { N8nWithSandbox } from '../harness/withN8n';

const e2e = new N8nWithSandbox('trigger-outputs');

const TRIGGER = 'DocScore Trigger';

/** Durations of runs that finish well after the workflow is active. */
const later = { durations: { pendingMs: 4_000, processingMs: 4_000 } };

const withTotal = (filename: string, value: string): SeedSpec => ({
	...later,
	filename,
	outputSchema: { total_amount: { value, reasoning: null } },
});

it('the trigger sends failed runs and runs that break a rule to Review, and all others to Done', async () => {
	const { n8n, sandbox } = e2e;
	const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
	const workflow = await n8n.api.importWorkflow({
		name: 'Finished runs, sorted',
		nodes: [
			nodeOf(TRIGGER, 'n8n-nodes-docscore.docScoreTrigger', {
				parameters: {
					pollTimes: { item: everyFiveSeconds },
					fieldRules: { rules: [rule('total_amount', { convertTo: 'number' })] },
					review: true,
				},
				credentials: e2e.credentials,
			}),
			nodeOf('Book it', 'n8n-nodes-base.noOp'),
			nodeOf('Look at it', 'n8n-nodes-base.noOp'),
		],
		connections: { [TRIGGER]: { main: [to('Book it'), to('Look at it')] } },
	});
	await n8n.api.activate(workflow);
	while ((await sandbox.control.counts()).query.total === 0) await pause(250);
	await sandbox.control.seedRuns([
		withTotal('Good', '1,409.67'),
		withTotal('Odd total', 'much'),
		{ ...later, filename: 'Torn', failureReason: 'It is encrypted' },
	]);

	const done: unknown[] = [];
	const review: unknown[] = [];
	for (let seen = 0; done.length + review.length < 3; seen++) {
		const execution = await n8n.api.finishedAfter(workflow, seen);
		expect(execution.error).toBeNull();
		done.push(...jsonOf(execution, 'Book it'));
		review.push(...jsonOf(execution, 'Look at it'));
	}
	expect(done).toEqual([
		expect.objectContaining({ name: 'Good', fields: { total_amount: 1409.67 } }),
	]);
	const problem = expect.objectContaining({ problem: 'is not a number' });
	expect(review).toHaveLength(2);
	expect(review).toContainEqual(expect.objectContaining({ name: 'Odd total', issues: [problem] }));
	expect(review).toContainEqual(
		expect.objectContaining({ name: 'Torn', failureReason: 'It is encrypted' }),
	);
});
