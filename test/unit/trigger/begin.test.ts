import { begin } from '../../../nodes/DocScore/trigger/begin';
import { beginning } from './beginning';
import { NOON, range, runsAt } from './plainService';

const MINUTE_MS = 60_000;
const LOOKBACK_MS = 75 * MINUTE_MS;
const OVERLAP_MS = 10 * MINUTE_MS;

describe('a ledger that begins', () => {
	it('knows all where they fit on a page, and owes none that has finished', async () => {
		const minutes = range(8, MINUTE_MS);
		const { poll, service, ledger } = beginning([
			...runsAt(minutes, 'completed', 'past '),
			...runsAt([1, 2], 'pending'),
		]);
		await begin(poll);
		expect(service.asked).toEqual(['all ..']);
		expect([...ledger.open.keys()]).toEqual(['1', '2']);
		expect(poll.candidates.size).toBe(0);
		// The fifth newest tells what time it is.
		const since = NOON + 3 * MINUTE_MS - OVERLAP_MS;
		expect(ledger).toMatchObject({ since, horizon: since - LOOKBACK_MS, older: null });
		expect(ledger.done.size).toBe(8);
		expect(poll.beginning).toBe(false);
	});

	it.each([
		['no five runs tell what time it is', runsAt(range(4, 1))],
		[
			'no run shows when it was created',
			runsAt(range(8, 1)).map((run) => ({ ...run, created: null })),
		],
	])('knows no moment yet where %s', async (_, runs) => {
		const { poll, ledger } = beginning(runs);
		await begin(poll);
		expect([ledger.since, ledger.horizon, ledger.older]).toEqual([null, null, null]);
		expect(ledger.open.size).toBe(runs.length);
	});

	it('knows no moment where runs are undated, whatever time it may be', async () => {
		const { poll, ledger, setClock } = beginning([{ id: 'a', created: null, status: 'pending' }]);
		setClock(0);
		await begin(poll);
		expect(ledger.since).toBeNull();
	});

	it('still owes what was tracked before and has finished by now', async () => {
		const { poll, ledger } = beginning(runsAt([1, 2], 'completed'));
		ledger.observe({ id: '1', status: 'processing', created: NOON + 1 });
		await begin(poll);
		expect([...poll.candidates]).toEqual(['1']);
		expect([...ledger.done.keys()]).toEqual(['2']);
	});

	it('does not begin where one page of many shows no time', async () => {
		const { poll } = beginning(runsAt(range(101, 1)).map((run) => ({ ...run, created: null })));
		await expect(begin(poll)).rejects.toMatchObject({
			message: 'The service does not tell when its runs were created',
			details: {
				description: expect.stringContaining('show no time of creation'),
				outcome: 'rejected',
				transient: false,
			},
		});
	});

	it('reads the newest runs, and a little of the past where that is not much', async () => {
		const hours = range(900, 10 * MINUTE_MS, -9_000 * MINUTE_MS);
		const { poll, service, ledger } = beginning(runsAt([...hours, ...range(5, 1)]));
		await begin(poll);
		const since = -OVERLAP_MS;
		expect(service.asked).toEqual([
			'all ..',
			'all ..',
			'all .. page 10',
			'all -996..',
			`all ${4 - OVERLAP_MS - 1_000}..`,
			// It is later than the newest run less the window: the fifth newest one is believed.
			`all ${since - 1_000}..${4 - OVERLAP_MS + 1_000}`,
			`all ${since - LOOKBACK_MS - 1_000}..${since + 1_000}`,
		]);
		expect(ledger).toMatchObject({
			since: NOON + since,
			horizon: NOON + since - LOOKBACK_MS,
			older: { statuses: ['pending', 'processing'], from: null, to: NOON + since, finished: null },
		});
	});

	it('reads more of the newest runs until five of them tell what time it is', async () => {
		const hours = range(200, 60 * MINUTE_MS, -200 * 60 * MINUTE_MS);
		const { poll, service, ledger } = beginning(runsAt(hours));
		await begin(poll);
		expect(service.asked).toEqual([
			'all ..',
			'all ..',
			'all .. page 2',
			'all -3601000..',
			'all -4201000..',
			'all ..-4200000',
			'all ..-4200000 page 2',
			'all -7201000..-4200000',
			'all -7801000..-4199000',
			'all ..-7800000',
			'all ..-7800000 page 2',
			'all -10801000..-7800000',
			'all -11401000..-7799000',
			'all ..-11400000',
			'all ..-11400000 page 2',
			'all -14401000..-11400000',
			'all -15001000..-11399000',
			'all ..-15000000',
			'all ..-15000000 page 2',
			'all -18001000..-15000000',
			'all -18601000..-14999000',
			'all -23101000..-18599000',
		]);
		expect(ledger.since).toBe(NOON - 300 * MINUTE_MS - OVERLAP_MS);
	});

	it('needs no more of the newest runs where the fifth is just within the overlap window', async () => {
		const hours = range(200, 60 * MINUTE_MS, -201 * 60 * MINUTE_MS);
		const { poll, service } = beginning(runsAt([...hours, -OVERLAP_MS, ...range(4, 1, -3)]));
		await begin(poll);
		expect(service.asked.slice(4)).toEqual([
			'all -601000..',
			'all -1201000..-599000',
			'all -5701000..-1199000',
		]);
	});

	it.each([
		[500, true],
		[501, false],
	])('remembers the past where it holds at most 500 runs: %i', async (count, isRead) => {
		const past = range(count, 1_000, -80 * MINUTE_MS);
		const { poll, ledger } = beginning(runsAt([...past, ...range(5, 1)], 'completed'));
		await begin(poll);
		expect(ledger.horizon).toBe(NOON - OVERLAP_MS - (isRead ? LOOKBACK_MS : 0));
		expect(ledger.done.size).toBe(isRead ? count + 5 : 5);
	});
});
