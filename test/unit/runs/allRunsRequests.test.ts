import { readAllRuns } from '../../../nodes/DocScore/runs/allRuns';
import { range, runsAt } from './fakeRuns';
import { FakeService } from './fakeService';
import { type Temper } from './temper';
import { TemperedLister } from './temperedLister';

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

	it('does not look for runs without a time if only runs of a period are wanted', async () => {
		const service = listing(150);
		await readAllRuns(service, { filters: { startTime: '2026-01-05T12:00:00.000Z' } });
		expect(service.asked.length).toBeLessThanOrEqual(5);
	});

	const lister = (change: Partial<Temper>, count: number, statuses?: ['processing']) =>
		new TemperedLister(
			{ order: 'random', ...change },
			[{ count, spacingMs: 410, gapMs: 0 }],
			8,
			statuses,
		);

	it('reads pages in changing order until all is found, if no run can leave the list', async () => {
		const undated = lister({ undated: 'all' }, 1_000);
		expect(await readAllRuns(undated, {})).toHaveLength(1_000);
		expect(undated.requests).toBeGreaterThan(100);
	});

	it('reads pages in changing order at most eight times, if runs can leave the list', async () => {
		const lost = lister({ undated: 'one lost' }, 168, ['processing']);
		const reading = readAllRuns(lost, { filters: { status: 'processing' } });
		await expect(reading).rejects.toThrow('The lists kept changing');
		expect(lost.requests).toBeLessThanOrEqual(32);
	});
});
