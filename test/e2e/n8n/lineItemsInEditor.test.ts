import { lineItemsOf, READ_ITEMS } from '../harness/lineItems';
import { openDataTable } from '../harness/pages';
import { inEachTheme } from '../harness/inEachTheme';
import { N8nWithSandbox } from '../harness/withN8n';

const e2e = new N8nWithSandbox('line-items-in-editor');

inEachTheme(e2e, 'line items in the editor, in its %s theme', ({ theme, browser, takePicture }) => {
	it('are rows of the output and of the data table, and leave by Review if the sum is wrong', async () => {
		const { editor, page } = browser();
		const { workflow, rows } = await lineItemsOf(
			e2e,
			theme === 'light' ? 'Line items' : 'Line items at night',
			['line-items.pdf', 'line-items-wrong-sum.pdf'],
		);
		const { id } = await e2e.n8n.api.importWorkflow(workflow);
		await editor.openWorkflow(id);
		await editor.runWorkflow();
		await editor.openNode(READ_ITEMS);
		const [names, ...shown] = await editor.outputTable();
		expect(names?.slice(0, 5)).toEqual(['item', 'quantity', 'price', 'amount', 'invoice_number']);
		expect(shown).toHaveLength(12);
		expect(shown[0]).toEqual(
			expect.arrayContaining(['Copy paper A4, 500 sheets', '40', '4.85', '194', 'NB-2025-0214']),
		);
		await editor.openOutput(/^Review Branch/);
		const review = (await editor.outputTable()).flat().join(' ');
		expect(review).toContain('NB-2025-0215');
		expect(review).toContain('is 7325, but line_items.amount (12 values) is 7352');
		await takePicture('line-items-review', 'output');
		const cells = await openDataTable(page, e2e.n8n.url + rows.path);
		expect(cells.length).toBeGreaterThanOrEqual(12);
		expect(cells).toContainEqual(expect.arrayContaining(['Delivery', '24.9']));
		await takePicture('line-items-table', 'rows');
		expect(browser().complaints()).toEqual([]);
	});
});
