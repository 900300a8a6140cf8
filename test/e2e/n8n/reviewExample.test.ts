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

/** An invoice with these lines after its supplier and number. */
const paper = async (...lines: string[]): Promise<Buffer> =>
	await linesPdf(['Supplier: Southbank Paper Ltd', 'Invoice No: SB-118', ...lines]);

const pdfNamed = (name: string, content: Buffer) =>
	new File([new Uint8Array(content)], name, { type: 'application/pdf' });

const send = async (name: string, content: Buffer) =>
	await sendForm(address, [pdfNamed(name, content), EMAIL]);

/** Follows the link in the mail about this file, in the browser of the person who was asked. */
async function openMailAbout(name: string) {
	const mail = await examples.outbox.take(`Please look at ${name}`);
	const [, link = ''] = /<a href="([^"]+)"/.exec(mail.text) ?? [];
	// n8n builds its URLs with this machine's hostname, which the browser cannot resolve.
	const { pathname, search } = new URL(link);
	return { mail, form: await openForm(browser.page, examples.n8n.url + pathname + search) };
}

/** The only row of the data table for this file, as soon as it exists. */
async function rowOf(name: string): Promise<IDataObject> {
	for (;;) {
		const rows = await examples.rowsOf('Invoices from DocScore');
		const [row, ...others] = rows.filter(({ file }) => file === name);
		expect(others).toEqual([]);
		if (row) return row;
		await pause(100);
	}
}

/** The stored corrections of this file, as soon as all are there: field, extracted value, confirmed value. */
async function correctionsOf(name: string) {
	const { run } = await rowOf(name);
	for (;;) {
		const all = await examples.rowsOf('Corrections of invoices');
		const kept = all.filter((row) => row.run === run);
		if (kept.length >= 3) return kept.map((row) => [row.field, row.extracted, row.confirmed]);
		await pause(100);
	}
}

