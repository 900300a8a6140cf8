import { ALWAYS, listOf } from '../../../nodes/DocScore/runs/listing';
import { PagesReading, type ShowPage } from '../../../nodes/DocScore/runs/pagesReading';
import { TimeStyle } from '../../../nodes/DocScore/runs/serviceTime';
import { range, runAt, runsAt } from './fakeRuns';
import { FakeService, type ListDialect } from './fakeService';

/** So many runs, listed oldest first. */
const listing = (count: number, dialect: Partial<ListDialect> = {}) =>
	new FakeService(runsAt(range(count, 1)), dialect);

const showing = (service: FakeService): ShowPage => {
	const list = listOf(service, {}, new TimeStyle());
	return async (page) => await list(ALWAYS, page);
};

/** Reads to the end, and tells how many pages that takes. */
async function readAll(reading: PagesReading, service: FakeService): Promise<number> {
	service.asked = [];
	await reading.readAll(showing(service));
	return service.asked.length;
}

describe('reading page by page', () => {
	it('reads a page at a time, and once where as many are shown as are counted', async () => {
		const service = listing(250);
		const reading = new PagesReading();
		expect(await reading.step(showing(service))).toBe(false);
		expect([service.asked.length, reading.found.size]).toEqual([1, 100]);
		expect(await readAll(reading, service)).toBe(2);
		expect(service.asked).toEqual(['all .. page 2', 'all .. page 3']);
		expect(reading.found.size).toBe(250);
	});

	it('reads as many pages at once as are allowed and known to be there', async () => {
		const service = listing(750);
		const reading = new PagesReading({ atOnce: 5 });
		const pages: number[] = [];
		for (let isOver = false; !isOver; ) {
			service.asked = [];
			isOver = await reading.step(showing(service));
			pages.push(service.asked.length);
		}
		expect(pages).toEqual([1, 5, 2]);
	});

	it('goes on from the page that failed', async () => {
		const service = listing(250);
		const reading = new PagesReading();
		service.failOnce((asked) => asked.endsWith('page 2'), new Error('Down'));
		await expect(reading.readAll(showing(service))).rejects.toThrow('Down');
		await reading.readAll(showing(service));
		expect(service.asked).toEqual(['all ..', 'all .. page 2', 'all .. page 2', 'all .. page 3']);
	});

	it('reads a list that runs leave until it shows the same again, but one page once', async () => {
		const many = new PagesReading({ mayLeave: true });
		expect(await readAll(many, listing(150))).toBe(4);
		expect(many.found.size).toBe(150);
		const few = new PagesReading({ mayLeave: true });
		expect(await readAll(few, listing(99))).toBe(1);
	});

	it.each([false, true])(
		'finds what a page hides that shrinks meanwhile, known to shrink or not: %s',
		async (mayLeave) => {
			const service = listing(250);
			const ids = service.runs.map(({ id }) => id);
			service.onRequest = (asked) => {
				if (asked.endsWith('page 2') && service.runs.length > 248) service.runs.shift();
			};
			const reading = new PagesReading({ mayLeave });
			expect(await reading.readAll(showing(service))).toBe(true);
			expect([...reading.found].sort()).toEqual([...ids].sort());
		},
	);

	it('finds what comes meanwhile, on a page that was read already', async () => {
		const service = listing(250);
		let pages = 0;
		service.onRequest = () => {
			if (++pages === 3) service.runs.push(runAt(-5, 'pending', 'new'));
		};
		const reading = new PagesReading();
		await reading.readAll(showing(service));
		expect([reading.found.size, reading.found.has('new')]).toEqual([251, true]);
	});

	it('finds all where each page is of another order', async () => {
		const service = listing(250, { order: 'random' });
		const reading = new PagesReading();
		await reading.readAll(showing(service));
		expect(reading.found.size).toBe(250);
		expect(service.asked.length).toBeLessThan(100);
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
		for (const count of [100, null]) {
			const reading = new PagesReading();
			const service = listing(250);
			service.counts = () => count;
			await readAll(reading, service);
			expect(reading.found.size).toBe(250);
		}
	});

	it('takes the last page, shown again, for the end', async () => {
		const service = listing(200, { total: 'missing', pastEnd: 'last page' });
		const reading = new PagesReading();
		const isOver = await reading.readAll(showing(service));
		expect([isOver, reading.found.size, service.asked.length]).toEqual([true, 200, 6]);
	});

	it('ends where the pages stay the same, and tells how many runs are lacking', async () => {
		const service = listing(150);
		service.counts = (there) => there + 1;
		const reading = new PagesReading();
		for (let isOver = false; !isOver; ) isOver = await reading.step(showing(service));
		// The third page shows nothing.
		expect([reading.lacking, reading.found.size, service.asked.length]).toEqual([1, 150, 6]);
		const again = new PagesReading().readAll(showing(service));
		await expect(again).rejects.toThrow('counts 151 runs, but lists only 150');
	});

	it('makes no more passes than it may', async () => {
		const service = listing(150);
		service.counts = (there) => there + 1;
		const reading = new PagesReading();
		expect(await reading.readAll(showing(service), 1)).toBe(false);
		expect(service.asked).toHaveLength(3);
	});

	it('ends as soon as it found as many as are wanted', async () => {
		const service = listing(300);
		const reading = new PagesReading({ wanted: 150, mayLeave: true, atOnce: 5 });
		expect(await readAll(reading, service)).toBe(2);
	});

	it('is over at once where there is nothing', async () => {
		expect(await readAll(new PagesReading({ mayLeave: true }), listing(0))).toBe(1);
	});
});
