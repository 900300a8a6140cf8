import { byContent } from '../../harness/deduplication';
import { createHash } from 'crypto';
import type { INode } from 'n8n-workflow';
import { join, mkdtemp, pause, readFile, rm, tmpdir, writeFile } from '../../node';
import { nodeOf } from '../../harness/n8n/nodeOf';
import { type Sandbox, startSandbox } from '../../harness/sandbox/sandbox';
import { wavOf } from '../../sandbox/samples/audio';
import { chain } from '../harness/chain';
import { QueueMode } from '../harness/compose/queueMode';
import type { N8n } from '../harness/n8n';
import { everyFiveSeconds } from '../harness/pollTimes';
import { publish } from '../harness/published';
import { open, readSignedLink } from '../harness/signedLink';
import { uploadPdf, uploadWebhook } from '../harness/uploads';
import { credentialFor, packedPackage } from '../harness/withN8n';
import { Executions } from '../../load/executions';
import { measureKill } from '../../load/killed';
import { LoadEnvironment } from '../../load/loadEnvironment';
import type { Scenario } from '../../load/scenarios';

/** Slightly less than the maximum that the service accepts. */
const RECORDING_BYTES = 100 * 1024 * 1024 - 44;

const stops: Array<() => Promise<unknown>> = [];
let sandbox: Sandbox;
let queueMode: QueueMode;
let n8n: N8n;
let credentials: INode['credentials'];
/** Stands for a folder that main and all workers share. Here they run on one machine. */
let files: string;

beforeAll(async () => {
	files = await mkdtemp(join(tmpdir(), 'docscore-files-'));
	stops.push(async () => await rm(files, { recursive: true }));
	sandbox = await startSandbox();
	stops.push(async () => await sandbox.stop());
	const environment = { N8N_RESTRICT_FILE_ACCESS_TO: files };
	queueMode = await QueueMode.start({ name: 'queue', tarball: packedPackage(), environment });
	stops.push(async () => await queueMode.stop());
	n8n = queueMode.main;
	const credential = credentialFor(sandbox);
	const id = await n8n.api.createCredential(credential);
	credentials = { docScoreApi: { id, name: credential.name } };
}, 400_000);

afterAll(async () => {
	for (const stop of stops.reverse()) await stop();
}, 120_000);

const node = (name: string, type: string, parameters: INode['parameters'] = {}) =>
	nodeOf(name, type, {
		parameters,
		credentials: type.startsWith('n8n-nodes-docscore.') ? credentials : undefined,
	});

const inQueueMode = (...nodes: INode[]) => chain('In queue mode', ...nodes);

async function workersLog(): Promise<string> {
	const logs = queueMode.workers.map(async ({ log }) => await readFile(log, 'utf8'));
	return (await Promise.all(logs)).join('\n');
}

it('queue mode runs all services of examples/queue-mode/compose.yaml, and they are healthy', async () => {
	const healthy = ['main', 'postgres', 'redis', 'worker-1', 'worker-2'];
	expect(await queueMode.health()).toEqual(
		Object.fromEntries(healthy.map((name) => [name, 'healthy'])),
	);
});

it('a worker submits each document once even if a try was rejected', async () => {
	await sandbox.control.reset();
	const rejection = { kind: 'status', status: 400, error: 'Busy', endpoint: 'submit' } as const;
	await sandbox.control.addFault({ ...rejection, after: 1, times: 1 });
	const submit = node('Submit', 'n8n-nodes-docscore.docScore', {
		operation: 'submit',
		file_urls: 'https://files.example.com/invoice.pdf',
		extraction_template_id: sandbox.templates.invoice,
	});
	const workflow = await n8n.api.importWorkflow({
		...inQueueMode(node('Documents', 'n8n-nodes-base.manualTrigger'), {
			...submit,
			retryOnFail: true,
			maxTries: 3,
		}),
		pinData: { Documents: [{ json: {} }, { json: {} }, { json: {} }] },
	});
	const execution = await n8n.api.run(workflow);
	expect(execution).toMatchObject({ status: 'success' });
	const runs = await sandbox.control.runs();
	const ids = execution.outputs.Submit?.[0]?.map(({ json }) => json.id) ?? [];
	expect(ids.sort()).toEqual(runs.map(({ id }) => id).sort());
	expect(ids).toHaveLength(3);
	expect(await workersLog()).toContain(`Worker started execution ${execution.id}`);
});

