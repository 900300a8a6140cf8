// Sources: trigger/openRuns.ts
import { few } from '../../harness/jest/draws';
import { AS_N8N_COMES_MS, Load, WITH_SCHEDULER_MS } from './load';
import { evenly, type LoadRun } from './loadRuns';
import { AT_ONCE, FEW, OwedRuns, pollsFor } from './owedRuns';
import { Random } from '../runs/random';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** New runs may show up so late. */
const LATE_MS = 10 * MINUTE_MS;

/** Polls until what showed up late in an overfull second is found by the list of what is old enough. */
const LATE_POLLS = 15;

function loadWith(latency: { min: number; max: number }, givenMs: number): Load {
	const load = new Load('newest', latency);
	load.givenMs = givenMs;
	return load;
}

describe('one run is stuck for 30 days, 10 a minute take 2 hours each, and n8n is off for an hour', () => {
	const services = few([
		{ history: 4_000, pollMs: AS_N8N_COMES_MS, latency: { min: 200, max: 1_200 } },
		{ history: 12_000, pollMs: WITH_SCHEDULER_MS, latency: { min: 80, max: 160 } },
		{ history: 18_000, pollMs: AS_N8N_COMES_MS, latency: { min: 80, max: 160 } },
	]);

	test.each(services)(
		'all are emitted with $history finished since, polls of $pollMs ms, responses of $latency ms',
		async (drawn) => {
			const load = loadWith(drawn.latency, drawn.pollMs);
			const start = load.time;
			const runsSince = start - (drawn.history / 10) * MINUTE_MS - 2 * HOUR_MS;
			const end = start + 6 * HOUR_MS;
			load.add([
				{ id: 'stuck', created: start - 30 * DAY_MS, finishAt: Infinity },
				...evenly('run ', (10 * (end - runsSince)) / MINUTE_MS, [runsSince, end], (created) => ({
					finishAt: created + 2 * HOUR_MS,
				})),
			]);
			const owing = new OwedRuns(load);
			await owing.begin(10);
			await owing.polls(20);
			load.time += HOUR_MS;
			expect(await owing.pollAtMost(pollsFor(load, { ended: 600, listed: 600 + 1_200 }))).toEqual(
				[],
			);
			await owing.polls(60);
			expect(await owing.pollAtMost(3)).toEqual([]);
		},
	);
});

describe('300 open runs are deleted, each created in a second with 120 runs', () => {
	const services = few([
		{ where: 'in its first millisecond', sharpMs: SECOND_MS, pollMs: WITH_SCHEDULER_MS },
		{ where: 'spread over it', sharpMs: 1, pollMs: AS_N8N_COMES_MS },
		{ where: 'spread over it', sharpMs: 1, pollMs: WITH_SCHEDULER_MS },
		{ where: 'in its first millisecond', sharpMs: SECOND_MS, pollMs: AS_N8N_COMES_MS },
	]);

	test.each(services)(
		'$where, polls of $pollMs ms: others are emitted and the deleted runs are dropped',
		async ({ sharpMs, pollMs }) => {
			const load = loadWith({ min: 300, max: 900 }, pollMs);
			const start = load.time;
			const from = start - 2 * HOUR_MS;
			const span: [number, number] = [from, from + 300 * SECOND_MS];
			const sharp = (run: LoadRun) => ({
				...run,
				created: Math.floor(run.created / sharpMs) * sharpMs,
			});
			const deleted = evenly('deleted ', 300, span, () => ({ finishAt: Infinity })).map(sharp);
			const deletedAt = start + 90 * MINUTE_MS;
			load.add([
				...evenly('run ', 119 * 300, span).map(sharp),
				...deleted,
				...evenly('other ', 60, [start - HOUR_MS, start], (_, index) => ({
					finishAt: deletedAt + (index / 10) * MINUTE_MS,
				})),
			]);
			const owing = new OwedRuns(load);
			await owing.begin(89);
			expect(owing.load.time).toBeLessThan(deletedAt);
			load.time = deletedAt;
			load.delete(deleted.map(({ id }) => id));
			await owing.polls(7);
			// Each is asked for three times; the lists of its second are read ten at once.
			const lists = (300 * 5) / AT_ONCE;
			const most = pollsFor(load, { ended: 60 + 3 * 300, listed: 360, lists });
			expect(await owing.pollAtMost(most)).toEqual([]);
			await owing.polls(most);
			const givenUp = load.logs.filter((line) => line.includes('no longer waited for'));
			expect(givenUp).toHaveLength(300);
			load.burst(5, MINUTE_MS);
			load.time += MINUTE_MS;
			expect(await owing.pollAtMost(FEW)).toEqual([]);
		},
	);
});

