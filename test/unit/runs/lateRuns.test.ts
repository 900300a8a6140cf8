import { readAllRuns } from '../../../nodes/DocScore/runs/allRuns';
import { toResult } from '../../../nodes/DocScore/service/result';
import { range, runAt, runsAt } from './fakeRuns';
import { FakeService } from './fakeService';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

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

test.each([
	['no run', [], 2],
	['a run', [{}], 3],
	['a run without a time', [{ isDated: false, isComparable: false }], 7],
])('if %s arrives while runs of a status are counted, that takes %i requests', async (...given) => {
	const [, arriving, requests] = given;
	const service = new FakeService(runsAt(range(150, MINUTE_MS), 'completed'));
	const read = () => service.asked.findLastIndex((asked) => asked.endsWith('page 2'));
	service.onRequest = (asked) => {
		if (asked !== 'completed ..' || read() < 0) return;
		const late = arriving.shift();
		if (late) service.runs.push({ ...runAt(DAY_MS, 'completed', 'late'), ...late });
	};
	const runs = await toResult(readAllRuns(service, { filters: { status: 'completed' } }));
	expect(service.asked.slice(read() + 1)).toHaveLength(requests);
	expect(runs.ok).toBe(requests < 7);
});
