import { readAgain, settleAfter, settleRuns } from '../../../nodes/DocScore/trigger/discover';
import { EnoughListed } from '../../../nodes/DocScore/trigger/poll';
import { discovering, MINUTE_MS } from './discovering';
import { NOON, PlainService, pollOf, range } from './plainService';

describe('settling', () => {
	const known = range(300, MINUTE_MS, 1);

	it('needs no list where all was seen', async () => {
		const { poll, service, ledger } = discovering([1], [1], 200 * MINUTE_MS);
		poll.sawAll = true;
		await settleRuns(poll);
		expect(service.asked).toEqual([]);
		expect(ledger.since).toBe(NOON + 190 * MINUTE_MS);
		expect(ledger.horizon).toBe(NOON + 115 * MINUTE_MS);
	});

	it.each([
		[15 * MINUTE_MS, 0],
		[15 * MINUTE_MS + 1, 5 * MINUTE_MS + 1],
	])('waits for half an overlap window: at %i ms until %i', async (clockMs, since) => {
		const { poll, ledger } = discovering([1], [1], clockMs);
		poll.sawAll = true;
		await settleRuns(poll);
		expect(ledger.since).toBe(NOON + since);
	});

	it('settles any time at all where that is asked for', async () => {
		const { poll, ledger } = discovering([1], [1], 10 * MINUTE_MS + 1);
		poll.sawAll = true;
		await settleAfter(poll, 0);
		expect(ledger.since).toBe(NOON + 1);
	});

	it('waits until it is known how the service writes its times, and what time it is', async () => {
		const { poll, ledger } = discovering([1]);
		poll.sawAll = true;
		ledger.style.zoned = null;
		await settleRuns(poll);
		expect(ledger.since).toBe(NOON);
		ledger.since = null;
		const { poll: clockless } = pollOf(new PlainService([]), ledger);
		ledger.style.zoned = true;
		clockless.sawAll = true;
		await settleRuns(clockless);
		expect(ledger.since).toBeNull();
	});

	it('reads what it settles, slice by slice', async () => {
		const { poll, service, ledger, now } = discovering(known, known, 310 * MINUTE_MS);
		const horizon = ledger.horizon;
		await settleRuns(poll);
		expect(service.asked[0]).toBe(`all -1000..${300 * MINUTE_MS + 1_000}`);
		expect(ledger.since).toBe(NOON + 300 * MINUTE_MS);
		expect(ledger.horizon).toBe(horizon);
		ledger.beginAt(NOON, NOON);
		service.asked = [];
		service.onRequest = () => (now.enoughListed = service.asked.length === 3);
		await expect(settleRuns(poll)).rejects.toThrow(EnoughListed);
		const settled = (ledger.since ?? 0) - NOON;
		expect(settled).toBeGreaterThan(0);
		expect(settled).toBeLessThan(300 * MINUTE_MS);
	});

	it('raises the horizon where nothing unknown is left behind', async () => {
		const { poll, ledger } = discovering(known, known, 310 * MINUTE_MS);
		poll.isSearched = true;
		await settleRuns(poll);
		expect(ledger.horizon).toBe(NOON + 225 * MINUTE_MS);
	});

	it('begins at the beginning of the ledger where no moment is settled', async () => {
		const { poll, service, ledger } = discovering(known, known, 310 * MINUTE_MS);
		ledger.since = null;
		ledger.reached = NOON;
		await settleRuns(poll);
		expect(service.asked[0]).toBe(`all ${1 - 76 * MINUTE_MS + MINUTE_MS - 1_000}..18001000`);
	});
});

test('former filters are read again from what is settled on, and nothing is settled', async () => {
	const { poll, service, ledger, unknown } = discovering([5, 10], [5]);
	await readAgain(poll);
	expect(service.asked).toEqual(['all -1000..']);
	expect([unknown(), ledger.since]).toEqual([0, NOON]);
	ledger.since = null;
	service.asked = [];
	await readAgain(poll);
	expect(service.asked).toEqual(['all ..']);
});
