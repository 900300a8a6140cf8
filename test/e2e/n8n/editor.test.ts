import type { INode } from 'n8n-workflow';
import { nodeOf } from '../../harness/n8n/nodeOf';
import { readFile } from '../../node';
import { inEachTheme } from '../harness/inEachTheme';
import { N8nWithSandbox } from '../harness/withN8n';

const e2e = new N8nWithSandbox('editor');

/**
 * Search terms of a person who processes documents and does not know the service. n8n ranks popular nodes
 * higher, so AWS Textract precedes all nodes that are only called "extract". n8n does not lower the rank if
 * the term follows "n8n" in a name.
 */
const WORDS = (
	'invoice, pdf, scan, bill, audio, transcript, mp3, contract, phone, data entry, call quality, ' +
	'read invoice, extract data from pdf, doc score, extract, ocr, receipt, document'
).split(', ');
/** The panel shows both nodes as one result with one description. */
const SHOWN = expect.stringMatching(/^DocScore\s+Extract data from .+ score recorded calls, .+/);

inEachTheme(e2e, 'the editor in its %s theme', ({ browser, takePicture }) => {
	it('finds the nodes by common search words', async () => {
		const { editor } = browser();
		await editor.openNewWorkflow();
		for (const text of [...WORDS, 'docscore']) {
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
		await takePicture('nodes-panel');
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
		await takePicture('submit', 'form');
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
		await takePicture('filters', 'form');
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
		const { nodes, ...workflow } = await extraction();
		const Documents = workflow.pinData.Documents.slice(0, 1);
		const { id } = await e2e.n8n.api.importWorkflow({
			...workflow,
			nodes: nodes.map((each) => ({ ...each, onError: undefined })),
			pinData: { Documents },
		});
		await editor.openWorkflow(id);
		await editor.runWorkflow();
		await editor.openNode('Extract fields');
		const [names] = await editor.outputTable();
		expect(names?.slice(0, 5)).toEqual(['field', 'value', 'reasoning', 'runId', 'runName']);
		await takePicture('output', 'output');
	});

	it('runs a workflow and shows the fields, and the failed item on the error output', async () => {
		const { editor } = browser();
		const { id } = await e2e.n8n.api.importWorkflow(await extraction());
		await editor.openWorkflow(id);
		await editor.runWorkflow();
		await editor.openNode('Extract fields');
		await editor.openOutput(/^Success Branch/);
		const [names, ...fields] = await editor.outputTable();
		expect(names).toEqual(expect.arrayContaining(['field', 'value', 'reasoning']));
		expect(fields).toContainEqual(expect.arrayContaining(['invoice_number', 'NB-2025-0173']));
		expect(fields).toContainEqual(expect.arrayContaining(['total_amount', '1,409.67']));
		await editor.openOutput(/^Error Branch/);
		const [columns, failed] = await editor.outputTable();
		expect(columns).toEqual(expect.arrayContaining(['name', 'url', 'error', 'message']));
		expect(failed).toEqual(
			expect.arrayContaining([
				'Receipt',
				"'File URLs' cannot be the name of a file: 'receipt.png'",
			]),
		);
	});

	it('shows a hint above the output if the service slowed an execution down', async () => {
		const { editor } = browser();
		const { id } = await e2e.n8n.api.importWorkflow(await extraction());
		await editor.openWorkflow(id);
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
		const { id } = await e2e.n8n.api.importWorkflow(triggerOnly());
		await editor.openWorkflow(id);
		await editor.openNode('DocScore Trigger');
		await editor.runNode();
		expect((await editor.outputTable()).flat()).toContain('Newest run');
		await takePicture('trigger', 'form');
	});

	it('has no messages about the package in its console', () => {
		expect(browser().complaints()).toEqual([]);
	});
});

const node = (name: string, type: string, position: INode['position'], more: Partial<INode> = {}) =>
	nodeOf(name, type, { position, ...more });

const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];

async function extraction() {
	const content = await readFile('examples/samples/invoice.pdf', 'base64');
	const url = await e2e.sandbox.control.putFile('invoice.pdf', content, 'application/pdf');
	return {
		name: 'Documents to fields',
		nodes: [
			node('Documents', 'n8n-nodes-base.manualTrigger', [0, 0]),
			node('Extract fields', 'n8n-nodes-docscore.docScore', [240, 0], {
				onError: 'continueErrorOutput',
				parameters: {
					operation: 'submitAndWait',
					file_urls: '={{ $json.url }}',
					extraction_template_id: e2e.sandbox.templates.invoice,
					additionalFields: { run_id: '={{ $json.name }}' },
					output: 'itemPerField',
				},
				credentials: e2e.credentials,
			}),
			node('Sheet', 'n8n-nodes-base.noOp', [480, -100]),
			node('To look at', 'n8n-nodes-base.noOp', [480, 100]),
		],
		connections: {
			Documents: { main: [to('Extract fields')] },
			'Extract fields': { main: [to('Sheet'), to('To look at')] },
		},
		pinData: {
			Documents: [
				{ json: { name: 'Invoice', url } },
				{ json: { name: 'Receipt', url: 'receipt.png' } },
			],
		},
	};
}

const triggerOnly = () => ({
	name: 'Finished runs',
	nodes: [
		node('DocScore Trigger', 'n8n-nodes-docscore.docScoreTrigger', [0, 0], {
			credentials: e2e.credentials,
		}),
	],
	connections: {},
});
