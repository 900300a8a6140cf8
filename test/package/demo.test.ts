import PDFDocument from 'pdfkit';
import { execFile, join, mkdtemp, process, promisify, rm, tmpdir, writeFile } from '../node';

const run = promisify(execFile);

/** The output of `npm run demo` after the build. */
async function demo(...args: string[]): Promise<string> {
	const { stdout } = await run(process.execPath, ['--import', 'tsx', 'examples/demo.ts', ...args]);
	return stdout;
}

async function pdfWith(lines: string[]): Promise<Buffer> {
	const document = new PDFDocument();
	const chunks: Buffer[] = [];
	document.on('data', (chunk: Buffer) => chunks.push(chunk));
	const ended = new Promise((resolve) => document.on('end', resolve));
	for (const line of lines) document.text(line);
	document.end();
	await ended;
	return Buffer.concat(chunks);
}

describe('npm run demo', () => {
	it('extracts the samples: a PDF and a scanned image', async () => {
		const output = await demo();
		expect(output).toMatch(/invoice_number\s+NB-2025-0173\s+Found after "Invoice No"/);
		expect(output).toMatch(/total_amount\s+1,409\.67/);
		expect(output).toMatch(/merchant\s+Harbour Street Deli/);
		expect(output).toMatch(/vat_amount\s+1\.74/);
	});

	it('extracts the given fields from the given files', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'docscore-demo-'));
		const numbers = { 'one.pdf': 'XY-118', 'two.pdf': 'ZZ-9' };
		for (const [name, number] of Object.entries(numbers)) {
			await writeFile(join(folder, name), await pdfWith(['Own Ltd', `Invoice No: ${number}`]));
		}
		const files = Object.keys(numbers).map((name) => join(folder, name));
		const fields = ['number=the number after Invoice No', 'colour=the text after Colour'];
		const output = await demo(...files, ...fields.flatMap((field) => ['--field', field]));
		for (const [name, number] of Object.entries(numbers)) {
			const [table] = output.split(`\n\n${name}\n`)[1]?.split('\n\n') ?? [];
			expect(table).toMatch(new RegExp(`number\\s+${number}\\s+Found after "Invoice No"`));
			expect(table).toMatch(/colour\s+\(not found\)/);
		}
		await rm(folder, { recursive: true });
	});

	it('fails with the reason if a file cannot be read', async () => {
		await expect(demo(join('examples', 'demo.ts'))).rejects.toMatchObject({
			code: 1,
			stderr: expect.stringContaining('demo.ts'),
		});
	});
});
