import PDFDocument from 'pdfkit';
import { contentOf } from '../../node';

/** The values that differ between invoices. All other text is constant. */
export interface Invoice {
	number: string;
	date: string;
	dueDate: string;
	customer: string;
	lines: Array<{ text: string; quantity: number; price: number }>;
	/** The net amount on the invoice, if it differs from the sum of the lines. */
	statedNet?: number;
}

const left = 56;
const right = 539;

/** A realistic invoice: one page with header, lines and totals, and one page with terms. */
export async function invoicePdf(invoice: Invoice): Promise<Buffer> {
	const pdf = new PDFDocument({ size: 'A4', margin: left });
	drawHeader(pdf, invoice);
	drawTotals(pdf, invoice, drawLines(pdf, invoice));
	pdf.addPage();
	pdf.fontSize(11).text('Terms of payment', left, 60);
	pdf.fontSize(9).text('Goods remain our property until they are paid in full.', left, 82);
	pdf.text('Questions? accounts@northbank-office.example', left, 96);
	pdf.end();
	return await contentOf(pdf);
}

function drawHeader(pdf: PDFKit.PDFDocument, invoice: Invoice): void {
	pdf.fontSize(20).text('INVOICE', left, 56);
	pdf.fontSize(9).fillColor('#555').text('Northbank Office Supplies Ltd', 350, 60);
	pdf.text('12 Quay Street, Port Alder', 350, 72).fillColor('black');
	const rows: Array<[string, string]> = [
		['Supplier:', 'Northbank Office Supplies Ltd'],
		['Customer:', invoice.customer],
		['Invoice No:', invoice.number],
		['Invoice date:', invoice.date],
		['Due date:', invoice.dueDate],
	];
	pdf.fontSize(10).text('Your contact: M. Lind', 400, 136);
	for (const [index, [label, value]] of rows.entries()) {
		pdf.text(label, left, 120 + index * 16);
		pdf.text(value, 150, 120 + index * 16);
	}
}

/** Returns the vertical position of the table's end. */
function drawLines(pdf: PDFKit.PDFDocument, { lines }: Invoice): number {
	let y = 232;
	drawRow(pdf, y, ['Item', 'Qty', 'Price', 'Amount']);
	pdf
		.moveTo(left, y + 14)
		.lineTo(right, y + 14)
		.stroke();
	for (const { text, quantity, price } of lines) {
		y += 20;
		drawRow(pdf, y, [text, String(quantity), money(price), money(quantity * price)]);
	}
	return y + 30;
}

function drawTotals(pdf: PDFKit.PDFDocument, { lines, statedNet }: Invoice, top: number): void {
	const net = statedNet ?? lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
	const vat = Math.round(net * 19) / 100;
	const rows: Array<[string, string]> = [
		['Net amount', money(net)],
		['VAT 19 %', money(vat)],
		['Total due (EUR)', money(net + vat)],
	];
	for (const [index, [label, value]] of rows.entries()) {
		pdf.text(label, 350, top + index * 18);
		pdf.text(value, 440, top + index * 18, { width: right - 440, align: 'right' });
	}
	pdf.text('Please pay to IBAN DE89 3704 0044 0532 0130 00, BIC COBADEFFXXX', left, top + 90);
	pdf.text('Contact: sales desk, 9 to 17', left, top + 106);
}

function drawRow(pdf: PDFKit.PDFDocument, y: number, [text = '', ...numbers]: string[]): void {
	pdf.text(text, left, y);
	for (const [index, number] of numbers.entries()) {
		pdf.text(number, 300 + index * 80, y, { width: 79, align: 'right' });
	}
}

function money(amount: number): string {
	return amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
