import fc from 'fast-check';
import { ServiceError } from '../../../nodes/DocScore/service/errors';
import { holds } from '../../harness/jest/draws';
import { GIVEN_LISTS } from '../runs/givenLists';
import { AS_N8N_COMES_MS, Load, type LoadRun, type Order, WITH_SCHEDULER_MS } from './load';
import { AT_ONCE, OwedRuns, pollsFor } from './owedRuns';
import { Random } from '../runs/random';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** A poll is to have time for so many responses, one after another. */
const RESPONSES_IN_A_POLL = 36;

/** For so many minutes of polls something happens; then all is quiet. */
const ACTIVE_MINUTES = 40;

const LATE_MS = 10 * MINUTE_MS;

/** Polls until the cursor passes what showed up late: one and a half times as long as runs may take to show. */
const LATE_POLLS = 16;

const FAULTS = {
	lost: { outcome: 'unknown', transient: true },
	failing: { outcome: 'rejected', transient: true, status: 500, isOwnBody: true },
	limited: { outcome: 'rejected', transient: true, status: 429, retryAfterMs: 30_000 },
} as const;

const ORDERS: Order[] = ['newest', 'oldest', 'id', 'status'];

const minute = fc.integer({ min: 0, max: ACTIVE_MINUTES - 1 });

const world = fc.record({
	/** From 20 ms to 5 s, as many below 300 ms as above. */
	latencyMs: fc.integer({ min: 0, max: 100 }).map((part) => Math.round(20 * 250 ** (part / 100))),
	givenMs: fc.constantFrom(AS_N8N_COMES_MS, WITH_SCHEDULER_MS),
	order: fc.constantFrom<Order>(...(GIVEN_LISTS ? [GIVEN_LISTS.order] : ORDERS)),
	boundsMs: fc.constantFrom(...(GIVEN_LISTS ? [GIVEN_LISTS.sharpMs] : [1, SECOND_MS])),
	counts: fc.constant(GIVEN_LISTS?.total !== 'missing'),
	history: fc.integer({ min: 0, max: 5_000 }),
	historyHours: fc.integer({ min: 1, max: 720 }),
	open: fc.integer({ min: 0, max: 1_000 }),
	openMinutes: fc.integer({ min: 1, max: 2_880 }),
	/** Of ten open runs so many finish. */
	ending: fc.integer({ min: 0, max: 10 }),
	stuck: fc.integer({ min: 0, max: 5 }),
	bursts: fc.array(
		fc.record({
			at: minute,
			count: fc.integer({ min: 1, max: 500 }),
			withinMs: fc.constantFrom(1, SECOND_MS, MINUTE_MS),
			/** One in so many shows up late. */
			late: fc.integer({ min: 2, max: 50 }),
		}),
		{ maxLength: 3 },
	),
	off: fc.record({
		at: minute,
		minutes: fc.integer({ min: 0, max: 120 }),
		restarts: fc.boolean(),
	}),
	/** Of ten open runs so many are deleted. */
	deleted: fc.record({ at: minute, ofTen: fc.integer({ min: 0, max: 5 }) }),
	/** When the filters change, if they do: then only invoices match. */
	filters: fc.record({ at: minute, change: fc.boolean() }),
	fault: fc.record({
		at: minute,
		minutes: fc.integer({ min: 0, max: 30 }),
		percent: fc.integer({ min: 0, max: 100 }),
		kind: fc.constantFrom<keyof typeof FAULTS>('lost', 'failing', 'limited'),
	}),
	seed: fc.nat(),
});

type World = typeof world extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Invoices are half of the runs. */
const nameOf = (n: number): string => (n % 2 === 0 ? 'invoice' : 'letter');

const times = <T>(count: number, make: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => make(index));

/** What is there when the trigger begins, with nothing of it finishing until it has begun. */
function runsBefore(drawn: World, now: number, random: Random): LoadRun[] {
	const between = (ms: number) => now - random.between(1, ms);
	return [
		...times(drawn.history, (n) => {
			const created = between(drawn.historyHours * HOUR_MS);
			return {
				id: `old ${n}`,
				name: nameOf(n),
				created,
				finishAt: Math.min(now, created + MINUTE_MS),
			};
		}),
		...times(drawn.open, (n) => ({
			id: `open ${n}`,
			name: nameOf(n),
			created: between(drawn.openMinutes * MINUTE_MS),
			finishAt: Infinity,
		})),
		...times(drawn.stuck, (n) => ({
			id: `stuck ${n}`,
			name: nameOf(n),
			created: between(720 * HOUR_MS),
			finishAt: Infinity,
		})),
	];
}

/** Bursts come and open runs finish while the trigger polls, or would. */
function happen(load: Load, { bursts, ending, off }: World, random: Random): void {
	const [start, lasts] = [load.time, (ACTIVE_MINUTES + off.minutes) * MINUTE_MS];
	for (const run of load.runs.listed()) {
		const ends = run.id.startsWith('open') && random.between(1, 10) <= ending;
		if (ends) load.change(run.id, { finishAt: start + random.between(1, lasts) });
	}
	load.add(
		bursts.flatMap(({ at, count, withinMs, late }, burst) =>
			times(count, (n) => {
				const created = start + at * MINUTE_MS + Math.floor((n / count) * withinMs);
				const visibleAt = created + (n % late === 1 ? random.between(0, LATE_MS) : 0);
				return {
					id: `${burst}/${n}`,
					name: nameOf(n),
					created,
					visibleAt,
					finishAt: visibleAt + random.between(0, MINUTE_MS),
				};
			}),
		),
	);
}

