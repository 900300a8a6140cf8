import type { INode } from 'n8n-workflow';
import { nodeOf } from '../../harness/n8n/nodeOf';
import { TWELVE_ITEMS } from '../../sandbox/samples/lineItems';
import { useBrowser } from '../harness/browser';
import { DataTable } from '../harness/dataTable';
import { putSample } from '../harness/examples';
import { openDataTable } from '../harness/pages';
import { rule } from '../harness/rule';
import { N8nWithSandbox } from '../harness/withN8n';

const e2e = new N8nWithSandbox('line-items-in-editor');
const browser = useBrowser(() => e2e.n8n);

const READ = 'Read the line items';
const PROBLEM = 'is 7325, but line_items.amount (12 values) is 7352';

const NUMBERS = ['line_items.quantity', 'line_items.price', 'line_items.amount', 'net_amount'];
const CHECK = { check: 'sum', addends: 'line_items.amount', total: 'net_amount' };

/** Inserts the line items of two invoices into one data table, and their issues into another. */
async function importWorkflow(rows: DataTable, review: DataTable): Promise<string> {
	const samples = ['line-items.pdf', 'line-items-wrong-sum.pdf'];
	const urls = samples.map(async (sample) => await putSample(e2e.sandbox, sample));
	const read = nodeOf(READ, 'n8n-nodes-docscore.docScore', {
		position: [240, 0],
		parameters: {
			file_urls: '={{ $json.url }}',
			extraction_template_id: { __rl: true, mode: 'id', value: e2e.sandbox.templates.lineItems },
			output: 'itemPerRow',
			options: { fieldsToOutput: ['invoice_number', 'net_amount'] },
			fieldRules: {
				rules: [
					rule('line_items', { required: true, convertTo: 'table' }),
					...NUMBERS.map((name) => rule(name, { required: true, convertTo: 'number' })),
				],
			},
			checks: { checks: [CHECK] },
			review: true,
		},
		credentials: e2e.credentials,
	});
	const done: INode = { ...rows.insert('Put them in the table'), position: [480, -100] };
	const problems = review.insert('Put it on the list', {
		invoice_number: '={{ $json.fields.invoice_number }}',
		issues: '={{ $json.issues.map((issue) => issue.problem).join() }}',
	});
	const to = (node: INode) => [{ node: node.name, type: 'main' as const, index: 0 }];
	const { id } = await e2e.n8n.api.importWorkflow({
		name: 'Line items',
		nodes: [
			nodeOf('Start', 'n8n-nodes-base.manualTrigger'),
			read,
			done,
			{ ...problems, position: [480, 100] },
		],
		connections: {
			Start: { main: [to(read)] },
			[READ]: { main: [to(done), to(problems)] },
		},
		pinData: { Start: (await Promise.all(urls)).map((url) => ({ json: { url } })) },
	});
	return id;
}

it('line items of real PDFs become rows of a data table, and leave by Review if the sum is wrong', async () => {
	const { api, url } = e2e.n8n;
	const rows = await DataTable.create(api, `Line items ${Date.now()}`, {
		item: 'string',
		quantity: 'number',
		price: 'number',
		amount: 'number',
		invoice_number: 'string',
		net_amount: 'number',
	});
	const review = await DataTable.create(api, `To review ${Date.now()}`, {
		invoice_number: 'string',
		issues: 'string',
	});
	const { editor, page } = browser();
	await editor.openWorkflow(await importWorkflow(rows, review));
	await editor.runWorkflow();
	await editor.openNode(READ);
	const [names, ...shown] = await editor.outputTable();
	expect(names?.slice(0, 5)).toEqual(['item', 'quantity', 'price', 'amount', 'invoice_number']);
	expect(shown).toHaveLength(12);
	await editor.openOutput(/^Review Branch/);
	expect((await editor.outputTable()).flat().join(' ')).toContain(PROBLEM);
	await editor.takePicture('line-items-review', 'output');

	const { number, lines } = TWELVE_ITEMS;
	expect(await rows.rows()).toEqual(
		lines.map(({ text, quantity, price }) => ({
			item: text,
			quantity,
			price,
			amount: Math.round(quantity * price * 100) / 100,
			invoice_number: number,
			net_amount: 7352,
		})),
	);
	expect(await review.rows()).toEqual([{ invoice_number: 'NB-2025-0215', issues: PROBLEM }]);
	const cells = await openDataTable(page, url + rows.path);
	expect(cells).toContainEqual(expect.arrayContaining(['Delivery', '24.9']));
	await editor.takePicture('line-items-table', 'rows');
	expect(browser().complaints()).toEqual([]);
});
