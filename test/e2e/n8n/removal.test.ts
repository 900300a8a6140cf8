import { nodeOf } from '../../harness/n8n/nodeOf';
import { unpackInto } from '../../harness/package/pack';
import { pause, rm } from '../../node';
import { chain } from '../harness/chain';
import { type Execution, jsonOf } from '../harness/execution';
import { everyFiveSeconds } from '../harness/pollTimes';
import { N8nWithSandbox, packedPackage } from '../harness/withN8n';

const e2e = new N8nWithSandbox('removal');

const ACTION = 'n8n-nodes-docscore.docScore';
const TRIGGER = 'n8n-nodes-docscore.docScoreTrigger';

/** A run that finishes after this many ms. */
const finishing = (filename: string, processingMs: number) => ({
	filename,
	durations: { pendingMs: 0, processingMs },
});

const namesOf = (executions: Execution[]) =>
	executions.flatMap((execution) => jsonOf(execution, 'Finished').map(({ name }) => name));

/** The names of the runs that the trigger has emitted, as soon as there are this many. */
async function emitted(workflowId: string, count: number): Promise<unknown[]> {
	for (;;) {
		const names = namesOf(await e2e.n8n.api.executions(workflowId));
		if (names.length >= count) return names.sort();
		await pause(500);
	}
}

it('a package that is removed and reinstalled finds its workflows unchanged', async () => {
	const { n8n, sandbox, credentials } = e2e;
	const polling = await n8n.api.importWorkflow(
		chain(
			'Finished runs',
			nodeOf('Finished', TRIGGER, {
				parameters: { pollTimes: { item: everyFiveSeconds }, events: ['completed'] },
				credentials,
			}),
			nodeOf('Nothing', 'n8n-nodes-base.noOp'),
		),
	);
	const reading = await n8n.api.importWorkflow(
		chain(
			'Read',
			nodeOf('Start', 'n8n-nodes-base.manualTrigger'),
			nodeOf('Runs', ACTION, { parameters: { operation: 'getAll' }, credentials }),
		),
	);
	await n8n.api.activate(polling);
	await pause(6_000);
	await sandbox.control.seedRuns([finishing('Before', 1_000)]);
	expect(await emitted(polling.id, 1)).toEqual(['Before']);

	await n8n.kill();
	await rm(n8n.folder.package, { recursive: true });
	await sandbox.control.seedRuns([finishing('Meanwhile', 1_000)]);
	await n8n.startAgain();
	await expect(n8n.api.run(reading)).rejects.toThrow(`Unrecognized node type: ${ACTION}`);

	await n8n.kill();
	await unpackInto(n8n.folder.package, packedPackage());
	await n8n.startAgain();
	await sandbox.control.seedRuns([finishing('After', 1_000)]);
	// n8n still shows the workflow as active, but does not poll until it is activated again.
	await n8n.api.deactivate(polling);
	await n8n.api.activate(await n8n.api.workflow(polling.id));
	expect(await emitted(polling.id, 3)).toEqual(['After', 'Before', 'Meanwhile']);
	const execution = await n8n.api.run(reading);
	expect(jsonOf(execution, 'Runs')).toHaveLength(3);
}, 200_000);
