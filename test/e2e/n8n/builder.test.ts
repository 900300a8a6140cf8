import { cp, join } from '../../node';
import { Builder } from '../harness/builder';
import { jsonOf } from '../harness/execution';
import { N8nWithSandbox } from '../harness/withN8n';

const e2e = new N8nWithSandbox('builder');

const ACTION = 'n8n-nodes-docscore.docScore';
const TRIGGER = 'n8n-nodes-docscore.docScoreTrigger';

let builder: Builder;
beforeAll(async () => {
	builder = await Builder.of(e2e.n8n);
});

/** What the catalogue shows of a node among what it finds. */
async function found(query: string, type: string): Promise<string> {
	const told = await builder.ask('search_nodes', { queries: [query] });
	const [, shown = ''] =
		new RegExp(`^- ${type}\\b(?!Tool)([^]*?)(?=^- |$(?![^]))`, 'm').exec(told) ?? [];
	return shown;
}

const definition = async (nodeId: string): Promise<string> =>
	await builder.ask('get_node_types', { nodeIds: [{ nodeId }] });

describe("The catalogue of n8n's AI builder", () => {
	it.each([
		'docscore',
		'invoice',
		'OCR',
		'document extraction',
		'score recorded calls',
		'when a document is finished',
	])('finds both nodes by "%s" and says what to use', async (query) => {
		const action = await found(query, ACTION);
		expect(action).toContain('use run: submitAndWait with output "fieldsOnly"');
		expect(action).toContain('n8n-nodes-base.splitOut: "Makes one item for each attachment');
		const trigger = await found(query, TRIGGER);
		expect(trigger).toMatch(/^ \[TRIGGER\]/);
		expect(trigger).toContain('Do not use it to wait for a document that this workflow submits');
	});

	it('mentions the second output of each operation that can have it', async () => {
		const told = (await definition(ACTION)).split(/^export type /m);
		const withReview = told
			.filter((part) => part.includes('output 1 is Review'))
			.map((part) => /operation: '(\w+)'/.exec(part)?.[1]);
		const withOption = told
			.filter((part) => part.includes('secondOutput?'))
			.map((part) => /operation: '(\w+)'/.exec(part)?.[1]);
		expect(withReview).toEqual(withOption);
		expect(withOption).toHaveLength(4);
		expect(await definition(TRIGGER)).toContain('output 1 is Review');
	});
});

/** The code of a pattern in the definition of a node. */
function pattern(told: string, title: string): string {
	const [, lines = ''] =
		new RegExp(`<pattern title="${title}[^>]*>\n([^]*?)</pattern>`).exec(told) ?? [];
	return lines.replaceAll(/^\s*\* ?/gm, '');
}

it('a pattern from the catalogue makes a working workflow: each attachment becomes a row', async () => {
	for (const name of ['invoice.pdf', 'receipt.png']) {
		await cp(join('examples', 'samples', name), join(e2e.n8n.filesFolder, name));
	}
	const nodes = pattern(await definition(ACTION), 'Each attachment');
	const code = `
import { workflow, node, trigger, newCredential } from '@n8n/workflow-sdk';
const start = trigger({ type: 'n8n-nodes-base.manualTrigger', version: 1, config: { name: 'Start' } });
const files = node({
  type: 'n8n-nodes-base.readWriteFile',
  version: 1,
  config: { name: 'Files', parameters: { fileSelector: '${e2e.n8n.filesFolder}/*.p*' } }
});
${nodes.replace(/placeholder\(.*?\)/, `'${e2e.sandbox.templates.invoice}'`)}
export default workflow('rows', 'Rows').add(start).to(files).to(eachFile).to(readInvoice);
`;
	const created = await builder.ask('create_workflow_from_code', { code, versionName: 'First' });
	const { workflowId }: { workflowId: string } = JSON.parse(created);
	const workflow = await e2e.n8n.api.workflow(workflowId);
	const execution = await e2e.n8n.api.run(workflow, 'Start');
	expect([execution.status, execution.error]).toEqual(['success', null]);
	expect(jsonOf(execution, 'Read Invoice')).toEqual([
		expect.objectContaining({ invoice_number: 'NB-2025-0173', total_amount: '1,409.67' }),
		expect.objectContaining({ invoice_number: null }),
	]);
});
