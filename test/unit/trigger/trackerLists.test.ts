import { NOON, range, runsAt } from '../runs/fakeRuns';
import { tracking } from './tracking';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

describe('a new run', () => {
	const many = range(300, SECOND_MS, MINUTE_MS);

	it('costs one request if the total equals the number of known runs', async () => {
		const { run } = tracking(runsAt(range(60, SECOND_MS, MINUTE_MS)), []);
		const { requests, left } = await run();
		expect([requests, left?.open.size]).toEqual([1, 60]);
		const quiet = tracking([...runsAt(many, 'failed')], []);
		await quiet.run();
		await quiet.runOn();
		expect((await quiet.runOn()).requests).toBe(1);
	});

	it('is found in one poll if it appears late among 10,000, in a few requests', async () => {
		const known = range(10_000, SECOND_MS, MINUTE_MS);
		const { service, ledger, run } = tracking(runsAt(known), known);
		ledger.advanceCursor(NOON);
		service.runs.push(...runsAt([4_000_500], 'processing', 'late '));
		const { left, asked } = await run();
		expect(left?.open.has('late 4000500')).toBe(true);
		expect(asked.filter((each) => each.startsWith('all')).length).toBeLessThan(25);
	});

	it('is found soon even if deleted runs make the totals equal, with any cursor', async () => {
		for (const cursor of [NOON, -Infinity]) {
			const { service, ledger, run, runOn } = tracking(runsAt(many.slice(3)), many);
			ledger.cursor = cursor;
			service.runs.push(...runsAt(range(3, 1, HOUR_MS)));
			await run();
			for (let poll = 0; poll < 3; poll++) await runOn();
			const { left } = await runOn();
			expect(left?.open.has(`${HOUR_MS}`)).toBe(true);
			expect(left?.open.size).toBe(300);
		}
	});

	it('costs few requests even if the service always counts more than it lists', async () => {
		const { service, run, runOn } = tracking(runsAt(many, 'completed'), []);
		service.counts = (there) => there + 2;
		const { ids } = await run();
		expect(ids).toHaveLength(300);
		for (let poll = 0; poll < 3; poll++) await runOn();
		expect((await runOn()).requests).toBe(1);
	});

	it('is found in a later poll if a poll is interrupted', async () => {
		const times = range(5_000, SECOND_MS, MINUTE_MS);
		const whole = tracking(runsAt(times), []);
		const { requests } = await whole.run();
		const short = tracking(runsAt(times), []);
		short.now.isListTimeUp = true;
		let { requests: all, left } = await short.run();
		let polls = 1;
		for (; polls < 60 && left?.open.size !== 5_000; polls++) {
			const next = await short.runOn();
			expect(next.requests).toBeLessThan(40);
			[all, left] = [all + next.requests, next.left];
		}
		expect(left?.open.size).toBe(5_000);
		// Each poll looks at the newest first, and does not move the cursor yet.
		expect(all).toBeLessThan(requests + 3 * polls);
	});
});

describe('the cursor', () => {
	it('follows the time of the newest runs, in steps, without a request if one page shows all', async () => {
		const { tools, now, run, runOn } = tracking([], []);
		tools.clock.seed(NOON + 200 * MINUTE_MS);
		const cursor = NOON + (200 - 10 - 75) * MINUTE_MS;
		expect(await run()).toMatchObject({ requests: 1, left: { cursor } });
		now.local += 4 * MINUTE_MS;
		expect(await runOn()).toMatchObject({ requests: 1, left: { cursor } });
		// The service's clock may be slower by a thousandth: for it, five minutes have passed.
		now.local += MINUTE_MS + 400;
		expect((await runOn()).left?.cursor).toBe(cursor);
		now.local += MINUTE_MS;
		expect((await runOn()).left?.cursor).toBeGreaterThan(cursor + 5 * MINUTE_MS);
	});

	it('stays until the time and its style are known', async () => {
		const { service, ledger, run, runOn } = tracking(runsAt(range(4, MINUTE_MS)), []);
		ledger.cursor = -Infinity;
		expect((await run()).left?.cursor).toBe(-Infinity);
		service.runs.push(...runsAt(range(4, MINUTE_MS, HOUR_MS)));
		expect((await runOn()).left?.cursor).toBe(NOON + (3 - 10 - 75) * MINUTE_MS);
		const unzoned = tracking([], []);
		unzoned.ledger.style.zoned = null;
		unzoned.tools.clock.seed(NOON + 200 * MINUTE_MS);
		expect((await unzoned.run()).left?.cursor).toBe(NOON);
	});

	it('passes only listed runs, even if deleted runs make the totals equal', async () => {
		const known = range(300, SECOND_MS, MINUTE_MS);
		const { service, now, run, runOn } = tracking(runsAt(known.slice(1)), known);
		service.runs.push(...runsAt([200_500], 'completed', 'late '));
		expect((await run()).ids).toEqual([]);
		now.local += 200 * MINUTE_MS;
		const { ids, left } = await runOn();
		expect(ids).toEqual(['late 200500']);
		expect(left?.cursor).toBeGreaterThan(NOON + 100 * MINUTE_MS);
	});

	it('passes only listed runs, even if all runs after them were listed in the same poll', async () => {
		const known = range(600, SECOND_MS, MINUTE_MS + 500);
		const { service, now, run, runOn } = tracking(runsAt(known), known);
		await run();
		service.runs.splice(200, 1, ...runsAt([300_700], 'completed', 'late '));
		service.runs.push(...runsAt(range(3, SECOND_MS, 662_500), 'completed', 'new '));
		now.local += 200 * MINUTE_MS;
		const { ids, left } = await runOn();
		expect(ids).toEqual(['late 300700', 'new 662500', 'new 663500', 'new 664500']);
		expect(left?.cursor).toBeGreaterThan(NOON + 100 * MINUTE_MS);
	});

	it('continues after an interrupted poll', async () => {
		const known = range(3_000, SECOND_MS, MINUTE_MS);
		const { tools, now, run, runOn } = tracking(runsAt(known), known);
		tools.clock.seed(NOON + 200 * MINUTE_MS);
		now.isListTimeUp = true;
		let cursor = (await run()).left?.cursor ?? 0;
		for (let poll = 0; poll < 40; poll++) {
			const { left } = await runOn();
			expect(left?.cursor).toBeGreaterThanOrEqual(cursor);
			cursor = left?.cursor ?? 0;
		}
		expect(cursor).toBe(NOON + (200 - 10 - 75) * MINUTE_MS);
	});
});
