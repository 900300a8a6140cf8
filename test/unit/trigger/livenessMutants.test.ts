import { Progress } from '../../../nodes/DocScore/trigger/memory/progress';
import { Load } from './load';
import { evenly } from './loadRuns';
import { OwedRuns, pollsFor } from './owedRuns';

const MINUTE_MS = 60_000;
const RUNS = 400;

/** What is wrong after many runs were created in one millisecond, of which a poll reads only a few pages. */
async function faults(): Promise<string[]> {
	const load = new Load('newest', { min: 1_000, max: 4_000 });
	load.budgetMs = 9_000;
	load.add(evenly('old ', 20, [load.time - 60 * MINUTE_MS, load.time]));
	const owing = new OwedRuns(load);
	await owing.begin(10);
	const created = load.time + MINUTE_MS;
	load.add(evenly('run ', RUNS, [created, created + 1]));
	load.time = created + 2 * MINUTE_MS;
	return await owing.pollAtMost(pollsFor(load, { ended: RUNS, listed: RUNS }));
}

afterEach(() => jest.restoreAllMocks());

describe('a check that each poll comes further', () => {
	test('accepts the unchanged tracker', async () => {
		expect(await faults()).toEqual([]);
	});

	test('catches a tracker that starts interrupted work again at the same place', async () => {
		jest.spyOn(Progress.prototype, 'continueFrom').mockImplementation(function (this: Progress) {
			this.comparisons.clear();
		});
		expect(await faults()).toContain('the comparison new did not advance in 6 polls');
	});
});
