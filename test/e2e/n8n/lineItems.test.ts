import { nodeOf } from '../../harness/n8n/nodeOf';
import { TWELVE_ITEMS } from '../../sandbox/samples/lineItems';
import { chain } from '../harness/chain';
import { type ColumnType, DataTable } from '../harness/dataTable';
import { lineItemsOf, READ_ITEMS } from '../harness/lineItems';
import { N8nWithSandbox } from '../harness/withN8n';

/** The line items of real PDFs become rows of an n8n data table, without changes between the two nodes. */

const e2e = new N8nWithSandbox('line-items');

const rule = (value: string, convertTo: string) => ({
	field: { __rl: true, mode: 'name', value },
	convertTo,
});

const toNode = (node: string) => ({ node, type: 'main' as const, index: 0 });

it('line items are numbers that add up, and an invoice with a wrong sum goes to Review', async () => {
	const { api } = e2e.n8n;
	const samples = ['line-items.pdf', 'line-items-wrong-sum.pdf'];
	const { workflow, rows, review } = await lineItemsOf(e2e, 'Line items', samples);
	const execution = await api.run(await api.importWorkflow(workflow));
	expect([execution.status, execution.error]).toEqual(['success', null]);

	const items = await rows.rows();
	expect(items).toEqual(
		TWELVE_ITEMS.lines.map(({ text, quantity, price }) => ({
			item: text,
			quantity,
			price,
			amount: Math.round(quantity * price * 100) / 100,
			invoice_number: TWELVE_ITEMS.number,
			net_amount: 7352,
		})),
	);
	const cents = items.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
	expect(cents).toBe(735_200);
	expect(await review.rows()).toEqual([
		{
			invoice_number: 'NB-2025-0215',
			issues: 'is 7325, but line_items.amount (12 values) is 7352',
		},
	]);
});

it('line items from two tables of a document go to two data tables', async () => {
	const { n8n, sandbox } = e2e;
	const value = (text: string) => ({ value: text, reasoning: null });
	const outputSchema = {
		lines: value('[["item","amount"],["Paper","4.50"],["Pens","5.50"]]'),
		taxes: value('[["rate","tax"],["19","1.90"]]'),
	};
	const [runId] = await sandbox.control.seedRuns([{ filename: 'Two tables', outputSchema }]);
	const read = nodeOf(READ_ITEMS, 'n8n-nodes-docscore.docScore', {
		parameters: {
			operation: 'get',
			runId: { __rl: true, mode: 'id', value: runId },
			fieldRules: {
				rules: [
					...['lines', 'taxes'].map((table) => rule(table, 'table')),
					...['lines.amount', 'taxes.rate', 'taxes.tax'].map((column) => rule(column, 'number')),
				],
			},
		},
		credentials: e2e.credentials,
	});
	const intoTable = async (table: string, columns: Record<string, ColumnType>) => {
		const rows = await DataTable.create(n8n.api, `Rows of ${table}`, columns);
		const splitOut = nodeOf(`Split out ${table}`, 'n8n-nodes-base.splitOut', {
			parameters: { fieldToSplitOut: `fields.${table}`, options: {} },
		});
		return { rows, nodes: [splitOut, rows.insert(`Put ${table} in the table`)] };
	};
	const ofLines = await intoTable('lines', { item: 'string', amount: 'number' });
	const ofTaxes = await intoTable('taxes', { rate: 'number', tax: 'number' });
	const start = nodeOf('Start', 'n8n-nodes-base.manualTrigger');
	const [first, second] = [ofLines, ofTaxes].map(({ nodes }) => chain('', start, read, ...nodes));
	const workflow = {
		name: 'Two tables',
		nodes: [start, read, ...ofLines.nodes, ...ofTaxes.nodes],
		connections: {
			...first?.connections,
			...second?.connections,
			[READ_ITEMS]: {
				main: [[ofLines, ofTaxes].map(({ nodes: [split] }) => toNode(split?.name ?? ''))],
			},
		},
	};
	const execution = await n8n.api.run(await n8n.api.importWorkflow(workflow));
	expect([execution.status, execution.error]).toEqual(['success', null]);
	expect(await ofLines.rows.rows()).toEqual([
		{ item: 'Paper', amount: 4.5 },
		{ item: 'Pens', amount: 5.5 },
	]);
	expect(await ofTaxes.rows.rows()).toEqual([{ rate: 19, tax: 1.9 }]);
});

it('2,000 line items of one document go to a data table', async () => {
	const { n8n, sandbox } = e2e;
	const lines = Array.from({ length: 2_000 }, (_, at) => `Item ${at};0.10`).join('\n');
	const outputSchema = { lines: { value: `item;amount\n${lines}`, reasoning: null } };
	const [runId] = await sandbox.control.seedRuns([{ filename: 'A year', outputSchema }]);
	const rows = await DataTable.create(n8n.api, 'A year', {
		item: 'string',
		amount: 'number',
		issues: 'string',
	});
	const read = nodeOf(READ_ITEMS, 'n8n-nodes-docscore.docScore', {
		parameters: {
			operation: 'get',
			runId: { __rl: true, mode: 'id', value: runId },
			output: 'itemPerRow',
			fieldRules: { rules: [rule('lines', 'table'), rule('lines.amount', 'number')] },
		},
		credentials: e2e.credentials,
	});
	const start = nodeOf('Start', 'n8n-nodes-base.manualTrigger');
	const workflow = chain('A year', start, read, rows.insert('Put them in the table'));
	const execution = await n8n.api.run(await n8n.api.importWorkflow(workflow));
	expect([execution.status, execution.error]).toEqual(['success', null]);
	expect(await rows.count()).toBe(2_000);
});
