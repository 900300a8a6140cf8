import * as fc from 'fast-check';
import type { RunCriteria } from '../../../nodes/DocScore/runs/criteria';
import type { TrackSettings } from './driver';
import { Host, type Persistence } from './host';
import { GIVEN_LISTS } from '../runs/givenLists';
import { Random } from '../runs/random';
import { endOf, World, type WorldOptions, type WorldRun } from './world';

export interface History extends WorldOptions {
	seed: number;
	persistence: Persistence;
	overlapMs: number;
	skewMs: number;
	/** Most requests of a poll. */
	budget: number;
	events: string[];
	/** Whether filters, events and the name of the node change now and then. */
	changes: boolean;
	/** Whether n8n sometimes reads what it keeps for a poll before it has kept the last one's. */
	hurries: boolean;
	/** Whether the key is renewed now and then. */
	renews: boolean;
	/** Runs that are there before the first poll. */
	past: number;
	polls: number;
}

const EVENTS = [['completed', 'failed'], ['completed'], ['failed']];
const SEARCHES: RunCriteria[] = [
	{},
	{ filters: { filename: 'a' } },
	{ filters: { filename: 'b' } },
];
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LATE_MS = 60_000;

/** With more runs, a clock that is set back can lose some: docs/trigger.md, Guarantee and limits. */
const MOST_WHILE_SET_BACK = 2_000;

const anyHistory = fc.record({
	seed: fc.integer(),
	persistence: fc.constantFrom<Persistence>('legacy', 'scheduler', 'durable'),
	order: fc.constantFrom<History['order']>('newest', 'oldest', 'id', 'status'),
	inclusiveBounds: fc.boolean(),
	precision: fc.constantFrom<History['precision']>('microseconds', 'milliseconds', 'seconds'),
	zoned: fc.boolean(),
	lateMs: fc.constantFrom(0, LATE_MS),
	errorRate: fc.constantFrom(0, 0.02, 0.1),
	arrivals: fc.constantFrom(0, 0.1, 0.5),
	longestRunMs: fc.constantFrom(5_000, 200_000, 3_600_000),
	deletes: fc.boolean(),
	flaps: fc.boolean(),
	tellsTotals: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.boolean()),
	pageSize: fc.constant(5),
	bursts: fc.boolean(),
	ahead: fc.boolean(),
	setBack: fc.boolean(),
	failsReads: fc.boolean(),
	overlapMs: fc.constant(LATE_MS),
	skewMs: fc.integer({ min: -DAY_MS, max: DAY_MS }),
	budget: fc.constantFrom(12, 40, 150),
	events: fc.constantFrom(...EVENTS),
	changes: fc.boolean(),
	hurries: fc.boolean(),
	past: fc.constantFrom(0, 3, 40),
	polls: fc.integer({ min: 3, max: 25 }),
	renews: fc.boolean(),
});

/** With the lists of the one dialect that all draws are of, if there is one. */
export const withGivenLists = (history: History): History =>
	GIVEN_LISTS === null
		? history
		: { ...history, lists: GIVEN_LISTS, tellsTotals: GIVEN_LISTS.total !== 'missing' };

export const histories: fc.Arbitrary<History> = anyHistory.map(withGivenLists);

