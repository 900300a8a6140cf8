import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'crypto';
import { join, pause, readFile } from '../../node';
import { linesPdf } from '../../sandbox/samples/linesPdf';
import { useBrowser } from '../harness/browser';
import { ExampleRunner } from '../harness/exampleRunner';
import type { Attachment } from '../harness/mail/message';
import type { SavedWorkflow } from '../harness/n8nApi';
import { answerForm, openForm, shownForm } from '../harness/pages';

const examples = new ExampleRunner('invoices-from-email');
const browser = useBrowser(() => examples.n8n);

const FILE = 'invoices-from-email';
const SENDER = 'sam@example.com';
const SUPPLIER = 'Southbank Paper Ltd';
const SAMPLES = join('examples', 'samples');
const INVOICE = 'An invoice';
const SHOWN_WITHIN_MS = 60_000;

let published: SavedWorkflow;

beforeAll(async () => {
	published = await examples.imported(FILE);
	await examples.n8n.api.activate(published);
});

/** Makes a file new, because n8n remembers its submissions after the sandbox is reset. */
const fresh = (content: Uint8Array | string) =>
	Buffer.concat([Buffer.from(content), Buffer.from(`\n% ${randomUUID()}\n`)]);

const attached = (
	fileName: string,
	content: Uint8Array,
	mimeType = 'application/pdf',
): Attachment => ({ fileName, content, mimeType });

/** An invoice with this number, and these lines after its date. */
const invoice = async (fileName: string, number: string, ...lines: string[]) =>
	attached(
		fileName,
		await linesPdf([
			`Supplier: ${SUPPLIER}`,
			`Invoice No: ${number}`,
			'Invoice date: 2025-04-01',
			...lines,
		]),
	);

async function send(...attachments: Attachment[]): Promise<void> {
	await examples.mailbox.watched();
	const mail = { from: `Sam <${SENDER}>`, subject: 'March', text: 'Please pay.' };
	examples.mailbox.deliver({ ...mail, attachments });
}

const rowsOf = async (name: string): Promise<IDataObject[]> =>
	(await examples.rowsOf('Invoices from DocScore')).filter(({ file }) => file === name);

/** The only row of the data table for this file, as soon as it exists. */
async function rowOf(name: string): Promise<IDataObject> {
	for (;;) {
		const [row, ...others] = await rowsOf(name);
		expect(others).toEqual([]);
		if (row) return row;
		await pause(100);
	}
}

/** The stored corrections of this file: field, extracted value, confirmed value. */
async function correctionsOf(name: string) {
	const { run } = await rowOf(name);
	for (;;) {
		const all = await examples.rowsOf('Corrections of invoices');
		const kept = all.filter((row) => row.run === run);
		if (kept.length >= 4) return kept.map((row) => [row.field, row.extracted, row.confirmed]);
		await pause(100);
	}
}

/** Follows the link in the mail about these files, in the browser of the person who was asked. */
async function openMailAbout(names: string) {
	const mail = await examples.outbox.take(`Please look at ${names}`);
	const [link = ''] = /http\S+/.exec(mail.text) ?? [];
	// n8n builds its URLs with this machine's hostname, which the browser cannot resolve.
	const { pathname, search } = new URL(link);
	const address = examples.n8n.url + pathname + search;
	await openForm(browser().page, address);
	return { mail, address };
}

/** Presses the button of the first page. The second one follows by itself. */
async function show(name: string) {
	await browser().page.getByRole('button').click();
	const second = browser().page.getByRole('heading', { name: `Is this right? ${name}` });
	// The node tries again for some time if the service fails.
	await second.waitFor({ timeout: SHOWN_WITHIN_MS });
	return await shownForm(browser().page);
}

async function answer(what: string, corrections: Record<string, string> = {}): Promise<string> {
	await browser().page.getByLabel('What is it?').selectOption(what);
	return await answerForm(browser().page, corrections);
}

const contentOf = async (address = ''): Promise<Buffer> =>
	Buffer.from(await (await fetch(address)).arrayBuffer());

