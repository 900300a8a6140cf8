import type { IDataObject } from 'n8n-workflow';
import { join, pause, readFile } from '../../node';
import { linesPdf } from '../../sandbox/samples/linesPdf';
import { SignedInBrowser } from '../harness/browser';
import { ExampleRunner } from '../harness/exampleRunner';
import { sendForm, submitForm } from '../harness/form';
import { answerForm, openForm } from '../harness/pages';
import { publish } from '../harness/published';

const examples = new ExampleRunner('review-example');

const FILE = 'invoices-with-review';
const EMAIL = 'sam@example.com';

const withoutDoubt = {
	sent_by: EMAIL,
	supplier: 'Southbank Paper Ltd',
	invoice_number: 'SB-118',
	invoice_date: '2025-04-01',
};

let browser: SignedInBrowser;
let address: string;

beforeAll(async () => {
	browser = await SignedInBrowser.open(examples.n8n, 'light');
	const workflow = await examples.imported(FILE);
	address = await publish(examples.n8n, workflow, 'form');
});
afterAll(async () => await browser.close());

/** An invoice with these lines, beside what is on each. */
const paper = async (...lines: string[]): Promise<Buffer> =>
	await linesPdf(['Supplier: Southbank Paper Ltd', 'Invoice No: SB-118', ...lines]);

const pdfNamed = (name: string, content: Buffer) =>
	new File([new Uint8Array(content)], name, { type: 'application/pdf' });

const send = async (name: string, content: Buffer) =>
	await sendForm(address, [pdfNamed(name, content), EMAIL]);

/** Opens what the mail about this file leads to, in the browser of whoever was asked. */
async function openMailAbout(name: string) {
	const mail = await examples.outbox.take(`Please look at ${name}`);
	const [, link = ''] = /<a href="([^"]+)"/.exec(mail.text) ?? [];
	// n8n calls itself by the name of this machine, which the browser here does not know.
	const { pathname, search } = new URL(link);
	return { mail, form: await openForm(browser.page, examples.n8n.url + pathname + search) };
}

/** The one row of the table about this file, as soon as there is one. */
async function rowOf(name: string): Promise<IDataObject> {
	for (;;) {
		const rows = await examples.rowsOf('Invoices from DocScore');
		const [row, ...others] = rows.filter(({ file }) => file === name);
		expect(others).toEqual([]);
		if (row) return row;
		await pause(100);
	}
}

describe('an invoice that somebody sends by the form', () => {
	it('is a row at once where nothing is doubtful', async () => {
		await send('clean.pdf', await readFile(join('examples', 'samples', 'invoice.pdf')));
		expect(await rowOf('clean.pdf')).toMatchObject({
			sent_by: EMAIL,
			invoice_number: 'NB-2025-0173',
			invoice_date: '2025-03-14',
			total_amount: 1409.67,
		});
		expect(examples.outbox.mails).toEqual([]);
	});

	it('without a total is a row when somebody has filled it in', async () => {
		const content = await paper('Invoice date: 2025-04-01');
		await send('no total.pdf', content);
		const { mail, form } = await openMailAbout('no total.pdf');
		expect(mail.to).toEqual(['accounting@example.com']);
		expect(mail.text).toMatch(/sam@example\.com sent [^]+total_amount is missing/);
		expect(form.text).toMatch(/total_amount is missing\s+Looked for an amount/);
		expect(form.values).toEqual({
			'Invoice number': 'SB-118',
			'Invoice date': '2025-04-01',
			'Total amount': '',
		});
		const opened = await fetch(form.links['Open no total.pdf'] ?? '');
		expect(Buffer.from(await opened.arrayBuffer())).toEqual(content);

		const shown = await answerForm(browser.page, { 'Total amount': '310.5' });
		expect(shown).toContain('Got it, thanks');
		const row = { ...withoutDoubt, total_amount: 310.5 };
		expect(await rowOf('no total.pdf')).toMatchObject(row);
	});

	it('with a total that is written in another way is a row when somebody has corrected it', async () => {
		await send('german.pdf', await paper('Invoice date: 2025-04-01', 'Total due: 1.409,67'));
		const { mail, form } = await openMailAbout('german.pdf');
		const problem = 'total_amount is not a number written like 1,234.56: 1.409,67';
		expect(mail.text).toContain(problem);
		expect(form.text).toContain(problem);
		await answerForm(browser.page, { 'Invoice number': 'SB-119', 'Total amount': '1409.67' });
		const row = { ...withoutDoubt, invoice_number: 'SB-119', total_amount: 1409.67 };
		expect(await rowOf('german.pdf')).toMatchObject(row);
	});

	it('with an odd date is a row when somebody has confirmed the rest', async () => {
		await send('odd.pdf', await paper('Invoice date: 2025-02-31', 'Total due: 1,080.50'));
		const { form } = await openMailAbout('odd.pdf');
		expect(form.text).toContain('invoice_date is not on the calendar: 2025-02-31');
		expect(form.values).toMatchObject({ 'Invoice date': '', 'Total amount': '1080.5' });
		await answerForm(browser.page, {});
		const row = { ...withoutDoubt, invoice_date: null, total_amount: 1080.5 };
		expect(await rowOf('odd.pdf')).toMatchObject(row);
	});

	it('that cannot be read is told to accounting', async () => {
		await send('torn.pdf', Buffer.from('%PDF-1.7 and no more'));
		const { text } = await examples.outbox.take('Invoice not read: torn.pdf');
		expect(text).toMatch(
			/^sam@example\.com sent an invoice that could not be read\.\s+Run .+ failed/,
		);
	});

	it('can be tried from the editor without a mail account', async () => {
		const workflow = await examples.imported(FILE);
		const file = pdfNamed('tried.pdf', await paper('Total due: unknown'));
		expect(await submitForm(examples.n8n, workflow, [file, EMAIL])).toContain('Thank you');
		expect(await rowOf('tried.pdf')).toMatchObject({ invoice_number: 'NB-2025-0173' });
		expect(examples.outbox.mails).toEqual([]);
	});
});
