import { TWELVE_ITEMS } from '../../sandbox/samples/lineItems';
import { lineItemsOf } from '../harness/lineItems';
import { N8nWithSandbox } from '../harness/withN8n';

/** The line items of real PDFs become rows of n8n's own table, as they come out of the node. */

const e2e = new N8nWithSandbox('line-items');

it('come as numbers that add up, and an invoice with a wrong sum goes to Review', async () => {
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
			issues: 'is 7325, but the 12 values of line_items.amount add up to 7352',
		},
	]);
});
