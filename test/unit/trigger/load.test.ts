import { few } from '../../harness/jest/draws';
import { range } from '../runs/fakeRuns';
import { failure } from '../runs/fakeService';
import { Load, type Order } from './load';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** What is wrong with the emissions of these runs. */
function faults(load: Load, ids: string[]): string[] {
	const times = new Map<string, number>();
	for (const { id } of load.emitted) times.set(id, (times.get(id) ?? 0) + 1);
	const lost = ids.filter((id) => !times.has(id)).length;
	const doubled = ids.filter((id) => (times.get(id) ?? 0) > 1).length;
	return [...(lost > 0 ? [`${lost} lost`] : []), ...(doubled > 0 ? [`${doubled} doubled`] : [])];
}

/** A trigger that has begun some time after ten runs were created. */
async function begun(order?: Order): Promise<Load> {
	const load = new Load(order);
	load.burst(10, 10 * MINUTE_MS);
	load.time += HOUR_MS;
	await load.poll();
	return load;
}

describe('runs created within 30 s', () => {
	const bursts = few<[number, Order]>([
		[10_000, 'id'],
		[5_000, 'newest'],
		[5_000, 'status'],
		[10_000, 'newest'],
		[10_000, 'oldest'],
	]);

	test.each(bursts)(
		'%i of them, listed by %s: all are emitted once within 12 polls',
		async (count, order) => {
			const load = await begun(order);
			const ids = load.burst(count, 30 * SECOND_MS, 20 * SECOND_MS);
			for (let poll = 0; poll < 12; poll++) await load.poll();
			expect(faults(load, ids)).toEqual([]);
			expect(load.emitted).toHaveLength(count);
			// As soon as late runs would be listed, most of it is forgotten, and a while later all of it.
			for (let poll = 0; poll < 5; poll++) await load.poll();
			expect(load.state.length).toBeLessThan(250_000);
			for (let poll = 0; poll < 105; poll++) await load.poll();
			expect(load.state.length).toBeLessThan(1_000);
			expect(await load.poll()).toBeLessThanOrEqual(3);
			expect(load.emitted).toHaveLength(count);
		},
	);
});

describe('5,000 runs created and finished while n8n was off for a day, with lists that show all', () => {
	test.each<[string, number, { start: number; hours: number }]>([
		['over the whole day', 250, { start: 0, hours: 24 }],
		['in its last hour', 250, { start: 23, hours: 1 }],
		['in 30 seconds of it', 250, { start: 10, hours: 1 / 120 }],
	])('%s: all emitted with at most %i requests', async (_, most, { start, hours }) => {
		const load = await begun();
		load.settings.needsDetails = async () => false;
		const offAt = load.time;
		load.time = offAt + start * HOUR_MS;
		const ids = load.burst(5_000, hours * HOUR_MS, 10 * SECOND_MS);
		load.time = offAt + 24 * HOUR_MS;
		load.restart();
		let requests = 0;
		for (let poll = 0; poll < 5; poll++) requests += await load.poll();
		expect(faults(load, ids)).toEqual([]);
		expect(requests).toBeLessThanOrEqual(most);
	});
});

test('without totals, runs after quiet polls are emitted in the next poll', async () => {
	const load = await begun('oldest');
	load.counts = false;
	load.burst(300, MINUTE_MS, 10 * SECOND_MS);
	for (let poll = 0; poll < 6; poll++) await load.poll();
	// Only a list of all that is new tells whether there is more: about 60 runs to a page.
	expect(await load.poll()).toBeLessThanOrEqual(8);
	const ids = load.burst(40, 30 * SECOND_MS, 10 * SECOND_MS);
	await load.poll();
	expect(faults(load, ids)).toEqual([]);
});

test.each(few([15, 60]))(
	'a steady 1,000 runs a minute for %i minutes: never more than two polls behind',
	async (minutes) => {
		const load = await begun();
		const start = load.time;
		for (let minute = 0; minute < minutes; minute++) {
			load.time = start + minute * MINUTE_MS;
			load.burst(1_000, MINUTE_MS, 10 * SECOND_MS);
		}
		load.time = start;
		for (let poll = 0; poll < minutes + 3; poll++) await load.poll();
		expect(load.emitted).toHaveLength(1_000 * minutes);
		const late = load.emitted.map(({ id, at }) => at - (start + (numberOf(id) - 10) * 60));
		expect(Math.max(...late)).toBeLessThan(3 * MINUTE_MS + 10 * SECOND_MS);
		expect(load.state.length).toBeLessThan(2_000_000);
	},
);

