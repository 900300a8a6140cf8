import type { INode } from 'n8n-workflow';
import { nodeOf } from '../../harness/n8n/nodeOf';
import { useBrowser } from '../harness/browser';
import { chain } from '../harness/chain';
import { putSample } from '../harness/examples';
import { rule } from '../harness/rule';
import { N8nWithSandbox } from '../harness/withN8n';

const e2e = new N8nWithSandbox('rules-in-editor');
const browser = useBrowser(() => e2e.n8n);

const READ = 'Read the invoice';
const NEXT = 'Edit Fields';

describe('rules in the editor', () => {
	/** Opens a workflow: a trigger, Submit and Wait, and one more node. */
	async function openWorkflow(parameters: INode['parameters']): Promise<void> {
		const { id } = await e2e.n8n.api.importWorkflow(await reading(parameters));
		await browser().editor.openWorkflow(id);
	}

	it('shows the template of a pasted ID, and then offers its fields for rules', async () => {
		const { editor } = browser();
		const { invoice } = e2e.sandbox.templates;
		await openWorkflow({ extraction_template_id: { __rl: true, mode: 'list', value: '' } });
		await editor.openNode(READ);
		await editor.form.addRow('Add rule');
		expect(await editor.form.reasonForNoList('field')).toContain('switch From List to By Name');
		const found = await editor.form.searchList('extraction_template_id', ` ${invoice} `);
		const shown = 'Invoice (supplier, customer, invoice_number, invoice_date, due_date, …)';
		expect(found).toEqual([shown]);
		await editor.form.pickFromList('Invoice');
		expect(await editor.form.given('extraction_template_id')).toBe(shown);
		expect(await editor.form.searchList('field', 'date')).toEqual(['invoice_date', 'due_date']);
	});

	it('offers the fields of the template for rules, accepts other names, and applies the rules', async () => {
		const { editor } = browser();
		await openWorkflow({ output: 'fieldsOnly', options: { fieldsToOutput: ['total_amount'] } });
		await editor.openNode(READ);
		await editor.form.addRow('Add rule');
		const offered = await editor.form.searchList('field', '');
		expect(offered).toHaveLength(11);
		expect(offered.slice(0, 2)).toEqual(['supplier', 'customer']);
		await editor.form.pickFromList('total_amount');
		await editor.form.choose('convertTo', 'Number');
		await editor.form.addRow('Add rule');
		await editor.form.give('field', 'By Name', 'cost_centre');
		await editor.form.toggle('required');
		await editor.runNode();
		const [names, row] = await editor.outputTable();
		expect(names?.slice(0, 2)).toEqual(['total_amount', 'issues']);
		expect(row?.[0]).toBe('1409.67');
		expect(row?.[1]).toMatch(/cost_centre.*is missing/);
	});

	it('adds checks of the fields by hand, and tells what does not add up', async () => {
		const { editor } = browser();
		const number = (name: string) => rule(name, { convertTo: 'number' });
		const fieldRules = { rules: ['net_amount', 'total_amount'].map(number) };
		await openWorkflow({
			output: 'fieldsOnly',
			options: { fieldsToOutput: ['total_amount'] },
			fieldRules,
		});
		await editor.openNode(READ);
		await editor.form.addRow('Add check');
		await editor.form.choose('check', 'Fields Add Up to Another');
		await editor.form.fill('addends', 'net_amount');
		await editor.form.searchList('total', 'total');
		await editor.form.pickFromList('total_amount');
		await editor.runNode();
		const [, row] = await editor.outputTable();
		expect(row?.[0]).toBe('1409.67');
		expect(row?.[1]).toBe('total_amount is 1409.67, but net_amount is 1184.6');
	});

	it('offers the fields of the template for the output, and keeps the selected order', async () => {
		const { editor } = browser();
		await openWorkflow({ output: 'fieldsOnly' });
		await editor.openNode(READ);
		const chosen = ['total_amount', 'invoice_number'];
		await editor.form.addTo('Add option', 'Fields to Output');
		await editor.form.chooseSeveral('fieldsToOutput', chosen);
		await editor.runNode();
		const [names, row] = await editor.outputTable();
		expect(names?.slice(0, 2)).toEqual(chosen);
		expect(row?.slice(0, 2)).toEqual(['1,409.67', 'NB-2025-0173']);
		expect(await editor.form.complaints()).toEqual([]);
	});

	it('accepts names by an expression, including unknown ones', async () => {
		const { editor } = browser();
		const fieldsToOutput = '=invoice_number, cost_centre';
		await openWorkflow({ output: 'fieldsOnly', options: { fieldsToOutput } });
		await editor.openNode(READ);
		await editor.runNode();
		const [names] = await editor.outputTable();
		expect(names?.slice(0, 2)).toEqual(['invoice_number', 'cost_centre']);
		expect(await editor.form.complaints()).toEqual([]);
	});

	it('does what an added option says, without a further click', async () => {
		const { editor } = browser();
		await openWorkflow({});
		await editor.openNode(READ);
		await editor.form.addTo('Add option', 'Deduplication');
		await editor.form.addTo('Add option', 'Check Only');
		expect(await editor.form.shownFields()).toContain('Deduplicate By');
		const before = (await e2e.sandbox.control.runs()).length;
		await editor.runNode();
		const [names] = await editor.outputTable();
		expect(names).toContain('deduplicationKey');
		expect(await editor.form.complaints()).toEqual([]);
		expect(await e2e.sandbox.control.runs()).toHaveLength(before);
	});

	it('shows no errors if an expression returns the template', async () => {
		const { editor } = browser();
		const template = { __rl: true, mode: 'id', value: '={{ $json.template }}' };
		await openWorkflow({ extraction_template_id: template });
		await editor.openNode(READ);
		expect(await editor.form.complaints()).toEqual([]);
	});

	it('has a second output while Review is on', async () => {
		const { editor } = browser();
		const rules = [rule('purchase_order', { required: true })];
		await openWorkflow({ fieldRules: { rules } });
		expect(await editor.outputsOf(READ)).toEqual(['']);
		await editor.openNode(READ);
		await editor.form.toggle('review');
		await editor.closeNode();
		expect(await editor.outputsOf(READ)).toEqual(['Done', 'Review']);
		await editor.runWorkflow();
		await editor.openNode(READ);
		await editor.openOutput(/^Review Branch/);
		expect((await editor.outputTable()).flat().join()).toContain('purchase_order');
		await editor.form.toggle('review');
		await editor.closeNode();
		expect(await editor.outputsOf(READ)).toEqual(['']);
		await editor.openNode(READ);
		await editor.form.toggle('review');
		await editor.form.choose('operation', 'Submit');
		await editor.closeNode();
		expect(await editor.outputsOf(READ)).toEqual(['']);
	});

	it('shows that runs that need a person leave to another node', async () => {
		const { editor } = browser();
		const workflow = await reading({ review: true });
		const ask = nodeOf('Ask a person', 'n8n-nodes-base.noOp', { position: [480, 200] });
		const review = [{ node: ask.name, type: 'main' as const, index: 0 }];
		workflow.connections[READ]?.main?.push(review);
		const { id } = await e2e.n8n.api.importWorkflow({
			...workflow,
			nodes: [...workflow.nodes, ask],
		});
		await editor.openWorkflow(id);
		expect(await editor.outputsOf(READ)).toEqual(['Done', 'Review']);
		await editor.takePicture('second-output', 'nodes');
	});

	it('previews the input of the next node before the first run', async () => {
		const { editor } = browser();
		await openWorkflow({});
		await editor.openNode(NEXT);
		expect(await editor.previewOfInput()).toEqual(
			expect.arrayContaining(['id', 'name', 'status', 'createdTime', 'fields', 'files[0]', 'url']),
		);
	});

	it('has no messages about the package in its console', () => {
		expect(browser().complaints()).toEqual([]);
	});
});

/** The editor does not save default values, such as that of Operation, so they are left out here. */
async function reading(parameters: INode['parameters']) {
	const file_urls = await putSample(e2e.sandbox, 'invoice.pdf');
	const extraction_template_id = { __rl: true, mode: 'id', value: e2e.sandbox.templates.invoice };
	return chain(
		'Invoices by rules',
		nodeOf('Start', 'n8n-nodes-base.manualTrigger'),
		nodeOf(READ, 'n8n-nodes-docscore.docScore', {
			position: [240, 0],
			parameters: { file_urls, extraction_template_id, options: {}, ...parameters },
			credentials: e2e.credentials,
		}),
		nodeOf(NEXT, 'n8n-nodes-base.set', {
			typeVersion: 3.5,
			position: [480, 0],
			parameters: { options: {} },
		}),
	);
}