describe('12 open runs of former filters have finished, which the present filters do not match', () => {
	test.each([
		{ where: 'in a second with 900 others', count: 900, withinMs: SECOND_MS, latencyMs: 2_000 },
		{ where: 'spread over an hour, slow', count: 700, withinMs: HOUR_MS, latencyMs: 5_000 },
	])('$where: others are emitted', async ({ count, withinMs, latencyMs }) => {
		const load = loadWith({ min: 0.92 * latencyMs, max: latencyMs }, AS_N8N_COMES_MS);
		const from = load.time - 70 * MINUTE_MS;
		const span: [number, number] = [from, from + withinMs];
		load.add([
			...evenly('invoice ', count, span, (created) => ({
				name: 'invoice',
				finishAt: created + MINUTE_MS,
			})),
			...evenly('letter ', 12, span, () => ({ name: 'letter', finishAt: Infinity })),
		]);
		const owing = new OwedRuns(load);
		await owing.begin(100);
		load.finish(({ name }) => name === 'letter');
		load.settings.criteria = { filters: { filename: 'invoice' } };
		await owing.polls(60);
		const fresh: [number, number] = [load.time, load.time + MINUTE_MS];
		load.add(evenly('fresh ', 5, fresh, () => ({ name: 'invoice' })));
		load.time += MINUTE_MS;
		const most = pollsFor(load, { ended: 5, listed: count / 2 });
		expect(await owing.pollAtMost(most)).toEqual([]);
		expect(load.state).not.toContain('letter');
	});
});

describe('3 open runs are deleted that were created in a second', () => {
	test.each([
		{ where: 'with 900 others', count: 900, latencyMs: 2_000 },
		{ where: 'and the service is slow', count: 1, latencyMs: 5_000 },
	])('$where: they are given up', async ({ count, latencyMs }) => {
		const load = loadWith({ min: 0.92 * latencyMs, max: latencyMs }, AS_N8N_COMES_MS);
		const from = load.time - 3 * HOUR_MS;
		const span: [number, number] = [from, from + SECOND_MS];
		const deleted = evenly('deleted ', 3, span, () => ({ finishAt: Infinity }));
		load.add([...evenly('run ', count, span), ...deleted]);
		const owing = new OwedRuns(load);
		await owing.begin(60);
		load.errors.length = 0;
		load.delete(deleted.map(({ id }) => id));
		await owing.polls(pollsFor(load, { ended: 9, listed: 3 * count }));
		const givenUp = load.logs.filter((line) => line.includes('no longer waited for'));
		expect([givenUp.length, load.errors]).toEqual([3, []]);
	});
});

