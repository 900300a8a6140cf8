import type { List } from '../../../nodes/DocScore/runs/listing';
import { PagesReading } from '../../../nodes/DocScore/trigger/pagesReading';
import { evenly, listed, PlainList } from '../runs/plainList';
import { Random } from './random';

const ALL = { from: -1, to: 1_000 };

/** Reads to the end, and tells how many pages that takes. */
async function readAll(reading: PagesReading, list: (status?: string) => List): Promise<number> {
	for (let pages = 1; ; pages++) if (await reading.readNext(list, ALL)) return pages;
}

describe('reading page by page', () => {
	it('reads a page at a time, and that of all runs once where as many are shown as are counted', async () => {
		const plain = new PlainList(evenly(250, 1));
		const reading = new PagesReading([undefined]);
		expect(await reading.readNext(() => plain.list, ALL)).toBe(false);
		expect([plain.asked.length, reading.found.size]).toEqual([1, 100]);
		expect(await readAll(reading, () => plain.list)).toBe(2);
		expect(plain.asked).toEqual(['-1..1000', '-1..1000 page 2', '-1..1000 page 3']);
		expect(reading.found.size).toBe(250);
	});

	it('goes on from the page that failed', async () => {
		const plain = new PlainList(evenly(250, 1));
		const reading = new PagesReading([undefined]);
		let isDown = true;
		const failing: List = async (span, page) => {
			if (page !== 2 || !isDown) return await plain.list(span, page);
			isDown = false;
			throw new Error('Down');
		};
		await expect(readAll(reading, () => failing)).rejects.toThrow('Down');
		await readAll(reading, () => failing);
		expect(plain.asked).toEqual(['-1..1000', '-1..1000 page 2', '-1..1000 page 3']);
	});

	it('reads lists of a status until nothing new turns up, as runs leave them meanwhile', async () => {
		const [pending, processing] = [new PlainList(evenly(150, 1)), new PlainList(evenly(120, 2))];
		const list = (status?: string) => (status === 'pending' ? pending.list : processing.list);
		const reading = new PagesReading(['pending', 'processing']);
		await readAll(reading, list);
		// Two readings that show nothing new follow the first one.
		expect([pending.asked.length, processing.asked.length]).toEqual([6, 6]);
		expect(reading.found.size).toBe(new Set([...pending.shown, ...processing.shown]).size);
	});

	it.each([undefined, 'processing'])(
		'finds what a page hides that shrinks meanwhile: %s',
		async (status) => {
			const plain = new PlainList(evenly(250, 1));
			const ids = plain.runs.map(({ id }) => id);
			const shrinking: List = async (span, page) => {
				const listing = await plain.list(span, page);
				if (page === 1 && plain.runs.length > 248) plain.runs = plain.runs.slice(1);
				return listing;
			};
			const reading = new PagesReading([status]);
			await readAll(reading, () => shrinking);
			expect([...reading.found].sort()).toEqual([...ids].sort());
		},
	);

	it('finds what comes meanwhile, on a page that was read already', async () => {
		const plain = new PlainList(evenly(250, 1, 10));
		const growing: List = async (span, page) => {
			const listing = await plain.list(span, page);
			if (page === 2 && plain.runs.length === 250) plain.runs = [listed(5, 'new'), ...plain.runs];
			return listing;
		};
		const reading = new PagesReading([undefined]);
		await readAll(reading, () => growing);
		expect([reading.found.size, reading.found.has('new')]).toEqual([251, true]);
	});

	it('finds all where each page is of another order', async () => {
		const random = new Random(3);
		const plain = new PlainList(evenly(250, 1));
		const shuffled: List = async (span, page) => {
			plain.runs = random.shuffled(plain.runs);
			return await plain.list(span, page);
		};
		const reading = new PagesReading([undefined]);
		const pages = await readAll(reading, () => shuffled);
		expect(reading.found.size).toBe(250);
		expect(pages).toBeLessThan(100);
	});

	it('reads to the end where nothing is counted', async () => {
		const plain = new PlainList(evenly(250, 1), () => Infinity);
		const reading = new PagesReading([undefined]);
		expect(await readAll(reading, () => plain.list)).toBe(9);
		expect(reading.found.size).toBe(250);
	});

	it('gives up after twenty readings of what never shows all that it counts', async () => {
		const plain = new PlainList(evenly(150, 1), () => 250);
		const reading = new PagesReading([undefined]);
		// The third page shows nothing.
		expect(await readAll(reading, () => plain.list)).toBe(60);
		expect(reading.found.size).toBe(150);
	});

	it('is over at once where there is nothing', async () => {
		const reading = new PagesReading(['pending']);
		expect(await readAll(reading, () => new PlainList([]).list)).toBeLessThanOrEqual(2);
	});
});