const idsToDelete = (load: Load, ofTen: number): string[] =>
	load.runs.listed().flatMap(({ id, finishAt }, index) => {
		return id.startsWith('open') && finishAt > load.time && index % 10 < ofTen ? [id] : [];
	});

async function live(drawn: World): Promise<string[]> {
	const random = new Random(drawn.seed);
	const max = Math.min(drawn.latencyMs, drawn.givenMs / RESPONSES_IN_A_POLL);
	const load = new Load(drawn.order, { min: Math.round(max / 2), max });
	load.givenMs = drawn.givenMs;
	load.boundsMs = drawn.boundsMs;
	load.counts = drawn.counts;
	load.add(runsBefore(drawn, load.time, random));
	const owing = new OwedRuns(load);
	const before = drawn.open + drawn.stuck;
	await owing.begin(pollsFor(load, { ended: 0, listed: before }));
	happen(load, drawn, random);
	const { off, fault, deleted, filters } = drawn;
	for (let minutes = 0; minutes < ACTIVE_MINUTES; minutes++) {
		const isFaulty = minutes >= fault.at && minutes < fault.at + fault.minutes;
		load.fault = () => {
			if (!isFaulty || random.between(1, 100) > fault.percent) return;
			throw new ServiceError(`Drawn: ${fault.kind}`, FAULTS[fault.kind]);
		};
		await load.poll();
		if (minutes === deleted.at) load.delete(idsToDelete(load, deleted.ofTen));
		if (minutes === filters.at && filters.change) {
			load.settings.criteria = { filters: { filename: 'invoice' } };
		}
		if (minutes !== off.at) continue;
		load.time += off.minutes * MINUTE_MS;
		if (off.restarts) load.restart();
	}
	load.fault = () => {};
	const created = drawn.bursts.reduce((sum, { count }) => sum + count, 0);
	// Runs that could not be read are read again after at most as long as that took.
	const waiting = LATE_POLLS + fault.minutes;
	// A deleted run is read three times, and its second is listed, as is that of a former filter's run.
	const gone = Math.ceil((drawn.open * deleted.ofTen) / 10);
	const ended = owing.left().length + 3 * gone;
	const lists = Math.ceil((gone + (filters.change ? before : 0)) / AT_ONCE);
	const listed = (before + created) * (filters.change ? 2 : 1);
	const most = waiting + pollsFor(load, { ended, listed, lists });
	// What shows up as late as it may, and finishes a minute later.
	await owing.polls(12);
	const faults = await owing.pollAtMost(most);
	await owing.polls(LATE_POLLS);
	return [...faults, ...owing.faults(load.time)];
}

/** The poll that completed a change of filters had no time for the first lists, and logged nothing. */
const CHANGED_IN_LITTLE_TIME: World = {
	latencyMs: 5_000,
	givenMs: WITH_SCHEDULER_MS,
	order: 'id',
	boundsMs: 1_000,
	counts: true,
	history: 3_667,
	historyHours: 142,
	open: 8,
	openMinutes: 2_874,
	ending: 8,
	stuck: 0,
	bursts: [{ at: 17, count: 6, withinMs: 1, late: 2 }],
	off: { at: 31, minutes: 6, restarts: false },
	deleted: { at: 21, ofTen: 4 },
	filters: { at: 36, change: true },
	fault: { at: 15, minutes: 30, percent: 27, kind: 'limited' },
	seed: 929469100,
};

/** The search for open runs was interrupted, and never continued when few were left. */
const FEW_LEFT_OPEN: World = {
	latencyMs: 1_404,
	givenMs: WITH_SCHEDULER_MS,
	order: 'newest',
	boundsMs: 1,
	counts: true,
	history: 799,
	historyHours: 4,
	open: 6,
	openMinutes: 2_609,
	ending: 8,
	stuck: 1,
	bursts: [{ at: 36, count: 316, withinMs: 60_000, late: 34 }],
	off: { at: 31, minutes: 2, restarts: true },
	deleted: { at: 17, ofTen: 4 },
	filters: { at: 17, change: false },
	fault: { at: 12, minutes: 26, percent: 62, kind: 'failing' },
	seed: 12,
};

/** At a change of filters, 243 old runs were owed: one list for each never fitted into a poll. */
const MANY_OWED: World = {
	latencyMs: 4_731,
	givenMs: WITH_SCHEDULER_MS,
	order: 'oldest',
	boundsMs: 1_000,
	counts: true,
	history: 2_566,
	historyHours: 112,
	open: 656,
	openMinutes: 2_637,
	ending: 9,
	stuck: 5,
	bursts: [],
	off: { at: 5, minutes: 120, restarts: false },
	deleted: { at: 1, ofTen: 1 },
	filters: { at: 17, change: true },
	fault: { at: 2, minutes: 21, percent: 39, kind: 'lost' },
	seed: 5,
};

test('after any faults, each finished run is emitted once within the time that the work takes', async () => {
	const property = fc.asyncProperty(world, async (drawn) => {
		expect(await live(drawn)).toEqual([]);
	});
	// A simpler world that fails too would take minutes to be found.
	await holds('Liveness of the trigger', property, {
		numRuns: 7,
		examples: [[CHANGED_IN_LITTLE_TIME], [FEW_LEFT_OPEN], [MANY_OWED]],
		endOnFailure: true,
	});
});