describe('400 runs are created in the same second, of which a poll reads only a few pages', () => {
	test.each([
		{ where: 'spread over it', widthMs: SECOND_MS, boundsMs: 1 },
		{ where: 'spread over it, and bounds in seconds', widthMs: SECOND_MS, boundsMs: SECOND_MS },
		{ where: 'in the same millisecond', widthMs: 1, boundsMs: 1 },
	])('$where: late runs are found and others are emitted', async ({ widthMs, boundsMs }) => {
		const load = loadWith({ min: 1_000, max: 4_000 }, AS_N8N_COMES_MS);
		load.boundsMs = boundsMs;
		load.add(evenly('old ', 20, [load.time - HOUR_MS, load.time]));
		const owing = new OwedRuns(load);
		await owing.begin(10);
		const second = load.time + MINUTE_MS;
		const span: [number, number] = [second, second + widthMs];
		load.add([
			...evenly('run ', 400, span, (created) => ({ finishAt: created + 5 * SECOND_MS })),
			...evenly('late ', 20, span, (created, index) => ({
				visibleAt: created + ((index + 1) / 20) * LATE_MS,
			})),
			...evenly('other ', 40, [second + MINUTE_MS, second + 20 * MINUTE_MS]),
		]);
		await owing.polls(21);
		const most = pollsFor(load, { ended: 460, listed: 460 }) + LATE_POLLS;
		expect(await owing.pollAtMost(most)).toEqual([]);
		load.burst(5, MINUTE_MS);
		load.time += MINUTE_MS;
		expect(await owing.pollAtMost(pollsFor(load, { ended: 5, listed: 5 }))).toEqual([]);
	});
});

describe('the filters change, and reading the former ones takes longer than a poll', () => {
	test.each([
		{
			what: '3,000 runs within an hour without n8n',
			count: 3_000,
			withinMs: HOUR_MS,
			offMs: HOUR_MS,
		},
		{ what: '3,000 runs within a minute', count: 3_000, withinMs: MINUTE_MS, offMs: MINUTE_MS },
		{ what: '900 runs within a second', count: 900, withinMs: SECOND_MS, offMs: MINUTE_MS },
	])(
		'$what: all runs are emitted, or each poll reports the delay',
		async ({ count, withinMs, offMs }) => {
			const load = loadWith({ min: 500, max: 1_000 }, WITH_SCHEDULER_MS);
			load.add(
				evenly('old ', 200, [load.time - 5 * HOUR_MS, load.time], (created) => ({
					name: 'letter',
					finishAt: created + HOUR_MS,
				})),
			);
			const owing = new OwedRuns(load);
			await owing.begin(20);
			const start = load.time;
			load.add(
				evenly('run ', count, [start, start + withinMs], (created, index) => ({
					name: index % 50 === 0 ? 'invoice' : 'letter',
					finishAt: created + 10 * SECOND_MS,
				})),
			);
			load.time += offMs;
			load.settings.criteria = { filters: { filename: 'invoice' } };
			const most = pollsFor(load, { ended: count / 50, listed: count });
			const by = load.time;
			let untold = 0;
			for (let poll = 0; poll < most && owing.left(by).length > 0; poll++) {
				const told = load.errors.length + load.emitted.length;
				await load.poll();
				const isTold = load.errors.length + load.emitted.length > told;
				if (!isTold && owing.left(by).length > 0) untold++;
			}
			const left = owing.left(by).length;
			const report = `${left} still owed after ${most} polls, ${untold} of which told nothing`;
			expect(left > 0 && untold > 0 ? report : 'all told').toBe('all told');
			expect(owing.faults(by)).toEqual(left > 0 ? [`${left} still owed`] : []);
		},
	);
});

const accounts = few([
	{ open: 3_000, history: 30_000 },
	{ open: 10_000, history: 100_000 },
]);

test.each(accounts)(
	'$open open runs, 50 of which finish at random each minute: each is emitted by the second poll',
	async ({ open, history }) => {
		const load = new Load();
		const random = new Random(3);
		const start = load.time;
		const begun = start + 20 * MINUTE_MS;
		const ends = random
			.shuffled(evenly('open ', open, [0, 0]).map((_, index) => index))
			.map((place) => (place < 2_000 ? begun + (place / 50) * MINUTE_MS : Infinity));
		load.add([
			...evenly('done ', history, [start - 10 * DAY_MS, start]),
			...evenly('open ', open, [start - 2 * DAY_MS, start], (_, index) => ({
				finishAt: ends[index] ?? Infinity,
			})),
		]);
		const owing = new OwedRuns(load);
		await owing.begin(19);
		const late: number[] = [];
		let lastBeganAt = load.time;
		for (let poll = 0; poll < 43; poll++) {
			const beginsAt = Math.ceil((load.time + 1) / MINUTE_MS) * MINUTE_MS;
			await load.poll();
			late.push(owing.left(lastBeganAt).length);
			lastBeganAt = beginsAt;
		}
		expect(Math.max(...late)).toBe(0);
		expect(await owing.pollAtMost(1)).toEqual([]);
		expect(load.emitted).toHaveLength(2_000);
	},
);

