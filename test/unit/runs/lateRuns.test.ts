import { readAllRuns } from '../../../nodes/DocScore/runs/allRuns';
import { PlainService, range, runsAt } from '../trigger/plainService';

const MINUTE_MS = 60_000;

test.each([
	['in the midst of the others', 20 * MINUTE_MS + 5],
	['as the newest but one', 149 * MINUTE_MS - 5],
])('a run that shows up %s while the pages are read is given too', async (_, created) => {
	const service = new PlainService(runsAt(range(150, MINUTE_MS), 'completed'));
	service.onRequest = (asked) => {
		if (asked !== `all ..${149 * MINUTE_MS + 1_000} page 2` || service.runs.length > 150) return;
		service.runs.push({ id: 'late', created, status: 'completed' });
		service.runs.sort((a, b) => (a.created ?? 0) - (b.created ?? 0));
	};
	const runs = await readAllRuns(service, {});
	expect(service.runs).toHaveLength(151);
	expect(runs.map(({ id }) => id)).toEqual(service.runs.map(({ id }) => id).reverse());
});
