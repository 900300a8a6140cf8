import { ALWAYS, listOf } from '../../../nodes/DocScore/runs/listing';
import { PagesReading, type ShowPage } from '../../../nodes/DocScore/runs/pagesReading';
import { TimeStyle } from '../../../nodes/DocScore/runs/serviceTime';
import { range, runAt, runsAt } from './fakeRuns';
import { FakeService, type ListDialect } from './fakeService';

/** A service with this many runs, listed oldest first. */
const listing = (count: number, dialect: Partial<ListDialect> = {}) =>
	new FakeService(runsAt(range(count, 1)), dialect);

const showing = (service: FakeService): ShowPage => {
	const list = listOf(service, {}, new TimeStyle());
	return async (page) => await list(ALWAYS, page);
};

/** Reads to the end and returns the number of requested pages. */
async function readAll(reading: PagesReading, service: FakeService): Promise<number> {
	service.asked = [];
	await reading.readAll(showing(service));
	return service.asked.length;
}

describe('reading page by page', () => {
	it('reads page after page, once if the number of runs equals the total', async () => {
		const service = listing(250);
		const reading = new PagesReading();
		expect(await reading.step(showing(service))).toBe(false);
		expect([service.asked.length, reading.found.size]).toEqual([1, 100]);
		expect(await readAll(reading, service)).toBe(2);
		expect(service.asked).toEqual(['all .. page 2', 'all .. page 3']);
		expect(reading.found.size).toBe(250);
	});

	it('reads known pages in parallel, first five, then as many as before, but at most 100', async () => {
		const total = 29_950;
		const ids = range(total, 1).map((id) => ({ id: `${id}` }));
		const reading = new PagesReading({ pagesPerStep: 5 });
		const steps: number[] = [];
		for (let isOver = false; !isOver; ) {
			let asked = 0;
			isOver = await reading.step(async (page) => {
				asked++;
				const runs = ids.slice((page - 1) * 100, page * 100);
				return await Promise.resolve({ runs, total });
			});
			steps.push(asked);
		}
		expect(steps).toEqual([1, 5, 6, 12, 24, 48, 96, 100, 8]);
		expect(reading.found.size).toBe(total);
	});

	it('reads one page in each step, once, if the service does not count', async () => {
		const service = listing(250, { total: 'missing' });
		const reading = new PagesReading({ pagesPerStep: 5 });
		const steps: number[] = [];
		for (let isOver = false; !isOver; ) {
			isOver = await reading.step(showing(service));
			steps.push(service.asked.length);
		}
		expect([steps, reading.found.size]).toEqual([[1, 2, 3], 250]);
	});

	it('reads again if an earlier page counted more runs than were found', async () => {
		const service = listing(150);
		service.counts = (there) => there + Number(service.asked.length === 1);
		expect(await readAll(new PagesReading({ wanted: 1_000 }), service)).toBe(4);
	});

	it('continues from the page that failed', async () => {
		const service = listing(250);
		const reading = new PagesReading();
		service.failOnce((asked) => asked.endsWith('page 2'), new Error('Down'));
		await expect(reading.readAll(showing(service))).rejects.toThrow('Down');
		await reading.readAll(showing(service));
		expect(service.asked).toEqual(['all ..', 'all .. page 2', 'all .. page 2', 'all .. page 3']);
	});

	it('repeats a list that runs may leave until nothing changes, except a single page', async () => {
		const many = new PagesReading({ mayLeave: true });
		expect(await readAll(many, listing(150))).toBe(4);
		expect(many.found.size).toBe(150);
		const few = new PagesReading({ mayLeave: true });
		expect(await readAll(few, listing(99))).toBe(1);
	});

	it.each([false, true])(
		'finds a run that moves to an earlier page, if runs may leave: %s',
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

	it('finds a run that arrives on a page that was already read', async () => {
		const service = listing(250);
		let pages = 0;
		service.onRequest = () => {
			if (++pages === 3) service.runs.push(runAt(-5, 'pending', 'new'));
		};
		const reading = new PagesReading();
		await reading.readAll(showing(service));
		expect([reading.found.size, reading.found.has('new')]).toEqual([251, true]);
	});

	it('finds all runs if the order changes with each page', async () => {
		const service = listing(250, { order: 'random' });
		const reading = new PagesReading();
		await reading.readAll(showing(service));
		expect(reading.found.size).toBe(250);
		expect(service.asked.length).toBeLessThan(100);
	});

	it('does not confuse a run that has left with a run that is not listed yet', async () => {
		const [hidden = '', left = '', ...others] = Array.from({ length: 240 }, (_, at) => `${at}`);
		// After two passes, as many runs are known as counted, but not these.
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

	it('reads on after a full page, even if the total is too low or missing', async () => {
		for (const count of [100, null]) {
			const reading = new PagesReading();
			const service = listing(250);
			service.counts = () => count;
			await readAll(reading, service);
			expect(reading.found.size).toBe(250);
		}
	});

	it('stops if the service repeats the last page', async () => {
		const service = listing(200, { total: 'missing', pastEnd: 'last page' });
		const reading = new PagesReading();
		const isOver = await reading.readAll(showing(service));
		expect([isOver, reading.found.size, service.asked.length]).toEqual([true, 200, 6]);
	});

	it('stops if the pages stay the same, and reports how many runs are missing', async () => {
		const service = listing(150);
		service.counts = (there) => there + 1;
		const reading = new PagesReading();
		for (let isOver = false; !isOver; ) isOver = await reading.step(showing(service));
		// The third page is empty.
		expect([reading.lacking, reading.found.size, service.asked.length]).toEqual([1, 150, 6]);
		const again = new PagesReading().readAll(showing(service));
		await expect(again).rejects.toThrow('counts 151 runs, but lists only 150');
	});

	it('stops after the maximum number of passes', async () => {
		const service = listing(150);
		service.counts = (there) => there + 1;
		const reading = new PagesReading();
		expect(await reading.readAll(showing(service), 1)).toBe(false);
		expect(service.asked).toHaveLength(3);
	});

	it('stops when it has found as many runs as requested', async () => {
		const service = listing(300);
		const reading = new PagesReading({ wanted: 150, mayLeave: true, pagesPerStep: 5 });
		expect(await readAll(reading, service)).toBe(2);
		expect(await readAll(new PagesReading({ wanted: 200 }), service)).toBe(2);
	});

	it('stops after one request if there are no runs', async () => {
		expect(await readAll(new PagesReading({ mayLeave: true }), listing(0))).toBe(1);
	});
});
