import PDFDocument from 'pdfkit';

/** A PDF page with these lines, such as "Total due: 12.50". */
export async function linesPdf(lines: string[]): Promise<Buffer> {
	const pdf = new PDFDocument({ size: 'A4', margin: 56 });
	for (const line of lines) pdf.fontSize(11).text(line).moveDown();
	pdf.end();
	const chunks: Buffer[] = [];
	for await (const chunk of pdf) chunks.push(Buffer.from(chunk));
	return Buffer.concat(chunks);
}
