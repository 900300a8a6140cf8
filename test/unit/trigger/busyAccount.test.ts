import './smallPages';
import './fewRemembered';
import * as fc from 'fast-check';
import { holds } from '../../harness/jest/draws';
import { faultsOf, type History, histories } from './adversary';
import { Load } from './load';
import { evenly } from './loadRuns';
import { OwedRuns } from './owedRuns';

/** Such an account finishes more runs than are remembered, so only the overlap is left for late ones. */
const BUSY = {
	lateMs: 60_000,
	longestRunMs: 5_000,
	arrivals: 0.5,
	budget: 150,
	polls: 25,
	tellsTotals: true,
	setBack: false,
	deletes: true,
};

test('each finished run is emitted exactly once if many finish, some are deleted, and new ones are listed late', async () => {
	const property = fc.asyncProperty(histories, async (history: History) => {
		expect(await faultsOf({ ...history, ...BUSY })).toEqual([]);
	});
	await holds('Trigger, many finish', property, { numRuns: 8 });
});

test('a run that is listed just within the Time for New Runs to Show is emitted, although many runs that were created later have finished', async () => {
	const load = new Load();
	const owing = new OwedRuns(load);
	const [minuteMs, overlapMs] = [60_000, 600_000];
	const span: [number, number] = [load.time + minuteMs, load.time + 40 * minuteMs];
	load.add([
		...evenly('run ', 800, span),
		...evenly('late ', 40, span, (created) => ({ visibleAt: created + overlapMs - minuteMs })),
	]);
	await owing.begin(10);
	await owing.polls(20);
	expect(owing.faults(load.time - overlapMs)).toEqual([]);
});