describe('an invoice that arrives by email', () => {
	it('becomes a row at once if there is no doubt, and logos and cards are left out', async () => {
		const pdf = fresh(await readFile(join(SAMPLES, 'invoice.pdf')));
		// Apple Mail attaches a PDF as inline. The Simple format of the trigger leaves such files out.
		await send(
			{ ...attached('clean.pdf', pdf), disposition: 'inline' },
			attached('logo.png', Buffer.from('\x89PNG\r\n\x1a\nlogo', 'latin1'), 'image/png'),
			attached('sam.vcf', Buffer.from('BEGIN:VCARD'), 'text/vcard'),
		);
		const row = await rowOf('clean.pdf');
		expect(row).toMatchObject({
			sent_by: SENDER,
			supplier: 'Northbank Office Supplies Ltd',
			invoice_number: 'NB-2025-0173',
			invoice_date: '2025-03-14',
			due_date: '2025-04-13',
			total_amount: 1409.67,
			iban: 'DE89370400440532013000',
			to_check: '',
		});
		// A reminder has the same file under another name.
		await send(attached('reminder.pdf', pdf));
		const again = await examples.n8n.api.finishedAfter(published, 1);
		expect(again.outputs).not.toHaveProperty('Put it in the table');
		expect(await examples.control.runs()).toHaveLength(1);
		expect(await rowOf('clean.pdf')).toMatchObject({ run: row.run });
		expect(examples.outbox.mails).toEqual([]);
		expect(await examples.rowsOf('Corrections of invoices')).toEqual([]);
		expect(examples.mailbox.unread).toBe(0);
	});

	it('without a total becomes a row when a person fills it in, with the document at hand', async () => {
		await examples.control.setDialect({ presignedTtlMs: 1_000 });
		// The form does not ask for the due date.
		const sent = await invoice('no total.pdf', 'SB-1', 'Due date: 2025-02-31');
		await send(sent);
		const { mail, address } = await openMailAbout('no total.pdf');
		expect(mail.to).toEqual(['accounting@example.com']);
		expect(mail.text).toMatch(
			/^no total\.pdf from sam@example\.com\s+due_date .+\s+total_amount is missing/,
		);
		// The links that came with the fields have expired.
		await pause(2_000);
		await examples.control.setDialect({ presignedTtlMs: 60_000 });
		const form = await show('no total.pdf');
		expect(form.text).toContain('total_amount is missing');
		expect(form.values).toEqual({
			'What is it?': '',
			Supplier: SUPPLIER,
			'Invoice number': 'SB-1',
			'Invoice date': '2025-04-01',
			'Total amount': '',
		});
		expect(await contentOf(form.links['Open no total.pdf'])).toEqual(Buffer.from(sent.content));
		// The link in the mail leads to the same form again.
		expect((await openForm(browser().page, address)).values).toEqual(form.values);
		expect(await answer(INVOICE, { 'Total amount': '310.5' })).toContain('Form Submitted');
		const row = { sent_by: SENDER, supplier: SUPPLIER, invoice_number: 'SB-1' };
		expect(await rowOf('no total.pdf')).toMatchObject({
			...row,
			total_amount: 310.5,
			due_date: '2025-02-31',
			to_check: expect.stringMatching(/^due_date .+: 2025-02-31$/),
		});
		expect(await correctionsOf('no total.pdf')).toEqual([
			['supplier', SUPPLIER, SUPPLIER],
			['invoice_number', 'SB-1', 'SB-1'],
			['invoice_date', '2025-04-01', '2025-04-01'],
			['total_amount', null, '310.5'],
		]);
	});

	it('with a high total is shown to a person', async () => {
		await send(await invoice('high.pdf', 'SB-3', 'Total due: 20,000.50'));
		await openMailAbout('high.pdf');
		expect((await show('high.pdf')).values['Total amount']).toBe('20000.5');
		await answer(INVOICE);
		expect(await rowOf('high.pdf')).toMatchObject({ total_amount: 20000.5 });
	});

	it('shows a photo on the page itself, and what stays empty is told in the row', async () => {
		const photo = fresh(await readFile(join(SAMPLES, 'receipt.png')));
		await send(attached('receipt.png', photo, 'image/png'));
		await openMailAbout('receipt.png');
		await show('receipt.png');
		const picture = browser().page.getByRole('img');
		expect(await contentOf((await picture.getAttribute('src')) ?? '')).toEqual(photo);
		await answer(INVOICE, { Supplier: 'Corner Shop', 'Invoice number': '' });
		expect(await rowOf('receipt.png')).toMatchObject({
			supplier: 'Corner Shop',
			invoice_number: null,
			to_check: expect.stringContaining('invoice_number is missing'),
		});
	});

	it('is shown to a person if its supplier and number are known, also from the same email', async () => {
		const first = await invoice('first.pdf', 'SB-4', 'Total due: 7.10');
		await send(first, await invoice('copy.pdf', 'SB-4', 'Total due: 7.10', 'Copy'));
		const { mail } = await openMailAbout('copy.pdf');
		const known = 'The supplier and number are known from first.pdf';
		expect(mail.text).toContain(known);
		expect((await show('copy.pdf')).text).toContain(known);
		await answer('A duplicate');
		await send(await invoice('late.pdf', 'SB-4', 'Total due: 7.10', 'Reminder'));
		expect((await openMailAbout('late.pdf')).mail.text).toContain(known);
		await show('late.pdf');
		await answer(INVOICE, { 'Invoice number': 'SB-40' });
		expect(await rowOf('late.pdf')).toMatchObject({ invoice_number: 'SB-40' });
		expect(await rowOf('first.pdf')).toMatchObject({ invoice_number: 'SB-4' });
		expect(await rowsOf('copy.pdf')).toEqual([]);
	});

	it('is shown after the other doubtful ones of its email, and is no row if it is no invoice', async () => {
		const clean = await invoice('beside.pdf', 'SB-5', 'Total due: 7.10');
		await send(await invoice('one.pdf', 'SB-6'), clean, await invoice('two.pdf', 'SB-7'));
		expect(await rowOf('beside.pdf')).toMatchObject({ total_amount: 7.1 });
		const { mail, address } = await openMailAbout('one.pdf, two.pdf');
		expect(mail.text).toMatch(/one\.pdf from [^]+two\.pdf from /);
		await show('one.pdf');
		await browser().page.getByLabel('What is it?').selectOption('Not an invoice');
		await browser().page.getByRole('button').click();
		await browser().page.getByRole('heading', { name: 'Please look at two.pdf' }).waitFor();
		// Whoever stops here goes on by the same link.
		await openForm(browser().page, address);
		await show('two.pdf');
		await answer(INVOICE, { 'Total amount': '9' });
		expect(await rowOf('two.pdf')).toMatchObject({ invoice_number: 'SB-7', total_amount: 9 });
		expect(await rowsOf('one.pdf')).toEqual([]);
	});

	it('that the service cannot read becomes a row when a person fills it in', async () => {
		await send(attached('torn.pdf', fresh('%PDF-1.7 and no more')));
		const { mail } = await openMailAbout('torn.pdf');
		expect(mail.text).toContain('The run is failed: ');
		// A person can answer even if the service gives no document.
		const error = 'The document is archived';
		await examples.control.addFault({ endpoint: 'details', kind: 'status', status: 400, error });
		expect((await show('torn.pdf')).text).toContain(error);
		await answer(INVOICE, { Supplier: SUPPLIER, 'Invoice number': 'SB-8', 'Total amount': '7' });
		expect(await rowOf('torn.pdf')).toMatchObject({
			sent_by: SENDER,
			invoice_number: 'SB-8',
			total_amount: 7,
			to_check: 'invoice_date is missing',
		});
	});
});

