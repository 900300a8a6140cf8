import { type FakeRun, NOON, range, runsAt, runsOfMoment, setStatus } from '../runs/fakeRuns';
import { tracking } from './tracking';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LOOKBACK_MS = 75 * MINUTE_MS;
const OVERLAP_MS = 10 * MINUTE_MS;

/** A trigger that begins, at a service with these runs. */
function beginning(runs: FakeRun[]) {
	const parts = tracking(runs, []);
	return { ...parts, begin: async () => await parts.run(null) };
}

describe('a new trigger', () => {
	it('never emits runs that had finished before', async () => {
		const { begin, runOn } = beginning([
			...runsAt(range(8, MINUTE_MS), 'completed', 'past '),
			...runsAt([1, 2], 'pending'),
		]);
		const { left, requests } = await begin();
		expect([requests, [...(left?.open.keys() ?? [])]]).toEqual([1, ['1', '2']]);
		// The fifth newest tells what time it is.
		expect(left?.cursor).toBe(NOON + 3 * MINUTE_MS - OVERLAP_MS - LOOKBACK_MS);
		expect((await runOn()).ids).toEqual([]);
	});

	it.each([
		['there are fewer than five runs', runsAt(range(4, 1))],
		['no run has a creation time', runsAt(range(8, 1)).map((run) => ({ ...run, isDated: false }))],
	])('has no cursor yet if %s, and emits what finishes', async (_, runs) => {
		const { service, tools, begin, runOn } = beginning(runs);
		if (runs.every(({ isDated }) => isDated === false)) tools.clock.seed(NOON);
		const { left } = await begin();
		expect([left?.cursor, left?.baseline]).toEqual([-Infinity, null]);
		setStatus(service.runs[1], 'failed');
		service.runs.push(...runsAt([HOUR_MS], 'completed', 'new '));
		expect((await runOn()).ids.sort()).toEqual([`${runs[1]?.id}`, `new ${HOUR_MS}`]);
	});

	it('fails if a full page shows no creation times', async () => {
		const { begin } = beginning(runsAt(range(101, 1)).map((run) => ({ ...run, isDated: false })));
		await expect(begin()).rejects.toMatchObject({
			message: 'The service returns no creation times',
			details: {
				description: expect.stringContaining('needs them to recognize new runs'),
				outcome: 'rejected',
				transient: false,
			},
		});
	});

	it('reads the newest runs, and a little of the history', async () => {
		const history = range(9_000, 10 * MINUTE_MS, -90_000 * MINUTE_MS);
		const { begin } = beginning(runsAt([...history, ...range(5, 1)], 'completed'));
		const { left, requests } = await begin();
		expect(requests).toBeLessThan(15);
		expect(left?.cursor).toBe(NOON - OVERLAP_MS - LOOKBACK_MS);
		expect(left?.baseline).toBeNull();
	});

	it('reads more of the newest runs until it has five samples of the time', async () => {
		const { begin } = beginning(runsAt(range(200, HOUR_MS, -200 * HOUR_MS)));
		const { left } = await begin();
		expect(left?.cursor).toBe(NOON - 5 * HOUR_MS - OVERLAP_MS - LOOKBACK_MS);
		expect(left?.open.size).toBe(200);
	});

	it.each([
		[500, true],
		[501, false],
	])('remembers the lookback if it contains at most 500 runs: %i', async (count, isRead) => {
		const past = range(count, 1_000, -80 * MINUTE_MS);
		const { begin, runOn } = beginning(runsAt([...past, ...range(5, 1)], 'completed'));
		const { left } = await begin();
		expect(left?.cursor).toBe(NOON - OVERLAP_MS - (isRead ? LOOKBACK_MS : 0));
		expect(left?.done.size === count + 5).toBe(isRead);
		expect((await runOn()).ids).toEqual([]);
	});
});

describe('the baseline', () => {
	const old = (count: number, status: string) =>
		runsAt(range(count, MINUTE_MS, -count * MINUTE_MS), status, status);

	/** Nothing from before noon is known yet. */
	function unread(runs: FakeRun[]) {
		const parts = tracking(runs, []);
		const statuses = ['pending', 'processing'];
		parts.ledger.baseline = { statuses, from: null, to: NOON, finished: null };
		return parts;
	}

	it('is complete at once if each list fits on a page', async () => {
		const runs = [...old(100, 'pending'), ...old(3, 'processing'), ...old(9, 'failed')];
		const { run, logs } = unread(runs);
		const { left, requests } = await run();
		expect([left?.baseline, left?.open.size, logs]).toEqual([null, 103, []]);
		// What is new, both lists, and a look for those that have finished.
		expect(requests).toBeLessThanOrEqual(9);
	});

	it('is complete with longer lists too, without a log if nothing finished meanwhile', async () => {
		const { run, runOn, logs } = unread([
			...old(950, 'processing'),
			...old(4, 'completed'),
			...old(150, 'failed'),
		]);
		const { left } = await run();
		expect([left?.baseline, left?.open.size, logs]).toEqual([null, 950, []]);
		expect((await runOn()).ids).toEqual([]);
	});

	it('is complete if many runs have the same time and a run finishes meanwhile', async () => {
		const { service, run, logs } = unread(runsOfMoment(150, -1));
		service.onRequest = (asked) => {
			if (asked.endsWith('page 2')) setStatus(service.runs[0], 'failed');
		};
		const { left, ids } = await run();
		expect([left?.baseline, ids.length + (left?.open.size ?? 0)]).toEqual([null, 150]);
		expect(logs).toEqual([expect.stringContaining('1 older runs finished')]);
	});

	it('is complete without totals, without a log', async () => {
		const { service, run, logs } = unread([...old(150, 'processing'), ...old(150, 'failed')]);
		service.dialect.total = 'missing';
		const { left } = await run();
		expect([left?.baseline, left?.open.size, logs]).toEqual([null, 150, []]);
	});

	it('continues in the next polls, and the log counts runs that finished meanwhile', async () => {
		const { service, now, run, runOn, logs } = unread(old(2_000, 'processing'));
		now.isListTimeUp = true;
		let { left } = await run();
		let polls = 1;
		for (; polls < 40 && left?.baseline; polls++) {
			if (polls <= 4) setStatus(service.runs[polls - 1], 'completed');
			({ left } = await runOn());
		}
		expect(polls).toBeGreaterThan(4);
		expect(left?.baseline).toBeNull();
		expect(logs.filter((line) => !line.startsWith("The poll's time ended"))).toEqual([
			expect.stringMatching(
				/^\d older runs finished while the trigger began to track the open ones\. Those that were not tracked yet are not emitted\. Get Many finds them$/,
			),
		]);
	});
});
