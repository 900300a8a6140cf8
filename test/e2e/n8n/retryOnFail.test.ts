import { byKey } from '../../harness/deduplication';
import { nodeOf } from '../../harness/n8n/nodeOf';
import { RETRY_SCENARIOS, type RetryScenario } from '../../harness/sandbox/retries';
import { join, writeFile } from '../../node';
import { wavOf } from '../../sandbox/samples/audio';
import { chain } from '../harness/chain';
import type { SavedWorkflow } from '../harness/n8nApi';
import { N8nWithSandbox } from '../harness/withN8n';

const e2e = new N8nWithSandbox('retryOnFail');

const WORK = 'Work';

beforeEach(async () => {
	await e2e.sandbox.control.clearFaults();
	await e2e.sandbox.control.reset();
});

const made = async () =>
	(await e2e.sandbox.control.runs()).length + (await e2e.sandbox.control.recordings()).length;

/** The node with three tries, after a node that outputs the documents or the recordings. */
async function importWorkflow(scenario: RetryScenario): Promise<SavedWorkflow> {
	const { name, parameters, documents, areEqual, onError } = scenario;
	const isUpload = parameters.operation === 'upload';
	const start = nodeOf('Start', 'n8n-nodes-base.manualTrigger');
	const work = nodeOf(WORK, 'n8n-nodes-docscore.docScore', {
		parameters: {
			...(isUpload
				? { resource: 'recording', is_inbound: 'inbound', languageCode: 'en' }
				: {
						file_urls: 'https://files.example.com/invoice.pdf',
						extraction_template_id: e2e.sandbox.templates.invoice,
					}),
			...parameters,
		},
		credentials: e2e.credentials,
		retryOnFail: true,
		maxTries: 3,
		onError,
	});
	const numbers = Array.from({ length: documents }, (_, at) => (areEqual ? 0 : at));
	const pinData = { Start: numbers.map((at) => ({ json: { at } })) };
	if (!isUpload) return await e2e.n8n.api.importWorkflow({ ...chain(name, start, work), pinData });
	const fileSelector = join(e2e.n8n.filesFolder, 'call-{{ $json.at }}.wav');
	for (let at = 0; at < documents; at++) {
		await writeFile(fileSelector.replace('{{ $json.at }}', String(at)), wavOf(16_000 + at));
	}
	const disk = nodeOf('Disk', 'n8n-nodes-base.readWriteFile', {
		parameters: { fileSelector: `=${fileSelector}` },
	});
	return await e2e.n8n.api.importWorkflow({ ...chain(name, start, disk, work), pinData });
}

describe("With n8n's Retry On Fail, each document is submitted once if", () => {
	it.each(RETRY_SCENARIOS)('$name', async (scenario) => {
		const workflow = await importWorkflow(scenario);
		if (scenario.plan) await e2e.sandbox.control.setRunPlan(scenario.plan);
		for (const fault of scenario.faults ?? []) await e2e.sandbox.control.addFault(fault);
		const execution = await e2e.n8n.api.run(workflow);
		expect(await made()).toBe(scenario.made);
		expect((execution.outputs[WORK] ?? []).flat()).toHaveLength(scenario.outputs);
		expect(execution.status).toBe(scenario.outputs > 0 ? 'success' : 'error');
	});
});

it('another execution submits its documents again', async () => {
	const [scenario] = RETRY_SCENARIOS;
	if (!scenario) throw new Error('There is a scenario without faults');
	const workflow = await importWorkflow(scenario);
	await e2e.n8n.api.run(workflow);
	await e2e.n8n.api.run(workflow);
	expect(await made()).toBe(2 * scenario.documents);
});

it('a Deduplication Key that is no text fails before anything is sent', async () => {
	const [scenario] = RETRY_SCENARIOS;
	if (!scenario) throw new Error('There is a scenario without faults');
	const options = byKey('={{ Number($json.no) }}');
	const parameters = { ...scenario.parameters, options };
	const execution = await e2e.n8n.api.run(
		await importWorkflow({ ...scenario, parameters, onError: undefined }),
	);
	expect(execution.error).toMatch(/^'Deduplication Key' is not text/);
	expect(await made()).toBe(0);
});
