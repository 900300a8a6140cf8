import { ALWAYS, listOf, type Span, within } from '../../../nodes/DocScore/runs/listing';
import { TimeStyle } from '../../../nodes/DocScore/runs/serviceTime';
import { type Sweep, sweep } from '../../../nodes/DocScore/runs/sweep';
import { NOON, range, runAt, runsAt, runsOfMoment, setStatus } from './fakeRuns';
import { FakeService, type ListDialect } from './fakeService';

const SECOND_MS = 1_000;

/** A sweep of these lists, with some runs known by their times in ms since noon. */
function sweeping(service: FakeService, times: number[], statuses: string[] = []) {
	const known = new Map(times.map((created) => [`${created}`, NOON + created]));
	const shown = new Set<string>();
	const missing: string[] = [];
	const observe = (runs: Array<{ id: string }>) => runs.forEach(({ id }) => shown.add(id));
	const style = new TimeStyle();
	const listed = statuses.length > 0 ? statuses : [undefined];
	const lists = listed.map((status) => listOf(service, {}, style, observe, status));
	const run = async (more: Partial<Sweep> = {}, span: Span = ALWAYS) => {
		await sweep(
			{
				lists,
				known: (part) => within(known, part),
				missing: (ids) => missing.push(...ids),
				...more,
			},
			span,
		);
	};
	return { run, shown, missing };
}

/** Some in each second, then many in one, then few over a long time. */
const UNEVEN = [...range(150, 100), ...range(230, 1, 60_000), ...range(40, 3_600_000, 7_200_000)];

describe('a sweep', () => {
	it.each<Partial<ListDialect>>([
		{ order: 'newest' },
		{ order: 'oldest' },
		{ order: 'id' },
		{ sharpMs: SECOND_MS },
		{ sharpMs: SECOND_MS, inclusive: true, shown: 'seconds' },
		{ total: 'missing' },
	])('shows each run of the span, and finds those that are gone, with %j', async (dialect) => {
		const service = new FakeService(runsAt(UNEVEN, 'completed'), { ...dialect, pageSize: 100 });
		const { run, shown, missing } = sweeping(service, [...UNEVEN, 77, 61_234]);
		await run();
		expect(shown.size).toBe(UNEVEN.length);
		expect(missing.sort()).toEqual(['61234', '77']);
	});

	it('asks once for each of many parts, in few more requests than there are pages', async () => {
		const times = range(20_000, SECOND_MS);
		const service = new FakeService(runsAt(times, 'completed'), { pageSize: 100 });
		const { run } = sweeping(
			service,
			times.filter((_, at) => at % 2 === 0),
		);
		await run();
		expect(service.asked.length).toBeLessThan(1.25 * 200);
	});

	it('misses no run that moves on while the lists are read', async () => {
		const service = new FakeService(runsAt(range(300, SECOND_MS), 'pending'));
		const { run, shown } = sweeping(service, [], ['pending', 'processing']);
		service.onRequest = () => {
			// At first, no run is processing.
			if (service.asked.length <= 2) return;
			for (const moved of service.runs.slice(-50)) setStatus(moved, 'processing');
		};
		await run({ mayLeave: true });
		expect(shown.size).toBe(300);
	});

	it('relies on equal totals only if it may', async () => {
		const times = range(300, SECOND_MS);
		const service = new FakeService(runsAt(times));
		const trusting = sweeping(service, times);
		await trusting.run({ trustsTotals: true });
		expect(service.asked).toHaveLength(1);
		await trusting.run();
		expect(trusting.shown.size).toBe(300);
	});

	it.each([1, 3, 200])('finds %i of 3,000 runs that are gone', async (count) => {
		const times = range(3_000, SECOND_MS);
		const service = new FakeService(
			runsAt(times.filter((_, index) => index % 15 || index >= 15 * count)),
		);
		const { run, missing } = sweeping(service, times);
		await run({ trustsTotals: true });
		expect(missing).toHaveLength(count);
		expect(service.asked.length).toBeLessThanOrEqual(32);
	});

	it('tells after each step up to where all is compared, and stops if it is to', async () => {
		const service = new FakeService(runsAt(range(3_000, SECOND_MS)));
		const { run, shown } = sweeping(service, []);
		const to: number[] = [];
		const stop = () => {
			if (to.length === 2) throw new Error('Time');
		};
		const swept = (moment: number) => to.push(moment);
		await expect(run({ mayLeave: true, swept, check: stop })).rejects.toThrow('Time');
		const end = to.at(-1) ?? 0;
		expect(end).toBeGreaterThan(NOON);
		const before = range(3_000, SECOND_MS).filter((created) => NOON + created < end);
		expect(before.filter((created) => !shown.has(`${created}`))).toEqual([]);
		expect(before.length).toBeLessThan(3_000);
	});

	it('continues after a failed part, but reports it', async () => {
		const service = new FakeService(runsAt(range(3_000, SECOND_MS)));
		const { run } = sweeping(service, []);
		const to: number[] = [];
		service.failOnce(() => service.asked.length > 5, new Error('Down'));
		const swept = (moment: number) => to.push(moment);
		await expect(run({ mayLeave: true, swept })).rejects.toThrow('Down');
		expect(to.at(-1)).toBeLessThan(NOON + 3_000 * SECOND_MS);
	});

	it('reads a second page by page until nothing is missing', async () => {
		const service = new FakeService(runsOfMoment(450, 5, 'completed'), { order: 'id' });
		const { run, shown } = sweeping(service, []);
		let late = 0;
		service.onRequest = () => {
			if (late++ < 3) service.runs.push(...runsAt([5], 'completed', `0 late ${late} `));
		};
		await run();
		expect(shown.size).toBe(453);
	});

	it.each([[['pending']], [['pending', 'processing']], [['processing', 'pending']]])(
		'fails if the order of %j changes with each request, rather than miss a run',
		async (lists) => {
			const runs = [...runsOfMoment(800, 5, 'pending'), runAt(5, 'processing', 'other')];
			const service = new FakeService(runs, { order: 'random' });
			const { run } = sweeping(service, [], lists);
			await expect(run({ mayLeave: true })).rejects.toThrow('kept changing');
		},
	);
});
