import { UNDATED } from '../../../nodes/DocScore/trigger/ledger/ledger';
import { failure } from '../runs/fakeService';
import { NOON, range, runsAt, setStatus } from '../runs/fakeRuns';
import { tracking } from './tracking';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

describe('open runs', () => {
	/** Older than what is listed in each poll. */
	function open(times: number[]) {
		const past = runsAt(range(150, SECOND_MS, HOUR_MS), 'failed', 'past ');
		const parts = tracking([...runsAt(times), ...past], times);
		parts.ledger.advanceCursor(NOON + HOUR_MS);
		for (const { id, created } of past) {
			parts.ledger.observe({ id, status: 'failed', created });
			parts.ledger.markDone(id);
		}
		const finish = (...ids: string[]) => {
			for (const run of parts.service.runs) if (ids.includes(run.id)) setStatus(run, 'completed');
		};
		return { ...parts, finish };
	}

	it.each([3, 4, 70])('cost at most 4 requests, also if one finishes: %i', async (count) => {
		const { run, finish } = open(range(count, 1));
		const idle = await run();
		expect(idle.ids).toEqual([]);
		expect(idle.requests).toBeLessThanOrEqual(4);
		finish('2');
		const { ids, requests } = await run();
		expect(ids).toEqual(['2']);
		expect(requests).toBeLessThanOrEqual(4);
	});

	it.each([
		[3, true],
		[4, false],
	])('are read one by one if there are few: %i', async (count, isFew) => {
		const { run } = open(range(count, 1));
		const { asked } = await run();
		expect(asked.filter((each) => each.startsWith('details'))).toHaveLength(isFew ? count : 0);
		expect(asked.some((each) => each.startsWith('pending'))).toBe(!isFew);
	});

	it('cost at most 5 requests if there are many and none finishes', async () => {
		const { run } = open(range(10_000, 100));
		expect((await run()).requests).toBeLessThanOrEqual(5);
	});

	it('cost at most 25 requests in six polls if 250 of them have one second', async () => {
		const { run, runOn } = open(range(250, 1));
		let { requests } = await run();
		for (let poll = 0; poll < 5; poll++) requests += (await runOn()).requests;
		expect(requests).toBeLessThanOrEqual(25);
	});

	it.each([
		['created one after the other', range(250, 10 * SECOND_MS)],
		[
			'many of them in one second',
			[...range(150, 1, 20_000), ...range(100, 10 * SECOND_MS, 30_000)],
		],
	])(
		'are recognized as finished even if unknown runs make the totals equal: %s',
		async (_, times) => {
			const { service, finish, run, runOn } = open(times);
			const [first, last] = [`${times[7]}`, `${times[200]}`];
			finish(first, last);
			service.runs.push(...runsAt([15_000, 1_005_000], 'processing', 'unknown '));
			const { ids } = await run();
			for (let poll = 0; poll < 3; poll++) ids.push(...(await runOn()).ids);
			expect(ids.sort()).toEqual([first, last].sort());
		},
	);

	it.each([0, 1, 249])('are looked for again and again, also number %i of 250', async (at) => {
		const times = range(250, 10 * SECOND_MS);
		const { service, finish, run, runOn } = open(times);
		await run();
		for (let poll = 0; poll < 4; poll++) await runOn();
		const id = `${times[at]}`;
		finish(id);
		service.runs.push(...runsAt([Number(id) + 100], 'processing', 'unknown '));
		const ids: string[] = [];
		for (let poll = 0; poll < 5; poll++) ids.push(...(await runOn()).ids);
		expect(ids).toEqual([id]);
	});

	it('are looked for in every second poll if another run finishes in each', async () => {
		const times = range(250, 10 * SECOND_MS);
		const { service, finish, run, runOn } = open(times);
		await run();
		const id = `${times[240]}`;
		finish(id);
		service.runs.push(...runsAt([Number(id) + 100], 'processing', 'unknown '));
		const ids: string[] = [];
		for (const other of times.slice(0, 8)) {
			finish(`${other}`);
			ids.push(...(await runOn()).ids);
		}
		expect(ids).toContain(id);
	});

	it('are read one by one if the lists cannot show them', async () => {
		const { ledger, tools, finish, run } = open(range(8, SECOND_MS));
		const [undated, inherited] = ledger.open.values();
		if (undated) undated.created = UNDATED;
		if (inherited) inherited.inherited = true;
		tools.readBackoff.defer('2000', false);
		finish('0', '1000', '2000');
		const { ids } = await run();
		expect(ids).toEqual(['0', '1000', '2000']);
	});
});

describe('a list that shows all details', () => {
	const settings = { needsDetails: () => false };

	it('saves the details of completed runs, but not of failed ones', async () => {
		const runs = [...runsAt([1, 2, 3], 'completed'), ...runsAt([4], 'failed')];
		const { ids, asked } = await tracking(runs, [], settings).run();
		expect(ids).toEqual(['1', '2', '3', '4']);
		expect(asked.filter((each) => each.startsWith('details'))).toEqual(['details of 4']);
		const all = await tracking(runs, []).run();
		expect(all.asked.filter((each) => each.startsWith('details'))).toHaveLength(4);
	});

	it('saves the details of hundreds that finished long after their creation', async () => {
		const times = range(400, SECOND_MS, -HOUR_MS);
		const { run } = tracking(runsAt(times, 'completed'), times, settings);
		const { ids, requests } = await run();
		expect(ids).toEqual(times.map(String));
		expect(requests).toBeLessThan(20);
	});

	it('is the last request of the poll if its response asks for a pause', async () => {
		const times = range(400, SECOND_MS, -HOUR_MS);
		const { service, run } = tracking(runsAt(times, 'completed'), times, settings);
		const limited = failure(429);
		service.onRequest = (asked) => {
			if (asked.startsWith('completed')) throw limited;
		};
		const { ids, asked, error } = await run();
		expect([ids, error]).toEqual([[], limited]);
		expect(asked.filter((each) => each.startsWith('details'))).toEqual([]);
	});
});