it('an email without an invoice is reported to accounting, and the execution fails', async () => {
	const before = await examples.n8n.api.executions(published.id);
	await send(attached('sam.vcf', Buffer.from('BEGIN:VCARD'), 'text/vcard'));
	const { text } = await examples.outbox.take('Invoice not in the table: March');
	expect(text).toMatch(/^sam@example\.com sent it\.\s+.*sam\.vcf/);
	const { error } = await examples.n8n.api.finishedAfter(published, before.length);
	expect(error).toMatch(/^Not every invoice is in the table\.\n.*sam\.vcf/);
});

it('a form that nobody answers begins again', async () => {
	await examples.n8n.api.deactivate(published);
	const short = (text: string) => {
		const limit = '"resumeAmount":15,"resumeUnit":"minutes"';
		expect(text).toContain(limit);
		return text.replace(limit, '"resumeAmount":1,"resumeUnit":"seconds"');
	};
	const hasty = await examples.imported(FILE, {}, short);
	await examples.n8n.api.activate(hasty);
	await send(await invoice('left.pdf', 'SB-9'));
	const { address } = await openMailAbout('left.pdf');
	await show('left.pdf');
	const first = browser().page.getByRole('heading', { name: 'Please look at left.pdf' });
	while (!(await first.isVisible())) {
		await pause(1_000);
		await openForm(browser().page, address);
	}
	await show('left.pdf');
	await answer(INVOICE, { 'Total amount': '8' });
	expect(await rowOf('left.pdf')).toMatchObject({ total_amount: 8 });
	await examples.n8n.api.deactivate(hasty);
});
