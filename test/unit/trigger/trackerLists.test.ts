import { NOON, range, runsAt } from './plainService';
import { tracking } from './tracking';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

describe('what is new', () => {
	const many = range(300, SECOND_MS, MINUTE_MS);

	it('costs one request where as many are counted as are known', async () => {
		const { run } = tracking(runsAt(range(60, SECOND_MS, MINUTE_MS)), []);
		const { requests, left } = await run();
		expect([requests, left?.open.size]).toEqual([1, 60]);
		const quiet = tracking([...runsAt(many, 'failed')], []);
		await quiet.run();
		await quiet.runOn();
		expect((await quiet.runOn()).requests).toBe(1);
	});

	it('is found in one poll where it shows up late among 10,000, in a few requests', async () => {
		const known = range(10_000, SECOND_MS, MINUTE_MS);
		const { service, ledger, run } = tracking(runsAt(known), known);
		ledger.beginAt(NOON + 9_500 * SECOND_MS, NOON);
		service.add(runsAt([4_000_500], 'processing', 'late '));
		const { left, asked } = await run();
		expect(left?.open.has('late 4000500')).toBe(true);
		expect(asked.filter((each) => each.startsWith('all')).length).toBeLessThan(25);
	});

	it('is found soon although runs that are gone make up for it, be a moment settled or not', async () => {
		for (const since of [NOON, null]) {
			const { service, ledger, run, runOn } = tracking(runsAt(many.slice(3)), many);
			[ledger.since, ledger.horizon] = [since, since];
			service.add(runsAt(range(3, 1, HOUR_MS)));
			await run();
			for (let poll = 0; poll < 3; poll++) await runOn();
			const { left } = await runOn();
			expect(left?.open.has(`${HOUR_MS}`)).toBe(true);
			expect(left?.open.size).toBe(300);
		}
	});

	it('costs little too where the service always counts more than it lists', async () => {
		const { service, run, runOn } = tracking(runsAt(many, 'completed'), []);
		service.counts = (there) => there + 2;
		const { ids } = await run();
		expect(ids).toHaveLength(300);
		for (let poll = 0; poll < 3; poll++) await runOn();
		expect((await runOn()).requests).toBe(1);
	});

	it('is listed on in the next poll where one was cut short', async () => {
		const times = range(5_000, SECOND_MS, MINUTE_MS);
		const whole = tracking(runsAt(times), []);
		const { requests } = await whole.run();
		const short = tracking(runsAt(times), []);
		short.now.enoughListed = true;
		let { requests: all, left } = await short.run();
		let polls = 1;
		for (; polls < 50 && left?.open.size !== 5_000; polls++) {
			const next = await short.runOn();
			expect(next.requests).toBeLessThan(40);
			[all, left] = [all + next.requests, next.left];
		}
		expect(left?.open.size).toBe(5_000);
		// Each poll looks at the newest first, and settles nothing yet.
		expect(all).toBeLessThan(requests + 3 * polls);
	});

	it('is listed on where the process that knew how far it came is gone', async () => {
		const times = range(5_000, SECOND_MS, MINUTE_MS).reverse();
		let before: string | undefined;
		let open = 0;
		for (let poll = 0; poll < 50 && open < 5_000; poll++) {
			const { service, now, run } = tracking(runsAt(times), []);
			service.onRequest = () => (now.enoughListed = service.asked.length > 15);
			const { state, left } = await run(before);
			[before, open] = [state, left?.open.size ?? 0];
		}
		expect(open).toBe(5_000);
	});
});

describe('what is settled', () => {
	it('follows the time that the newest runs tell, in steps, without another request', async () => {
		const { tools, now, run, runOn } = tracking(runsAt([1]), [1]);
		tools.clock.begin(NOON + 200 * MINUTE_MS);
		const { requests, left } = await run();
		expect(requests).toBe(1);
		const since = NOON + 190 * MINUTE_MS;
		expect([left?.since, left?.horizon]).toEqual([since, since - 75 * MINUTE_MS]);
		now.local += 4 * MINUTE_MS;
		expect((await runOn()).left?.since).toBe(since);
		now.local += 2 * MINUTE_MS;
		expect((await runOn()).left?.since).toBeGreaterThan(since + 5 * MINUTE_MS);
	});

	it('is nothing until the time is known, and how the service writes it', async () => {
		const { service, ledger, run, runOn } = tracking(runsAt(range(4, MINUTE_MS)), []);
		[ledger.since, ledger.horizon] = [null, null];
		expect((await run()).left?.since).toBeNull();
		service.add(runsAt(range(4, MINUTE_MS, HOUR_MS)));
		expect((await runOn()).left?.since).toBe(NOON + 3 * MINUTE_MS - 10 * MINUTE_MS);
		const silent = tracking([], []);
		silent.ledger.style.zoned = null;
		silent.tools.clock.begin(NOON + 200 * MINUTE_MS);
		expect((await silent.run()).left?.since).toBe(NOON);
	});

	it('leaves the horizon where something may be unknown since then', async () => {
		const known = range(300, MINUTE_MS, MINUTE_MS);
		const { service, ledger, now, run, runOn } = tracking(runsAt(known), known);
		ledger.reached = NOON + 300 * MINUTE_MS;
		service.add(runsAt(range(300, MINUTE_MS, 61_500), 'processing', 'late '));
		service.onRequest = () => (now.enoughListed = service.asked.length > 2);
		const { left } = await run();
		expect(left?.open.size).toBeLessThan(600);
		expect(left?.horizon).toBe(NOON);
		service.onRequest = () => {};
		now.enoughListed = false;
		for (let poll = 0; poll < 3; poll++) await runOn();
		const later = await runOn();
		expect(later.left?.open.size).toBe(600);
		expect(later.left?.horizon).toBeGreaterThan(NOON);
	});
});
