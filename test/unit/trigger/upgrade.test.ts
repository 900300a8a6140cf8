import { FORMER_STATES } from './formerStates';
import { Load } from './load';
import { evenly } from './loadRuns';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The runs for which the former states were written: finished, open, and new in the next two hours. */
function serviceWith(open: number): Load {
	const load = new Load();
	const start = load.time;
	load.add(evenly('past', 30, [start - 5 * HOUR_MS, start - 2 * HOUR_MS]));
	load.add(
		evenly('open', open, [start - 5 * HOUR_MS, start - HOUR_MS], (_, index) => ({
			finishAt: start + ((index * 7) % 61) * 10 * MINUTE_MS,
		})),
	);
	load.add(
		evenly('new', 40, [start, start + 2 * HOUR_MS], (created, index) => ({
			finishAt: created + (index % 5) * 30 * MINUTE_MS,
			ends: index % 3 === 0 ? 'failed' : 'completed',
		})),
	);
	return load;
}

test.each([
	['of a trigger that tracks runs', { ...FORMER_STATES.steady, open: 20, offMs: HOUR_MS }],
	['of a trigger that begins', { ...FORMER_STATES.beginning, open: 220, offMs: 0 }],
])('a state of the previous version, %s: every other run is emitted once', async (_, former) => {
	const load = serviceWith(former.open);
	const start = load.time;
	load.time = former.time + former.offMs;
	load.data = { runs: former.state };
	await load.poll();
	while (load.time < start + 12 * HOUR_MS) await load.poll(10 * MINUTE_MS);
	const owed = load.runs.listed().filter(({ finishAt }) => finishAt > start);
	const emitted = [...former.emitted.split(' '), ...load.emitted.map(({ id }) => id)];
	expect(emitted.filter((id) => id !== '').sort()).toEqual(owed.map(({ id }) => id).sort());
	expect(load.logs).toEqual([]);
});
