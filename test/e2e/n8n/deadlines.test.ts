import { nodeOf } from '../../harness/n8n/nodeOf';
import { pause } from '../../node';
import { chain } from '../harness/chain';
import { jsonOf } from '../harness/execution';
import { everyFiveSeconds } from '../harness/pollTimes';
import { N8nWithSandbox } from '../harness/withN8n';

const e2e = new N8nWithSandbox('deadlines');

const WORK = 'Work';
const SECOND_MS = 1_000;

/** A byte a second, as gateways send to keep a connection. */
const trickle = { kind: 'trickle', ms: 600 * SECOND_MS, times: 1 } as const;

beforeEach(async () => await e2e.sandbox.control.reset());

/** Runs the node after so many items, and measures it in seconds. */
async function run(parameters: object, count: number, more = {}) {
	const start = nodeOf('Start', 'n8n-nodes-base.manualTrigger');
	const work = nodeOf(WORK, 'n8n-nodes-docscore.docScore', {
		parameters: {
			file_urls: 'https://files.example.com/invoice.pdf',
			extraction_template_id: e2e.sandbox.templates.invoice,
			...parameters,
		},
		credentials: e2e.credentials,
		...more,
	});
	const pinData = { Start: Array.from({ length: count }, (_, at) => ({ json: { at } })) };
	const workflow = await e2e.n8n.api.importWorkflow({
		...chain('Deadlines', start, work),
		pinData,
	});
	const begunAt = Date.now();
	const execution = await e2e.n8n.api.run(workflow);
	return { execution, seconds: (Date.now() - begunAt) / SECOND_MS };
}

it('a look for five runs that trickles is given up after ten seconds', async () => {
	const { control } = e2e.sandbox;
	const fixedResult = { outputSchema: {} };
	await control.setRunPlan({ pendingMs: 500, processingMs: 1_000, fixedResult });
	for (const endpoint of ['query', 'details'] as const)
		await control.addFault({ ...trickle, endpoint });
	const { execution, seconds } = await run({ operation: 'submitAndWait' }, 5);
	expect(execution.status).toBe('success');
	expect(jsonOf(execution, WORK)).toHaveLength(5);
	expect(seconds).toBeLessThan(35);
}, 90_000);

it('a submission that trickles has an unknown outcome after a minute, and is paid for once', async () => {
	await e2e.sandbox.control.addFault({ ...trickle, endpoint: 'submit', after: 1 });
	const options = { maxConcurrentRequests: 1 };
	const retry = { retryOnFail: true, maxTries: 3 };
	const { execution, seconds } = await run({ operation: 'submit', options }, 2, retry);
	expect(execution.status).toBe('error');
	expect(JSON.stringify(execution.error)).toContain('did not respond within 60 seconds');
	expect(await e2e.sandbox.control.runs()).toHaveLength(2);
	expect(seconds).toBeLessThan(75);
}, 120_000);

it('details that always fail end the wait of three runs', async () => {
	await e2e.sandbox.control.setRunPlan({ pendingMs: 500, processingMs: 1_000 });
	const fault = { kind: 'status', status: 400, error: 'Broken index' } as const;
	await e2e.sandbox.control.addFault({ ...fault, endpoint: 'details' });
	const { execution, seconds } = await run({ operation: 'submitAndWait' }, 3);
	expect(execution.status).toBe('error');
	expect(JSON.stringify(execution.error)).toContain('The service says: Broken index');
	expect(seconds).toBeLessThan(60);
}, 120_000);

it('a list of the trigger that never ends does not keep later polls from beginning', async () => {
	const { n8n, sandbox } = e2e;
	const trigger = nodeOf('DocScore Trigger', 'n8n-nodes-docscore.docScoreTrigger', {
		parameters: { pollTimes: { item: everyFiveSeconds } },
		credentials: e2e.credentials,
	});
	const workflow = await n8n.api.importWorkflow(
		chain('Polls', trigger, nodeOf(WORK, 'n8n-nodes-base.noOp')),
	);
	await n8n.api.activate(workflow);
	while ((await sandbox.control.counts()).query.total === 0) await pause(250);
	await pause(10 * SECOND_MS);
	await sandbox.control.addFault({ ...trickle, endpoint: 'query' });
	await sandbox.control.seedRuns([
		{ filename: 'Late', durations: { pendingMs: 1_000, processingMs: 4_000 } },
	]);
	const begunAt = Date.now();
	for (let seen = 0, found: unknown[] = []; found.length === 0; seen++) {
		const execution = await n8n.api.finishedAfter(workflow, seen);
		found = jsonOf(execution, WORK).filter((json) => JSON.stringify(json).includes('Late'));
	}
	expect((Date.now() - begunAt) / SECOND_MS).toBeLessThan(90);
}, 180_000);
