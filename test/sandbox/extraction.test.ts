import sharp from 'sharp';
import type { Sandbox } from '../harness/sandbox/sandbox';
import { openSandbox } from '../harness/sandbox/sandboxHost';
import { dirname, join, readFile } from '../node';
import { type Invoice, invoicePdf } from './samples/invoicePdf';
import { TWELVE_ITEMS } from './samples/lineItems';
import { runThrough } from './serviceClient';

let sandbox: Sandbox;
const samples = join(dirname(require.resolve('../../package.json')), 'examples', 'samples');
const sample = async (name: string) => await readFile(join(samples, name));
const invoice: Invoice = {
	number: '2025/4711',
	date: '3 March 2025',
	dueDate: 'April 2, 2025',
	customer: 'Ola Nordmann & Co',
	lines: [{ text: 'Chairs', quantity: 3, price: 1234.5 }],
};

beforeAll(async () => {
	sandbox = await openSandbox();
});
afterAll(async () => {
	await sandbox.stop();
});

/** Reads the files with the template and returns the finished run. */
async function read(files: Record<string, Uint8Array>, templateId: string) {
	const urls: string[] = [];
	for (const [name, bytes] of Object.entries(files)) {
		const base64 = Buffer.from(bytes).toString('base64');
		urls.push(await sandbox.control.putFile(name, base64, 'application/octet-stream'));
	}
	return await runThrough(sandbox, urls, templateId);
}

async function valuesOf(files: Record<string, Uint8Array>, templateId: string) {
	const { output_schema: output = {} } = await read(files, templateId);
	return Object.fromEntries(Object.entries(output).map(([name, { value }]) => [name, value]));
}

describe('a PDF', () => {
	test('returns the values of the first file that contains them', async () => {
		const expected = {
			supplier: 'Northbank Office Supplies Ltd',
			customer: 'Ola Nordmann & Co',
			invoice_number: '2025/4711',
			invoice_date: '3 March 2025',
			due_date: 'April 2, 2025',
			net_amount: '3,703.50',
			vat_amount: '703.67',
			total_amount: '4,407.17',
			iban: 'DE89370400440532013000',
			contact_email: 'accounts@northbank-office.example',
			purchase_order: null,
		};
		const { invoice: template } = sandbox.templates;
		const files = {
			'a.pdf': await invoicePdf(invoice),
			'b.pdf': await invoicePdf({ ...invoice, number: 'of the second file: 2' }),
		};
		expect(await valuesOf(files, template)).toEqual(expected);
	});

	test('is read with many wordings of instructions', async () => {
		const templateId = await sandbox.control.addTemplate('Wordings', {
			unquoted: 'the date after Invoice date.',
			plural: 'Find the number next to “invoice no.”, please',
			either: 'The amount after "Grand total" or "Total due"',
			bare: 'The customer.',
			below: 'The text below "Terms of payment"',
			labelled: 'the amount labelled Net amount',
			misread: 'The number after "lnv0ice No"',
			inSecondColumn: 'The text after "Your contact"',
			atStartRatherThanInside: 'The text after "Contact"',
			halfAWord: 'The text after "Suppl"',
		});
		expect(await valuesOf({ 'a.pdf': await invoicePdf(invoice) }, templateId)).toEqual({
			unquoted: '3 March 2025',
			plural: '2025/4711',
			either: '4,407.17',
			bare: 'Ola Nordmann & Co',
			below: 'Goods remain our property until they are paid in full.',
			labelled: '3,703.50',
			misread: '2025/4711',
			inSecondColumn: 'M. Lind',
			atStartRatherThanInside: 'sales desk, 9 to 17',
			halfAWord: null,
		});
	});
});

const receiptValues = {
	merchant: 'Harbour Street Deli',
	receipt_number: '20417',
	purchase_date: '14/03/2025',
	total_amount: '26.59',
	vat_amount: '1.74',
	payment_method: 'Debit card',
};

describe('an image', () => {
	const formats = {
		png: (image: sharp.Sharp) => image.png(),
		jpg: (image: sharp.Sharp) => image.jpeg({ quality: 85 }),
		gif: (image: sharp.Sharp) => image.gif(),
		webp: (image: sharp.Sharp) => image.webp({ quality: 85 }),
	};
	test.each(Object.entries(formats))('of format %s is read by OCR', async (format, convert) => {
		const image = await convert(sharp(await sample('receipt.png'))).toBuffer();
		const files = { [`scan.${format}`]: image };
		expect(await valuesOf(files, sandbox.templates.receipt)).toEqual(receiptValues);
	});

	test('is read even if it is small', async () => {
		const small = await sharp(await sample('receipt.png'))
			.resize(240)
			.png()
			.toBuffer();
		const values = await valuesOf({ 'a.png': small }, sandbox.templates.receipt);
		expect(values).toMatchObject({
			merchant: 'Harbour Street Deli',
			total_amount: '26.59',
			vat_amount: '1.74',
		});
	});
});

