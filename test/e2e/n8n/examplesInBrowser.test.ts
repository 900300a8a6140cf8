import { join } from '../../node';
import { SignedInBrowser } from '../harness/browser';
import { ExampleRunner } from '../harness/exampleRunner';
import { jsonOf } from '../harness/execution';
import { publish } from '../harness/published';
import { fillInForm, openDataTable } from '../harness/pages';

const examples = new ExampleRunner('form-in-browser');

let browser: SignedInBrowser;

beforeAll(async () => {
	browser = await SignedInBrowser.open(examples.n8n, 'light');
});
afterAll(async () => await browser.close());

it('an invoice that somebody sends by the form of the example is a row of the table', async () => {
	const workflow = await examples.imported('invoices-from-a-form');
	const made = await examples.run(workflow, 'Press once to begin');
	const address = await publish(examples.n8n, workflow, 'form');
	const shown = await fillInForm(browser.page, address, {
		file: join('examples', 'samples', 'invoice.pdf'),
		email: 'sam@example.com',
	});
	expect(shown).toContain('Thank you. The invoice will be in the table');
	await examples.n8n.api.finishedAfter(workflow, 1);

	const [table] = jsonOf(made, 'Make the table');
	const path = `/projects/${String(table?.projectId)}/datatables/${String(table?.id)}`;
	const rows = await openDataTable(browser.page, examples.n8n.url + path);
	const cells = ['invoice.pdf', 'sam@example.com', 'NB-2025-0173'];
	expect(rows).toEqual([expect.arrayContaining(cells)]);
	expect(browser.complaints()).toEqual([]);
});
