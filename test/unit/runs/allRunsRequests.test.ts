import { readAllRuns } from '../../../nodes/DocScore/runs/allRuns';
import { range, runsAt } from './fakeRuns';
import { FakeService } from './fakeService';

/** This many runs, one each second from noon on, listed oldest first. */
const listing = (count: number) => new FakeService(runsAt(range(count, 1_000), 'completed'));

describe('Return All', () => {
	it.each([
		[0, 1],
		[99, 1],
		// A full page may be followed by another, because totals may lag.
		[100, 2],
	])('of %i runs takes at most %i requests', async (count, most) => {
		const service = listing(count);
		expect(await readAllRuns(service, {})).toHaveLength(count);
		expect(service.asked.length).toBeLessThanOrEqual(most);
	});

	it('reads on after a full page that counts no more runs than it shows', async () => {
		const service = listing(150);
		service.counts = (there) => (service.asked.length === 1 ? 100 : there);
		expect(await readAllRuns(service, {})).toHaveLength(150);
	});
});
