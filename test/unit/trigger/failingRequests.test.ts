// Sources: trigger/details.ts
import { CancelledError, type ServiceError } from '../../../nodes/DocScore/service/errors';
import { failure } from '../runs/fakeService';
import { Load, WITH_SCHEDULER_MS } from './load';

const MINUTE_MS = 60_000;

/** A trigger that has emitted 5,000 runs, and three runs that have finished since. */
async function withThreeFinished(): Promise<Load> {
	const load = new Load();
	await load.poll();
	load.burst(5_000, 5 * MINUTE_MS);
	for (let poll = 0; poll < 6; poll++) await load.poll();
	expect(load.emitted.splice(0)).toHaveLength(5_000);
	load.burst(3, 1);
	return load;
}

test('a poll without time for all lists emits the finished runs that the first one shows', async () => {
	const load = await withThreeFinished();
	load.time += 20 * MINUTE_MS;
	load.givenMs = WITH_SCHEDULER_MS;
	load.latency = { min: 9_000, max: 9_000 };
	await load.poll();
	expect([load.isCut, load.emitted.length, load.errors]).toEqual([true, 3, []]);
	expect(load.logs).toEqual([expect.stringContaining('had no time for all runs')]);
});

test('a poll reads the oldest run first, last those that it could not read before, and no lists of them', async () => {
	const load = new Load('newest', { min: 1, max: 1 });
	await load.poll();
	const runs = load.burst(10, MINUTE_MS);
	load.time += MINUTE_MS;
	let later: string[] = [];
	const asked: string[] = [];
	load.fault = (what) => {
		asked.push(typeof what === 'string' ? what : (what.filters?.status ?? ''));
		if (what === runs[0] && later.length === 0) throw failure(500);
	};
	await load.poll();
	later = load.burst(1, 1);
	await load.poll();
	expect(asked.filter((what) => what !== '')).toEqual([...runs, ...later, runs[0]]);
	expect(load.emitted.slice(-2).map(({ id }) => id)).toEqual([runs[0], ...later]);
});

test.each<[string, ServiceError, number]>([
	['a 400 leads to', failure(400), 3],
	['a 503 leads to', failure(503, { transient: true }), 3],
	['a broken connection leads to', failure(undefined, { transient: true }), 3],
	['a 429 prevents', failure(429, { transient: true }), 0],
	['Retry-After prevents', failure(503, { transient: true, retryAfterMs: 1_000 }), 0],
])('%s requests for the details of runs that an earlier list shows', async (_, error, emitted) => {
	const load = await withThreeFinished();
	let lists = 0;
	load.fault = (asked) => {
		if (typeof asked !== 'string' && ++lists > 1) throw error;
	};
	load.time += 10 * MINUTE_MS;
	await load.poll();
	expect(load.emitted).toHaveLength(emitted);
	const left = `Other finished runs are left to the next poll: ${error.message}`;
	expect(load.logs).toEqual(emitted > 0 ? [left] : []);
});

test('a poll whose end looks like a broken connection gives the next one more time', async () => {
	const load = await withThreeFinished();
	load.fault = () => {
		load.time = Math.floor(load.time / MINUTE_MS) * MINUTE_MS + 45_000;
		throw failure(undefined, { transient: true });
	};
	await load.poll();
	expect(load.logs).toEqual([expect.stringContaining('had no time for all runs')]);
});

test('a poll with several errors reports the one that asks for a pause', async () => {
	const load = await withThreeFinished();
	const limit = failure(429, { transient: true, retryAfterMs: 1_000 });
	let lists = 0;
	load.fault = (asked) => {
		if (typeof asked === 'string') throw limit;
		if (++lists > 1) throw failure(400);
	};
	load.time += 10 * MINUTE_MS;
	await load.poll();
	expect([load.emitted, load.errors]).toEqual([[], [limit]]);
});

test.each<[string, ServiceError]>([
	['a broken connection', failure(undefined, { transient: true })],
	['a 401', failure(401)],
	['a 429', failure(429, { transient: true })],
	['Retry-After', failure(503, { transient: true, retryAfterMs: 1_000 })],
])('%s makes no run unreadable, and the next poll emits all', async (_, error) => {
	const load = await withThreeFinished();
	load.fault = (asked) => {
		if (typeof asked === 'string') throw error;
	};
	await load.poll();
	expect([load.emitted, load.logs, load.errors]).toEqual([[], [], [error]]);
	load.fault = () => {};
	await load.poll();
	expect(load.emitted).toHaveLength(3);
});

test('a poll that ends while runs are read reports no error, and the next one emits all', async () => {
	const load = await withThreeFinished();
	load.fault = (asked) => {
		if (typeof asked === 'string') throw new CancelledError('The time is up');
	};
	await load.poll();
	expect([load.emitted, load.errors]).toEqual([[], []]);
	load.fault = () => {};
	await load.poll();
	expect(load.emitted).toHaveLength(3);
});
