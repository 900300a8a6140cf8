import { join, dirname, process, writeFile } from '../../node';
import { invoicePdf } from './invoicePdf';
import { TWELVE_ITEMS, WRONG_SUM } from './lineItems';
import { receiptPng } from './receiptPng';

// The samples are in the repository. To create them again, run `tsx test/sandbox/samples/makeSamples.ts`.
const folder = join(dirname(require.resolve('../../../package.json')), 'examples', 'samples');

async function makeSamples(): Promise<void> {
	const invoice = await invoicePdf({
		number: 'NB-2025-0173',
		date: '2025-03-14',
		dueDate: '2025-04-13',
		customer: 'Lindgren & Vale Architects',
		lines: [
			{ text: 'Copy paper A4, 500 sheets', quantity: 40, price: 4.85 },
			{ text: 'Desk lamp, adjustable', quantity: 6, price: 39.5 },
			{ text: 'Toner cartridge, black', quantity: 8, price: 94.2 },
		],
	});
	await writeFile(join(folder, 'invoice.pdf'), invoice);
	await writeFile(join(folder, 'line-items.pdf'), await invoicePdf(TWELVE_ITEMS));
	await writeFile(join(folder, 'line-items-wrong-sum.pdf'), await invoicePdf(WRONG_SUM));
	await writeFile(join(folder, 'receipt.png'), await receiptPng());
}

makeSamples().catch((error: unknown) => {
	process.stderr.write(`${String(error)}\n`);
	process.exit(1);
});