it('a worker submits a file that main received by a webhook, and the service fetches it from main', async () => {
	const read = node('Read', 'n8n-nodes-docscore.docScore', {
		operation: 'submitAndWait',
		filesFrom: 'input',
		binaryPropertyNames: '*',
		extraction_template_id: sandbox.templates.invoice,
		output: 'fieldsOnly',
		options: byContent,
	});
	const webhook = uploadWebhook('in-queue-mode');
	const workflow = await n8n.api.importWorkflow(inQueueMode(webhook, read));
	const pdf = new Uint8Array(await readFile('examples/samples/invoice.pdf'));
	const answer = await uploadPdf(await publish(n8n, workflow, 'webhook'), 'invoice', pdf);
	expect(JSON.parse(answer)).toMatchObject({ invoice_number: 'NB-2025-0173' });

	const execution = await n8n.api.finishedAfter(workflow);
	expect(await workersLog()).toContain(`Worker started execution ${execution.id}`);
	expect(execution.outputs.Upload?.[0]?.[0]?.binary?.invoice?.id).toMatch(/^database/);
	const [submitted] = (await sandbox.control.runs()).slice(-1).flatMap(({ fileUrls }) => fileUrls);
	const link = readSignedLink(String(submitted));
	expect(link.url).toContain(`${n8n.url}/`);
	const sha256 = createHash('sha256').update(pdf).digest('hex');
	expect(await open(link.url)).toEqual({ status: 200, sha256 });
	expect(await workersLog()).not.toContain(link.token);
});

it('a worker uploads 100 MB from the binary data storage in the database', async () => {
	const recording = wavOf(RECORDING_BYTES);
	await writeFile(join(files, 'call.wav'), recording);
	const workflow = await n8n.api.importWorkflow(
		inQueueMode(
			node('Start', 'n8n-nodes-base.manualTrigger'),
			node('Read', 'n8n-nodes-base.readWriteFile', {
				fileSelector: join(files, 'call.wav'),
			}),
			node('Upload', 'n8n-nodes-docscore.docScore', {
				resource: 'recording',
				operation: 'upload',
				is_inbound: 'inbound',
				languageCode: 'en',
				agent_name: 'Maria Santos',
			}),
		),
	);
	const execution = await n8n.api.run(workflow);
	expect(execution).toMatchObject({ status: 'success' });
	expect(execution.outputs.Read?.[0]?.[0]?.binary?.data?.id).toMatch(/^database/);
	const [received] = await sandbox.control.recordings();
	const sha256 = createHash('sha256').update(recording).digest('hex');
	expect(received).toMatchObject({ size: recording.length, sha256, fileName: 'call.wav' });
});

it('the trigger starts the workflow once for each finished run', async () => {
	const trigger = node('Trigger', 'n8n-nodes-docscore.docScoreTrigger', {
		pollTimes: { item: everyFiveSeconds },
	});
	const workflow = await n8n.api.importWorkflow(
		inQueueMode(trigger, node('Done', 'n8n-nodes-base.noOp')),
	);
	const { query } = await sandbox.control.counts();
	await n8n.api.activate(workflow);
	while ((await sandbox.control.counts()).query.total === query.total) await pause(250);
	const durations = { pendingMs: 1_000, processingMs: 2_000 };
	const runs = await sandbox.control.seedRuns([{ count: 5, durations }]);
	const emitted = async () => {
		const executions = await n8n.api.executions(workflow.id);
		const items = executions.flatMap(({ outputs }) => outputs.Trigger?.[0] ?? []);
		return items.map(({ json }) => json.id);
	};
	while ((await emitted()).length < runs.length) await pause(1_000);
	// Runs that are emitted twice would appear with the next polls.
	await pause(12_000);
	expect((await emitted()).sort()).toEqual([...runs].sort());
}, 240_000);

it('each document is submitted once, even if its worker was killed', async () => {
	const scenario: Scenario = {
		name: 'killed',
		executions: 100,
		perSecond: null,
		rateLimitedAtMost: null,
		kills: true,
	};
	const surroundings = { n8n, workers: queueMode.workers, sandbox };
	const environment = await LoadEnvironment.prepare(scenario, surroundings);
	const executions = await Executions.of(n8n);
	const measured = await measureKill({ environment, executions }, scenario, 'In queue mode');
	expect([...measured.failures]).toEqual([]);
	expect(measured.lost).toBeGreaterThan(0);
	expect(measured).toMatchObject({ submitted: { wanted: 100, once: 100 }, duplicates: 0 });
	const health = { 'worker-1': expect.stringContaining('failed'), 'worker-2': 'healthy' };
	expect(await queueMode.health()).toMatchObject(health);
}, 400_000);