describe('runs finish while n8n is off for an hour', () => {
	test.each([
		{ count: 5_000, pollMs: WITH_SCHEDULER_MS, latency: { min: 20, max: 20 } },
		{ count: 5_000, pollMs: AS_N8N_COMES_MS, latency: { min: 2_000, max: 2_000 } },
		{ count: 1_000, pollMs: AS_N8N_COMES_MS, latency: { min: 2_000, max: 4_000 } },
	])(
		'all $count are emitted with polls of $pollMs ms, responses of $latency ms',
		async ({ count, pollMs, latency }) => {
			const load = loadWith(latency, pollMs);
			const start = load.time;
			const offAt = start + 60 * MINUTE_MS;
			const off: [number, number] = [offAt, offAt + HOUR_MS];
			load.add([
				...evenly('open ', count / 2, [start - 2 * HOUR_MS, start], (_, index) => ({
					finishAt: offAt + (((index * 7) % (count / 2)) / (count / 2)) * HOUR_MS,
				})),
				...evenly('new ', count / 2, off, (created) => ({ finishAt: created + 20 * SECOND_MS })),
			]);
			const owing = new OwedRuns(load);
			await owing.begin(40);
			load.time = offAt + HOUR_MS + MINUTE_MS;
			expect(await owing.pollAtMost(pollsFor(load, { ended: count, listed: count }))).toEqual([]);
			load.burst(5, MINUTE_MS);
			load.time += MINUTE_MS;
			expect(await owing.pollAtMost(pollsFor(load, { ended: 5, listed: 5 }))).toEqual([]);
		},
	);
});

describe('a trigger begins within a few polls of 36 s', () => {
	const latency = { min: 375, max: 750 };

	test.each([
		{ what: '5 runs an hour', count: 3_600, withinMs: 30 * DAY_MS, order: 'id' as const },
		{ what: '5 runs an hour', count: 3_600, withinMs: 30 * DAY_MS, order: 'newest' as const },
		{
			what: '5,000 runs within the last hour',
			count: 5_000,
			withinMs: HOUR_MS,
			order: 'id' as const,
		},
		{
			what: '1,000 runs in 5 minutes',
			count: 1_000,
			withinMs: 5 * MINUTE_MS,
			order: 'oldest' as const,
		},
	])('$what, listed by $order', async ({ count, withinMs, order }) => {
		const load = new Load(order, latency);
		load.givenMs = WITH_SCHEDULER_MS;
		load.add(evenly('old ', count, [load.time - withinMs, load.time]));
		for (let poll = 0; poll < FEW && load.state === ''; poll++) await load.poll();
		expect(load.state).not.toBe('');
	});
});

it('3,000 open runs are all tracked after a few polls, although n8n restarts after each of them', async () => {
	const load = loadWith({ min: 1_000, max: 1_000 }, WITH_SCHEDULER_MS);
	const endless = () => ({ finishAt: Infinity });
	load.add(evenly('open ', 3_000, [load.time - 30 * DAY_MS, load.time], endless));
	for (let poll = 0; poll < FEW; poll++) {
		await load.poll();
		load.restart();
	}
	load.finish(() => true);
	const polls = pollsFor(load, { ended: 3_000, listed: 3_000 });
	for (let poll = 0; poll < polls; poll++) await load.poll();
	expect([load.emitted.length, load.errors]).toEqual([3_000, []]);
});