/** Lives through the history and tells what the trigger did wrong. */
export async function faultsOf(history: History): Promise<string[]> {
	const random = new Random(history.seed);
	// A run that was emitted long ago is known no more when other filters begin anew.
	const flaps = history.flaps && !history.changes;
	// Where the service does not count, overfull lists take longer than a poll may.
	const counts = history.tellsTotals;
	const arrivals = counts ? history.arrivals : Math.min(history.arrivals, 0.1);
	// Runs that a clock set back dates before the ledger's moment are found by counts alone, which can
	// deceive where much else goes wrong at that time.
	const { changes, ahead, deletes, errorRate } = history;
	const isEven = !changes && !ahead && !deletes && errorRate === 0;
	const setBack = history.setBack && counts && isEven;
	const bursts = history.bursts && counts;
	// An account is known by its last runs, so they must be there to be read.
	const renews = history.renews && !deletes && !history.failsReads;
	const world = new World(random, { ...history, arrivals, flaps, setBack, bursts });
	const { persistence, events, overlapMs, skewMs } = history;
	const settings = { criteria: {}, events, overlapMs, accountHash: 'a' };
	const host = new Host(persistence, world, settings, skewMs, random, !history.changes);
	for (let created = 0; created < history.past; created += 4) {
		world.create(4);
		world.wait(random.between(0, 60_000));
	}
	for (let poll = 0; poll < history.polls; poll++) {
		if (history.changes && random.chance(0.15)) changeSomething(host, random);
		if (history.hurries && random.chance(0.15)) await host.hurry(history.budget);
		else await takeStep(host, random, history.budget);
		if (renews && random.chance(0.2)) host.renewKey();
		world.wait(random.between(1_000, random.chance(0.2) ? 900_000 : 70_000));
	}
	world.calmDown();
	await pollOn(world, host, setBack);
	// What could not be read again and again is read once an hour.
	world.wait(HOUR_MS);
	await host.poll(2_000);
	return judge(world, host);
}

/** Of runs that a clock set back dates before the ledger's moment, a poll finds some at a time. */
async function pollOn(world: World, host: Host, setBack: boolean): Promise<void> {
	for (let left = 12; left > 0; left--) {
		const before = host.emissions.length;
		world.wait(LATE_MS / 2);
		await host.poll(2_000);
		if (setBack && host.emissions.length > before) left = 12;
	}
}

async function takeStep(host: Host, random: Random, most: number): Promise<void> {
	const budget = random.between(3, most);
	if (random.chance(0.1)) host.restart();
	if (random.chance(0.15)) await host.overlap(2 * budget);
	else if (random.chance(0.1)) await host.saveAgain(2 * budget);
	else await host.poll(budget);
}

function changeSomething(host: Host, random: Random): void {
	const [criteria] = random.shuffled(SEARCHES);
	const [events] = random.shuffled(EVENTS);
	if (random.chance(0.3)) host.rename();
	else if (random.chance(0.5)) host.change({ criteria });
	else host.change({ events });
}

function judge(world: World, host: Host): string[] {
	const { baselineAt, coveredSince, emissions, past, settings } = host;
	if (baselineAt === null || coveredSince === null) return ['No baseline was ever found'];
	const count = new Map<string, number>();
	for (const { run } of emissions) count.set(run.id, (count.get(run.id) ?? 0) + 1);
	const faults = world.runs.flatMap((run) => {
		const times = count.get(run.id) ?? 0;
		const always = endOf(run).since > baselineAt && past.every((each) => covers(each, run));
		const lately = endOf(run).since > coveredSince && covers(settings, run);
		if (times > 1) return [`${tell(run)} was emitted ${times} times`];
		const owed = (always || lately) && run.deletedAt === Infinity && !isBeyond(world, run);
		return owed && times === 0 ? [`${tell(run)} was not emitted`] : [];
	});
	for (const { run, at, settings: asked } of emissions) {
		const own = world.runs.find(({ id }) => id === run.id);
		if (!own || endOf(own).since > at) faults.push(`${run.id} was emitted before its end`);
		else if (!covers(asked, own)) faults.push(`${tell(own)} was not asked for`);
	}
	if (world.misread > 0) faults.push('Times were sent in another form than the service has');
	return faults;
}

/** Of so many runs since then that it is not to be found out which were dated before the ledger's moment. */
const isBeyond = ({ runs }: World, { acceptedAt, created }: WorldRun): boolean =>
	created < acceptedAt && runs.length > MOST_WHILE_SET_BACK;

function covers({ criteria, events }: TrackSettings, run: WorldRun): boolean {
	const name = criteria.filters?.filename ?? run.name;
	return name === run.name && events.includes(endOf(run).status);
}

const tell = (run: WorldRun): string =>
	`Run ${run.id} (created ${new Date(run.acceptedAt).toISOString()}, lasted ${endOf(run).since - run.acceptedAt} ms)`;
