import type { INode } from 'n8n-workflow';
import { nodeOf } from '../../harness/n8n/nodeOf';
import type { WorkflowFile } from '../../harness/n8n/workflow';
import { DataTable } from './dataTable';
import { putSample } from './examples';
import type { N8nWithSandbox } from './withN8n';

/** A workflow that inserts the line items of invoices into one data table, and their issues into another. */
export interface LineItems {
	workflow: WorkflowFile;
	rows: DataTable;
	review: DataTable;
}

export const READ_ITEMS = 'Read the line items';

const toNumber = (name: string) => ({
	field: { __rl: true, mode: 'name', value: name },
	required: true,
	convertTo: 'number',
});

const RULES = [
	{ field: { __rl: true, mode: 'name', value: 'line_items' }, required: true, convertTo: 'table' },
	...['quantity', 'price', 'amount'].map((column) => toNumber(`line_items.${column}`)),
	...['net_amount', 'vat_amount', 'total_amount'].map(toNumber),
];

const CHECKS = [
	{ check: 'sum', addends: 'line_items.amount', total: 'net_amount' },
	{ check: 'sum', addends: 'net_amount, vat_amount', total: 'total_amount' },
];

/**
 * @param name of the workflow and its tables
 * @param samples file names of the invoices
 */
export async function lineItemsOf(
	e2e: N8nWithSandbox,
	name: string,
	samples: string[],
): Promise<LineItems> {
	const { n8n, sandbox } = e2e;
	const rows = await DataTable.create(n8n.api, name, {
		item: 'string',
		quantity: 'number',
		price: 'number',
		amount: 'number',
		invoice_number: 'string',
		net_amount: 'number',
	});
	const review = await DataTable.create(n8n.api, `${name} to review`, {
		invoice_number: 'string',
		issues: 'string',
	});
	const read = nodeOf(READ_ITEMS, 'n8n-nodes-docscore.docScore', {
		position: [240, 0],
		parameters: {
			file_urls: '={{ $json.url }}',
			extraction_template_id: { __rl: true, mode: 'id', value: sandbox.templates.lineItems },
			output: 'itemPerRow',
			options: { fieldsToOutput: ['invoice_number', 'net_amount'] },
			fieldRules: { rules: RULES },
			checks: { checks: CHECKS },
			review: true,
		},
		credentials: e2e.credentials,
	});
	const done = { ...rows.insert('Put them in the table'), position: at(480, -100) };
	const toReview = review.insert('Put it on the list', {
		invoice_number: '={{ $json.fields.invoice_number }}',
		issues: '={{ $json.issues.map((issue) => issue.problem).join() }}',
	});
	const start = nodeOf('Start', 'n8n-nodes-base.manualTrigger');
	const urls = await Promise.all(samples.map(async (sample) => await putSample(sandbox, sample)));
	const to = (node: INode) => [{ node: node.name, type: 'main' as const, index: 0 }];
	const workflow = {
		name,
		nodes: [start, read, done, { ...toReview, position: at(480, 100) }],
		connections: {
			Start: { main: [to(read)] },
			[READ_ITEMS]: { main: [to(done), to(toReview)] },
		},
		pinData: { Start: urls.map((url) => ({ json: { url } })) },
	};
	return { workflow, rows, review };
}

const at = (x: number, y: number): INode['position'] => [x, y];
