import type { INode } from 'n8n-workflow';
import { nodeOf } from '../../harness/n8n/nodeOf';
import { useBrowser } from '../harness/browser';
import { chain } from '../harness/chain';
import { putSample } from '../harness/examples';
import { N8nWithSandbox } from '../harness/withN8n';

const e2e = new N8nWithSandbox('editor');
const browser = useBrowser(() => e2e.n8n);

const TRIGGER = 'DocScore Trigger';

/** Each is a search word of the nodes: test/package/contract.test.ts has all of them. */
const WORDS = ['docscore', 'invoice', 'extract data from pdf', 'document'];
/** The panel shows both nodes as one result with one description. */
const SHOWN = expect.stringMatching(/^DocScore\s+Extract data from .+ score recorded calls, .+/);

describe('the editor', () => {
	it('finds the nodes by common search words', async () => {
		const { editor } = browser();
		await editor.openNewWorkflow();
		for (const text of WORDS) {
			const found = await editor.searchNodes(text, 'DocScore');
			expect([text, found.slice(0, 3)]).toEqual([text, expect.arrayContaining([SHOWN])]);
		}
		const offered = await editor.openFound('DocScore');
		expect(offered).toEqual(
			expect.arrayContaining([
				'On run completed',
				'Submit document for extraction',
				'Extract data from document',
			]),
		);
	});

	it('shows exactly the fields of the operation', async () => {
		const { editor } = browser();
		await editor.dragIn('Extract data from document');
		expect(await editor.form.shownFields()).toEqual([
			'Resource',
			'Operation',
			'Files',
			'File URLs',
			'Template',
			'Output',
			'Field Rules',
			'Checks',
			'Review',
			'Additional Fields',
			'Options',
		]);
		await editor.form.fill('file_urls', 'https://files.example.com/invoice.pdf');
		await editor.form.give('extraction_template_id', 'By ID', e2e.sandbox.templates.invoice);
		await editor.takePicture('submit', 'form');
		await editor.form.choose('filesFrom', 'From Input Data');
		const fromInput = await editor.form.shownFields();
		expect(fromInput).toContain('Input Data Field Names');
		expect(fromInput).not.toContain('File URLs');
		await editor.form.choose('resource', 'Recording');
		expect(await editor.form.shownFields()).toContain('Input Data Field Name');
		await editor.form.choose('resource', 'Run');
		await editor.form.choose('operation', 'Get Many');
		expect(await editor.form.shownFields()).toEqual(
			expect.arrayContaining(['Return All', 'Limit', 'Filters', 'Metadata Filters']),
		);
	});

	it('offers filters and metadata filters', async () => {
		const { editor } = browser();
		await editor.form.addTo('Add filter', 'Name Contains');
		await editor.form.fill('filename', 'Invoice 2026');
		await editor.form.addRow('Add metadata filter');
		await editor.form.fill('metadata_name', 'department');
		await editor.form.fill('value', 'accounting');
		await editor.takePicture('filters', 'form');
		expect(await editor.form.shownFields()).toEqual(
			expect.arrayContaining(['Name Contains', 'Name', 'Operator', 'Value']),
		);
	});

	it('lists the runs for selection', async () => {
		const { editor } = browser();
		await e2e.sandbox.control.seedRuns([
			{ filename: 'Invoice 118' },
			{ filename: 'Receipt 7', status: 'failed' },
		]);
		await editor.form.choose('operation', 'Get');
		expect((await editor.form.searchList('runId', '')).join()).toMatch(
			/Invoice 118.*Receipt 7|Receipt 7.*Invoice 118/s,
		);
		expect((await editor.form.searchList('runId', 'Receipt')).join()).toMatch(/^Receipt 7/);
		await editor.form.pickFromList('Receipt 7');
	});

	it('tests the credential in its dialog', async () => {
		expect(await browser().editor.testCredential()).toContain('Connection tested successfully');
		await browser().editor.closeDialog();
	});

	it('shows the fields of a document', async () => {
		const { editor } = browser();
		await editor.openWorkflow(await importExtraction('invoice.pdf'));
		await editor.runWorkflow();
		await editor.openNode('Extract fields');
		const [names, ...fields] = await editor.outputTable();
		expect(names?.slice(0, 5)).toEqual(['field', 'value', 'reasoning', 'runId', 'runName']);
		expect(fields).toContainEqual(expect.arrayContaining(['total_amount', '1,409.67']));
		await editor.takePicture('output', 'output');
	});

	it('shows the failed item on the error output', async () => {
		const { editor } = browser();
		await editor.openWorkflow(await importExtraction('receipt.png', 'continueErrorOutput'));
		await editor.runWorkflow();
		await editor.openNode('Extract fields');
		await editor.openOutput(/^Error Branch/);
		const [columns, failed] = await editor.outputTable();
		expect(columns).toEqual(expect.arrayContaining(['url', 'error', 'message']));
		expect(failed).toContain("'File URLs' cannot be the name of a file: 'receipt.png'");
	});

	it('shows a hint above the output if the service slowed an execution down', async () => {
		const { editor } = browser();
		await editor.openWorkflow(await importExtraction('invoice.pdf'));
		const limit = { kind: 'rateLimit', retryAfterSeconds: 2, times: 1 } as const;
		await e2e.sandbox.control.addFault({ ...limit, endpoint: 'submit' });
		await editor.runWorkflow();
		await editor.openNode('Extract fields');
		expect(await editor.hint()).toMatch(
			/slowed this execution down by \d seconds\. One request was rejected\.\s*$/,
		);
	});

	it('fetches a test event of the trigger', async () => {
		const { editor } = browser();
		await e2e.sandbox.control.seedRuns([{ filename: 'Newest run' }]);
		const { credentials } = e2e;
		const trigger = nodeOf(TRIGGER, 'n8n-nodes-docscore.docScoreTrigger', { credentials });
		const { id } = await e2e.n8n.api.importWorkflow(chain('Finished runs', trigger));
		await editor.openWorkflow(id);
		await editor.openNode(TRIGGER);
		await editor.runNode();
		expect((await editor.outputTable()).flat()).toContain('Newest run');
		await editor.takePicture('trigger', 'form');
	});

	it('has no messages about the package in its console', () => {
		expect(browser().complaints()).toEqual([]);
	});
});

/** A workflow that extracts this document: a sample, or a URL that is wrong. */
async function importExtraction(document: string, onError?: INode['onError']): Promise<string> {
	const url = document.endsWith('.pdf') ? await putSample(e2e.sandbox, document) : document;
	const extract = nodeOf('Extract fields', 'n8n-nodes-docscore.docScore', {
		position: [240, 0],
		onError,
		parameters: {
			operation: 'submitAndWait',
			file_urls: '={{ $json.url }}',
			extraction_template_id: e2e.sandbox.templates.invoice,
			additionalFields: { run_id: 'Invoice' },
			output: 'itemPerField',
		},
		credentials: e2e.credentials,
	});
	const workflow = chain(
		'Documents to fields',
		nodeOf('Documents', 'n8n-nodes-base.manualTrigger'),
		extract,
	);
	const { id } = await e2e.n8n.api.importWorkflow({
		...workflow,
		pinData: { Documents: [{ json: { url } }] },
	});
	return id;
}
