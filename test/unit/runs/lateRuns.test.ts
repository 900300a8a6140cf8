import { readAllRuns } from '../../../nodes/DocScore/runs/allRuns';
import { range, runAt, runsAt } from './fakeRuns';
import { FakeService } from './fakeService';

const MINUTE_MS = 60_000;

test.each([
	['between the others', 20 * MINUTE_MS + 5],
	['as the second newest', 149 * MINUTE_MS - 5],
])('a run that appears %s while the pages are read is also returned', async (_, created) => {
	const service = new FakeService(runsAt(range(150, MINUTE_MS), 'completed'));
	service.onRequest = (asked) => {
		if (asked !== `all ..${149 * MINUTE_MS + 1_000} page 2` || service.runs.length > 150) return;
		service.runs.push(runAt(created, 'completed', 'late'));
	};
	const runs = await readAllRuns(service, {});
	expect(service.runs).toHaveLength(151);
	const newestFirst = service.runs.sort((a, b) => b.created - a.created);
	expect(runs.map(({ id }) => id)).toEqual(newestFirst.map(({ id }) => id));
});
