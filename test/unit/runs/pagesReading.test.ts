import { PagesReading, type ShowPage } from '../../../nodes/DocScore/runs/pagesReading';
import { Random } from '../trigger/random';
import { evenly, listed, PlainList } from './plainList';

const ALL = { from: -1, to: 1_000 };

const showing =
	(plain: PlainList): ShowPage =>
	async (page) =>
		await plain.list(ALL, page);

/** Reads to the end, and tells how many pages that takes. */
async function readAll(reading: PagesReading, plain: PlainList): Promise<number> {
	plain.asked = [];
	await reading.readAll(showing(plain));
	return plain.asked.length;
}

describe('reading page by page', () => {
	it('reads a page at a time, and once where as many are shown as are counted', async () => {
		const plain = new PlainList(evenly(250, 1));
		const reading = new PagesReading();
		expect(await reading.step(showing(plain))).toBe(false);
		expect([plain.asked.length, reading.found.size]).toEqual([1, 100]);
		expect(await readAll(reading, plain)).toBe(2);
		expect(plain.asked).toEqual(['-1..1000 page 2', '-1..1000 page 3']);
		expect(reading.found.size).toBe(250);
	});

	it('reads as many pages at once as are allowed and known to be there', async () => {
		const plain = new PlainList(evenly(750, 1));
		const reading = new PagesReading({ atOnce: 5 });
		const pages: number[] = [];
		for (let isOver = false; !isOver; ) {
			plain.asked = [];
			isOver = await reading.step(showing(plain));
			pages.push(plain.asked.length);
		}
		expect(pages).toEqual([1, 5, 2]);
	});

	it('goes on from the page that failed', async () => {
		const plain = new PlainList(evenly(250, 1));
		const reading = new PagesReading();
		let isDown = true;
		const failing: ShowPage = async (page) => {
			if (page !== 2 || !isDown) return await showing(plain)(page);
			isDown = false;
			throw new Error('Down');
		};
		await expect(reading.readAll(failing)).rejects.toThrow('Down');
		await reading.readAll(failing);
		expect(plain.asked).toEqual(['-1..1000', '-1..1000 page 2', '-1..1000 page 3']);
	});

	it('reads a list that runs leave until it shows the same again, but one page once', async () => {
		const many = new PagesReading({ mayLeave: true });
		expect(await readAll(many, new PlainList(evenly(150, 1)))).toBe(4);
		expect(many.found.size).toBe(150);
		const few = new PagesReading({ mayLeave: true });
		expect(await readAll(few, new PlainList(evenly(99, 1)))).toBe(1);
	});

	it.each([false, true])(
		'finds what a page hides that shrinks meanwhile, known to shrink or not: %s',
		async (mayLeave) => {
			const plain = new PlainList(evenly(250, 1));
			const ids = plain.runs.map(({ id }) => id);
			const shrinking: ShowPage = async (page) => {
				const listing = await showing(plain)(page);
				if (page === 1 && plain.runs.length > 248) plain.runs = plain.runs.slice(1);
				return listing;
			};
			const reading = new PagesReading({ mayLeave });
			expect(await reading.readAll(shrinking)).toBe(true);
			expect([...reading.found].sort()).toEqual([...ids].sort());
		},
	);

	it('finds what comes meanwhile, on a page that was read already', async () => {
		const plain = new PlainList(evenly(250, 1, 10));
		const growing: ShowPage = async (page) => {
			const listing = await showing(plain)(page);
			if (page === 2 && plain.runs.length === 250) plain.runs = [listed(5, 'new'), ...plain.runs];
			return listing;
		};
		const reading = new PagesReading();
		await reading.readAll(growing);
		expect([reading.found.size, reading.found.has('new')]).toEqual([251, true]);
	});

	it('finds all where each page is of another order', async () => {
		const random = new Random(3);
		const plain = new PlainList(evenly(250, 1));
		const shuffled: ShowPage = async (page) => {
			plain.runs = random.shuffled(plain.runs);
			return await showing(plain)(page);
		};
		const reading = new PagesReading();
		await reading.readAll(shuffled);
		expect(reading.found.size).toBe(250);
		expect(plain.asked.length).toBeLessThan(100);
	});

	it('does not take a run that has left for one that was not shown yet', async () => {
		const [hidden = '', left = '', ...others] = Array.from({ length: 240 }, (_, at) => `${at}`);
		// As many as are counted are known after two passes, but not these.
		const lists = [
			[left, ...others],
			others.toReversed(),
			[hidden, ...others],
			[hidden, ...others],
		];
		const counts = [240, 239, 239, 239];
		const reading = new PagesReading();
		await reading.readAll(async (page) => {
			const at = Math.min(reading.passes, 3);
			const ids = (lists[at] ?? []).slice(100 * (page - 1), 100 * page);
			return await Promise.resolve({ runs: ids.map((id) => ({ id })), total: counts[at] ?? 0 });
		});
		expect(reading.found.has(hidden)).toBe(true);
	});

	it('looks behind a full page, as counts may be behind, and where nothing is counted', async () => {
		for (const count of [100, Number.POSITIVE_INFINITY]) {
			const reading = new PagesReading();
			await readAll(reading, new PlainList(evenly(250, 1), () => count));
			expect(reading.found.size).toBe(250);
		}
	});

	it('takes the last page, shown again, for the end', async () => {
		const plain = new PlainList(evenly(200, 1), () => Number.POSITIVE_INFINITY);
		const reading = new PagesReading();
		const isOver = await reading.readAll(async (page) => await showing(plain)(Math.min(page, 2)));
		expect([isOver, reading.found.size, plain.asked.length]).toEqual([true, 200, 6]);
	});

	it('ends where the pages stay the same, and tells how many runs are lacking', async () => {
		const plain = new PlainList(evenly(150, 1), (there) => there + 1);
		const reading = new PagesReading();
		for (let isOver = false; !isOver; ) isOver = await reading.step(showing(plain));
		// The third page shows nothing.
		expect([reading.lacking, reading.found.size, plain.asked.length]).toEqual([1, 150, 6]);
		const again = new PagesReading().readAll(showing(plain));
		await expect(again).rejects.toThrow('counts 151 runs, but lists only 150');
	});

	it('makes no more passes than it may', async () => {
		const plain = new PlainList(evenly(150, 1), (there) => there + 1);
		const reading = new PagesReading();
		expect(await reading.readAll(showing(plain), 1)).toBe(false);
		expect(plain.asked).toHaveLength(3);
	});

	it('ends as soon as it found as many as are wanted', async () => {
		const plain = new PlainList(evenly(300, 1));
		const reading = new PagesReading({ wanted: 150, mayLeave: true, atOnce: 5 });
		expect(await readAll(reading, plain)).toBe(2);
	});

	it('is over at once where there is nothing', async () => {
		expect(await readAll(new PagesReading({ mayLeave: true }), new PlainList([]))).toBe(1);
	});
});