describe('an invoice that is sent by the form', () => {
	it('becomes a row at once if there is no doubt', async () => {
		await send('clean.pdf', await readFile(join('examples', 'samples', 'invoice.pdf')));
		expect(await rowOf('clean.pdf')).toMatchObject({
			sent_by: EMAIL,
			invoice_number: 'NB-2025-0173',
			invoice_date: '2025-03-14',
			total_amount: 1409.67,
		});
		expect(examples.outbox.mails).toEqual([]);
		expect(await examples.rowsOf('Corrections of invoices')).toEqual([]);
	});

	it('without a total becomes a row when a person fills it in', async () => {
		const content = await paper('Invoice date: 2025-04-01');
		await send('no total.pdf', content);
		const { mail, form } = await openMailAbout('no total.pdf');
		expect(mail.to).toEqual(['accounting@example.com']);
		expect(mail.text).toMatch(/sam@example\.com sent [^]+total_amount is missing/);
		expect(form.text).toMatch(/total_amount is missing\s+Looked for an amount/);
		expect(form.values).toEqual({
			'What is it?': '',
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
		expect(await correctionsOf('no total.pdf')).toEqual([
			['invoice_number', 'SB-118', 'SB-118'],
			['invoice_date', '2025-04-01', '2025-04-01'],
			['total_amount', null, '310.5'],
		]);
	});

	it('with a total that can be read in two ways becomes a row when a person corrects it', async () => {
		await send('german.pdf', await paper('Invoice date: 2025-04-01', 'Total due: 12.500'));
		const { mail, form } = await openMailAbout('german.pdf');
		const problem =
			'total_amount can be read as 12.5 or 12500 (select the format in Numbers Are Written): 12.500';
		expect(mail.text).toContain(problem);
		expect(form.text).toContain(problem);
		await answerForm(browser.page, { 'Invoice number': 'SB-119', 'Total amount': '12500' });
		const row = { ...withoutDoubt, invoice_number: 'SB-119', total_amount: 12500 };
		expect(await rowOf('german.pdf')).toMatchObject(row);
		expect(await correctionsOf('german.pdf')).toEqual([
			['invoice_number', 'SB-118', 'SB-119'],
			['invoice_date', '2025-04-01', '2025-04-01'],
			['total_amount', '12.500', '12500'],
		]);
	});

	it('with an impossible date becomes a row when a person confirms the rest', async () => {
		await send('odd.pdf', await paper('Invoice date: 2025-02-31', 'Total due: 1,080.50'));
		const { form } = await openMailAbout('odd.pdf');
		expect(form.text).toContain('invoice_date is not an existing date: 2025-02-31');
		expect(form.values).toMatchObject({ 'Invoice date': '', 'Total amount': '1080.5' });
		await answerForm(browser.page, {});
		const row = { ...withoutDoubt, invoice_date: null, total_amount: 1080.5 };
		expect(await rowOf('odd.pdf')).toMatchObject(row);
		expect(await correctionsOf('odd.pdf')).toEqual([
			['invoice_number', 'SB-118', 'SB-118'],
			['invoice_date', '2025-02-31', null],
			['total_amount', '1080.5', '1080.5'],
		]);
	});

	it.each(['Not an invoice', 'A duplicate'])(
		'becomes no row if a person says that it is %s',
		async (answer) => {
			const name = `${answer}.pdf`;
			await send(name, await paper(answer));
			await openMailAbout(name);
			await browser.page.getByLabel('What is it?').selectOption(answer);
			await answerForm(browser.page, {});
			// The workflow has ended for this document when the next one is a row.
			await send('next.pdf', await paper(answer, 'Invoice date: 2025-04-01', 'Total due: 7.10'));
			expect(await rowOf('next.pdf')).toMatchObject({ total_amount: 7.1 });
			const rows = await examples.rowsOf('Invoices from DocScore');
			expect(rows.filter(({ file }) => file === name)).toEqual([]);
		},
	);

	it('can be sent and corrected again, and the table keeps only the last corrections', async () => {
		const content = await paper('Invoice date: 2025-04-02', 'Total due: 12.500');
		const seen = async () => await examples.rowsOf('Corrections of invoices');
		const before = await seen();
		for (const total of ['12500', '12500.5']) {
			await send('twice.pdf', content);
			await openMailAbout('twice.pdf');
			await answerForm(browser.page, { 'Total amount': total });
			while (!(await seen()).some(({ confirmed }) => confirmed === total)) await pause(100);
		}
		expect(await correctionsOf('twice.pdf')).toContainEqual(['total_amount', '12.500', '12500.5']);
		const { total_amount, to_check } = await rowOf('twice.pdf');
		expect([total_amount, to_check]).toEqual([12500.5, '']);
		const kept = (await seen()).slice(before.length);
		expect(kept).toHaveLength(3);
		for (const { confirmed_at } of kept) {
			expect(Date.now() - Date.parse(String(confirmed_at))).toBeLessThan(60_000);
		}
	});

	it('that the service cannot read becomes a row when a person fills it in', async () => {
		await send('torn.pdf', Buffer.from('%PDF-1.7 and no more'));
		const { mail, form } = await openMailAbout('torn.pdf');
		expect(mail.text).toContain('The run is failed: ');
		expect(form.text).toContain('The run is failed: ');
		await answerForm(browser.page, { 'Invoice number': 'SB-120', 'Total amount': '7' });
		const row = { sent_by: EMAIL, supplier: null, invoice_number: 'SB-120', total_amount: 7 };
		expect(await rowOf('torn.pdf')).toMatchObject(row);
	});

	it('is reported to accounting if it cannot be submitted', async () => {
		await send('letter.pdf', Buffer.from('Dear all'));
		const { text } = await examples.outbox.take('Invoice not read: letter.pdf');
		expect(text).toMatch(
			/^sam@example\.com sent an invoice that could not be read\.\s+.*letter\.pdf/,
		);
	});

	it('becomes a row without a mail account, when the workflow is tested in the editor', async () => {
		const workflow = await examples.imported(FILE);
		const file = pdfNamed('tried.pdf', await paper('Total due: 12.500'));
		expect(await submitForm(examples.n8n, workflow, [file, EMAIL])).toContain('Thank you');
		expect(await rowOf('tried.pdf')).toMatchObject({
			invoice_number: 'SB-118',
			invoice_date: null,
			total_amount: null,
			to_check:
				'Nobody has confirmed this row.\ntotal_amount can be read as 12.5 or 12500 (select the format in Numbers Are Written): 12.500',
		});
		const { run } = await rowOf('tried.pdf');
		const corrections = await examples.rowsOf('Corrections of invoices');
		expect(corrections.map((row) => row.run)).not.toContain(run);
		expect(examples.outbox.mails).toEqual([]);
	});
});
