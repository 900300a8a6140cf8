import PDFDocument from 'pdfkit';
import { contentOf } from '../../node';

/** A PDF page with these lines, such as "Total due: 12.50". */
export async function linesPdf(lines: string[]): Promise<Buffer> {
	const pdf = new PDFDocument({ size: 'A4', margin: 56 });
	for (const line of lines) pdf.fontSize(11).text(line).moveDown();
	pdf.end();
	return await contentOf(pdf);
}