test('200 runs an hour, the oldest first: at most 5 requests for lists in a poll on average', async () => {
	const load = await begun('oldest');
	const start = load.time;
	const ids = load.burst(800, 4 * HOUR_MS, 10 * SECOND_MS);
	load.time = start;
	const listed = () => load.requests - load.emitted.length;
	for (let poll = 0; poll < 180; poll++) await load.poll();
	const before = listed();
	for (let poll = 0; poll < 60; poll++) await load.poll();
	expect((listed() - before) / 60).toBeLessThanOrEqual(5);
	expect(faults(load, ids)).toEqual([]);
});

const numberOf = (id: string): number => Number(id.slice(-12));

/** A trigger that knows 10,000 open runs. */
async function followingMany(): Promise<Load> {
	const load = new Load();
	load.time -= 3 * HOUR_MS;
	load.burst(10_000, 2 * HOUR_MS, 1_000 * HOUR_MS);
	load.time += 3 * HOUR_MS;
	for (let poll = 0; poll < 20; poll++) await load.poll();
	return load;
}

test('10,000 open runs, of which 50 finish in a poll: at most 200 requests', async () => {
	const load = await followingMany();
	load.finish((_, index) => index % 200 === 7);
	expect(await load.poll()).toBeLessThanOrEqual(200);
	expect(load.emitted).toHaveLength(50);
	// Some more where the cursor moves, every five minutes.
	for (let poll = 0; poll < 30; poll++) expect(await load.poll()).toBeLessThanOrEqual(6);
});

test('10,000 open runs, of which 700 neighbours finish, with lists that show all: a list for each 70', async () => {
	const detailed: string[] = [];
	const load = await followingMany();
	load.settings.needsDetails = async () => false;
	load.fault = (asked) => void (typeof asked === 'string' && detailed.push(asked));
	load.finish((_, index) => index < 700);
	expect(await load.poll()).toBeLessThanOrEqual(110);
	expect(load.emitted).toHaveLength(700);
	expect(detailed).toEqual([]);
});

test('10,000 open runs, of which 700 neighbours finish: a 429 of such a list leaves them to the next poll', async () => {
	const detailed: string[] = [];
	const load = await followingMany();
	load.settings.needsDetails = async () => false;
	load.fault = (asked) => {
		if (typeof asked === 'string') detailed.push(asked);
		else if (asked.filters?.status === 'completed') throw failure(429, { transient: true });
	};
	load.finish((_, index) => index < 700);
	await load.poll();
	expect([detailed, load.emitted]).toEqual([[], []]);
	load.fault = () => {};
	await load.poll();
	expect(load.emitted).toHaveLength(700);
});

test('10,000 open runs, of which 1 has finished and cannot be read: at most 6 requests in a poll', async () => {
	const load = await followingMany();
	load.finish((_, index) => index === 4_999);
	load.fault = (asked) => {
		if (typeof asked === 'string') throw failure(410, { isOwnBody: true });
	};
	await load.poll();
	for (let poll = 0; poll < 30; poll++) expect(await load.poll()).toBeLessThanOrEqual(6);
	load.fault = () => {};
	for (let poll = 0; poll < 60; poll++) await load.poll();
	expect(load.emitted).toHaveLength(1);
});

test('10,000 open runs, of which 1 finishes in a poll: at most 35 requests', async () => {
	const load = await followingMany();
	const finish = (finished: number) => load.finish((_, index) => index === finished);
	for (const finished of range(8, 1_217)) {
		finish(finished);
		expect(await load.poll()).toBeLessThanOrEqual(35);
		expect(await load.poll()).toBeLessThanOrEqual(6);
	}
	for (const finished of range(8, 1_217, 555)) {
		finish(finished);
		expect(await load.poll()).toBeLessThanOrEqual(35);
	}
	expect(load.emitted).toHaveLength(16);
});

test('idle with 100,000 runs in the history: at most 3 requests, and the state rarely changes', async () => {
	const load = new Load();
	load.time -= 48 * HOUR_MS;
	load.burst(100_000, 47 * HOUR_MS);
	load.time += 48 * HOUR_MS;
	for (let poll = 0; poll < 3; poll++) await load.poll();
	// For 85 minutes the cursor passes what was created before.
	for (let poll = 0; poll < 90; poll++) expect(await load.poll()).toBeLessThanOrEqual(6);
	for (let poll = 0; poll < 80; poll++) expect(await load.poll()).toBeLessThanOrEqual(3);
	const states = new Set<string>();
	for (let poll = 0; poll < 20; poll++) {
		await load.poll();
		states.add(load.state);
	}
	// The cursor moves every five minutes.
	expect(states.size).toBeLessThanOrEqual(4);
	load.settings.criteria = { filters: { filename: 'Invoice' } };
	expect(await load.poll()).toBeLessThanOrEqual(12);
	expect(load.emitted).toEqual([]);
});