describe('the line items of an invoice', () => {
	const head = ['item', 'quantity', 'price', 'amount'];
	/** The instruction that the documentation recommends. */
	const instruction = async () => {
		const quoted = (await readFile('docs/tables.md', 'utf8')).match(/^> .+$/gm) ?? [];
		return quoted.map((line) => line.slice(2)).join(' ');
	};
	const tableOf = async (pdf: Uint8Array, templateId: string) => {
		const { line_items: table } = await valuesOf({ 'a.pdf': pdf }, templateId);
		return typeof table === 'string' ? JSON.parse(table) : table;
	};

	test('are a table if the template asks with the words of the documentation', async () => {
		const templateId = await sandbox.control.addTemplate('Items', {
			line_items: await instruction(),
		});
		const table = await tableOf(await sample('line-items.pdf'), templateId);
		expect(table).toHaveLength(1 + TWELVE_ITEMS.lines.length);
		expect(table.slice(0, 2)).toEqual([
			head,
			['Copy paper A4, 500 sheets', '40', '4.85', '194.00'],
		]);
		expect(table[11]).toEqual(['Ballpoint pen, "fine"', '250', '0.42', '105.00']);
		expect(table[12]).toEqual(['Delivery', '1', '24.90', '24.90']);
		const seeded = await tableOf(await sample('line-items.pdf'), sandbox.templates.lineItems);
		expect(seeded).toEqual(table);
	});

	test('are one row if there is only one, and null without such a table', async () => {
		const { lineItems } = sandbox.templates;
		expect(await tableOf(await invoicePdf(invoice), lineItems)).toEqual([
			head,
			['Chairs', '3', '1,234.50', '3,703.50'],
		]);
		const files = { 'receipt.png': await sample('receipt.png') };
		const { output_schema: output = {} } = await read(files, lineItems);
		expect(output.vat_amount?.reasoning).toBe('Found after "VAT" on page 1 of receipt.png');
		expect(output.line_items).toEqual({
			value: null,
			reasoning:
				'Looked for a table of item, quantity, price, amount in receipt.png and did not find it',
		});
	});
});

describe('a run fails with a reason that names its file', () => {
	const half = (bytes: Uint8Array) => bytes.slice(0, bytes.length / 2);
	test('if it is broken', async () => {
		const pdf = await invoicePdf(invoice);
		const endOnly = Buffer.concat([half(pdf), Buffer.from('\n%%EOF\n')]);
		const png = await sample('receipt.png');
		const broken: Array<[string, Uint8Array, string]> = [
			['short.pdf', half(pdf), 'the PDF is broken, its end is missing'],
			['torn.pdf', endOnly, 'the PDF is broken and cannot be read'],
			['short.png', half(png), 'the image is broken and cannot be read'],
		];
		for (const [name, bytes, reason] of broken) {
			const doc = await read({ 'good.pdf': pdf, [name]: bytes }, sandbox.templates.invoice);
			expect(doc.status).toBe('failed');
			expect(doc.failure_reason).toBe(`${name}: ${reason}`);
		}
	});

	test('if it has another type, with any name', async () => {
		const zip = Buffer.from('504b0506' + '00'.repeat(18), 'hex');
		for (const [bytes, type] of [
			[Buffer.from('plain text'), 'unknown'],
			[zip, 'application/zip'],
		] as const) {
			const doc = await read({ 'a.pdf': bytes }, sandbox.templates.invoice);
			expect(doc.failure_reason).toBe(
				`a.pdf: files of type ${type} are not supported, only PDF, PNG, JPG, GIF and WEBP`,
			);
		}
	});

	test('if it has another extension, with any content', async () => {
		const pdf = await invoicePdf(invoice);
		for (const name of ['a.pdfx', 'a.pdf.docx']) {
			const doc = await read({ 'good.PDF': pdf, [name]: pdf }, sandbox.templates.invoice);
			expect([doc.status, doc.failure_reason]).toEqual([
				'failed',
				`${name}: files with the extension ${name.slice(name.lastIndexOf('.'))} are not supported, only PDF, PNG, JPG, GIF and WEBP`,
			]);
		}
		const nameless = await read({ 'No. 1.5': pdf, download: pdf }, sandbox.templates.invoice);
		expect(nameless.status).toBe('completed');
	});

	test('if it cannot be fetched', async () => {
		const missing = new URL('/public/none/gone.pdf', sandbox.baseUrl).href;
		for (const [url, reason] of [
			[missing, 'gone.pdf: the file could not be fetched, its address answered 404'],
			[
				'http://127.0.0.1:1/closed.pdf',
				'closed.pdf: the file could not be fetched, its address does not answer',
			],
		] as const) {
			const doc = await runThrough(sandbox, [url], sandbox.templates.invoice);
			expect(doc.failure_reason).toBe(reason);
		}
	});

	test('if it is on another host, which the sandbox does not contact', async () => {
		const pdf = await invoicePdf(invoice);
		const url = await sandbox.control.putFile('a.pdf', pdf.toString('base64'), 'application/pdf');
		const statusAt = async (hostname: string) => {
			const address = Object.assign(new URL(url), { hostname });
			return (await runThrough(sandbox, [address.href], sandbox.templates.invoice)).status;
		};
		expect(await statusAt('localhost')).toBe('completed');
		// The same machine, but not under a name that is known as local.
		expect(await statusAt('0.0.0.0')).toBe('failed');
	});
});
