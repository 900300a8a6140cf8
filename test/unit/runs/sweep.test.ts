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
	return { run, known, shown, missing };
}

/** Some in each second, then many in one, then few over a long time. */
const UNEVEN = [...range(150, 100), ...range(230, 1, 60_000), ...range(40, 3_600_000, 7_200_000)];

interface Given extends Partial<ListDialect>, Partial<Omit<Sweep, 'lists'>> {
	span?: Span;
}

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

	const upTo = (most: number) => (at: number) => at < most;
	const [none, few, third, all] = [upTo(0), upTo(70), upTo(1_000), () => true] as const;
	const butOne = (at: number) => at !== 1_500;
	const butTwo = (at: number) => butOne(at) && at !== 1_600;
	const span = { from: NOON - SECOND_MS, to: NOON + 5_000_000 };
	const trusting = { trustsTotals: true };
	const polled = { ...trusting, span: { ...span, to: Infinity } };
	const uncounted = { total: 'missing' } as const;
	const open = ['pending', 'processing'];

	it.each<[string, string, number, (at: number) => boolean, Given, string[]]>([
		['the newest are new', '2: all -1001.. page 11', 1_010, third, polled, []],
		['few of many are new', '32: all .. page 30', 3_000, butTwo, trusting, []],
		['one is new', '13: all 1198999..1800000 page 7', 3_000, butOne, { ...trusting, span }, []],
		['one is new, in two lists', '34: processing .. page 30', 3_000, butOne, trusting, open],
		['one of two lists is empty', '20: processing 999999..', 1_000, none, {}, open],
		['none is known', '33: all 1999999..', 2_000, none, {}, []],
		['a third is known', '42: all 1999999..3000000 page 11', 3_000, third, {}, []],
		['two thirds are known', '33: all 1499999..', 1_500, third, {}, []],
		['few pages have an end', '23: all -1001..5000000 page 21', 2_000, none, { span }, []],
		['many pages have an end', '37: all 1999999..5000000 page 11', 3_000, all, { span }, []],
		['runs may leave', '26: all 1499999..5000000', 1_500, none, { mayLeave: true, span }, []],
		['nothing is counted', '50: all 1499999..', 1_500, none, uncounted, []],
		['nothing is counted, 70 are known', '50: all 1499999..', 1_500, few, uncounted, []],
		['nothing is counted, all are known', '23: all 1430999..', 1_500, all, uncounted, []],
	])('if %s, the number of requests and the last one are %s', async (...given) => {
		const [, requests, count, isKnown, more, lists] = given;
		const times = range(count, SECOND_MS);
		const service = new FakeService(runsAt(times), more);
		const before = times.filter((_time, at) => isKnown(at));
		const { run, known, shown } = sweeping(
			service,
			[...before.slice(700), ...before.slice(0, 700)],
			lists,
		);
		const learn = (part: Span) => {
			for (const id of shown) known.set(id, NOON + Number(id));
			return within(known, part);
		};
		const swept: number[] = [];
		let checks = 0;
		const check = () => void checks++;
		await run({ known: learn, check, swept: (to) => swept.push(to), ...more }, more.span);
		expect(`${service.requests}: ${service.asked.at(-1)}`).toBe(requests);
		expect([swept.at(-1), checks]).toEqual([more.span?.to ?? Infinity, swept.length - 1]);
	});

	it.each<[string, (at: number) => boolean, Span]>([
		['none', none, span],
		['not all', (at) => at > 0, ALWAYS],
	])('divides a list in any order if %s of its runs have times', async (_, isDated, within) => {
		const runs = runsAt(range(300, SECOND_MS)).map((run, at) => ({ ...run, isDated: isDated(at) }));
		const { run, shown } = sweeping(new FakeService(runs, { order: 'random' }), []);
		await run({ mayLeave: true }, within);
		expect(shown.size).toBe(300);
	});

	it('reads a second once if a later sweep corrects it', async () => {
		const runs = runsOfMoment(3_000, 5);
		const service = new FakeService(runs, { order: 'random' });
		const known = new Map(runs.slice(1).map(({ id, created }) => [id, created]));
		await sweeping(service, []).run({ trustsTotals: true, known: () => known });
		expect(service.requests).toBe(37);
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
		service.failOnce((asked) => asked === 'all 138999..209000', new Error('Down'));
		const swept = (moment: number) => to.push(moment);
		await expect(run({ mayLeave: true, swept })).rejects.toThrow('Down');
		expect(to.at(-1)).toBe(NOON + 139_000);
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
