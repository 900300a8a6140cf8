import { discover } from '../../../nodes/DocScore/trigger/discover';
import { EnoughListed } from '../../../nodes/DocScore/trigger/poll';
import { discovering, MINUTE_MS } from './discovering';
import { NOON, pollOf, range, runsAt } from './plainService';

const { POSITIVE_INFINITY: NEVER, NEGATIVE_INFINITY: ALWAYS } = Number;

describe('discovering', () => {
	it('takes a page that shows all since the horizon for proof', async () => {
		const { poll, service, ledger, tools } = discovering([1, 2]);
		tools.excess.runs = 7;
		await discover(poll);
		expect(service.asked).toEqual(['all -1..']);
		expect([poll.sawAll, poll.isSearched, poll.listedFrom]).toEqual([true, true, NOON - 1]);
		expect(ledger.reached).toBeNull();
	});

	it('lists without a bound where no moment is settled yet', async () => {
		const { poll, service, ledger } = discovering([1, 2]);
		ledger.horizon = null;
		await discover(poll);
		expect(service.asked).toEqual(['all ..']);
		expect(poll.listedFrom).toBe(ALWAYS);
	});

	it('asks nothing more where as many are counted as are known', async () => {
		const { poll, service } = discovering(range(300, MINUTE_MS, 1));
		await discover(poll);
		expect(service.asked).toEqual(['all -1..']);
		expect([poll.sawAll, poll.isSearched, poll.listedFrom]).toEqual([false, true, NEVER]);
	});

	const known = range(300, MINUTE_MS, 1);
	const fresh = range(3, MINUTE_MS, 400 * MINUTE_MS);

	it('reads what is later than it came before, then searches what is earlier', async () => {
		const { poll, service, ledger, unknown } = discovering([...known, ...fresh], known);
		ledger.reached = NOON + 350 * MINUTE_MS;
		ledger.beginAt(NOON + 100 * MINUTE_MS, NOON);
		await discover(poll);
		const from = 350 * MINUTE_MS;
		// All of the last second, as the service may show its times in whole seconds.
		const earlier = `all -1..${from + 999}`;
		expect(service.asked).toEqual(['all -1..', `all ${from - 1_000}..`, earlier]);
		expect([poll.isSearched, poll.listedFrom]).toEqual([true, NOON + from]);
		expect(unknown()).toBe(0);
		// A run may show up late: for a minute what is new is read again.
		expect(ledger.reached).toBe(NOON + 999 * MINUTE_MS);
	});

	it.each([
		['as far as its moment', 300, 320, 320],
		['as far as it was listed', 320, 300, 320],
	])('reads what is later than is settled or was listed: %s', async (_, reached, since, from) => {
		const { poll, service, ledger } = discovering([...known, ...fresh], known);
		ledger.reached = NOON + reached * MINUTE_MS;
		ledger.since = NOON + since * MINUTE_MS;
		await discover(poll);
		expect(service.asked[1]).toBe(`all ${from * MINUTE_MS - 1_000}..`);
	});

	it('reads all where nothing was listed before', async () => {
		const { poll, service, ledger, unknown } = discovering([...known, ...fresh], []);
		ledger.horizon = null;
		ledger.since = null;
		await discover(poll);
		expect(service.asked.slice(0, 2)).toEqual(['all ..', 'all ..']);
		expect(unknown()).toBe(0);
		expect(poll.listedFrom).toBe(ALWAYS);
	});

	it('trusts no count where no moment is settled yet, as a deleted run may stand for a new one', async () => {
		const [, ...left] = known;
		const times = [...left, 400 * MINUTE_MS];
		const { poll, ledger, unknown } = discovering(times, known);
		ledger.horizon = null;
		ledger.since = null;
		await discover(poll);
		expect(unknown()).toBe(0);
		expect(poll.isSearched).toBe(true);
	});

	it('knows another time that the service counts more than it lists', async () => {
		const { poll, service, tools } = discovering([...known, ...fresh]);
		service.counts = (there) => there + 2;
		await discover(poll);
		expect(tools.excess.runs).toBe(2);
		const again = pollOf(service, poll.ledger);
		again.tools.excess.runs = 2;
		service.asked = [];
		await discover(again.poll);
		expect(service.asked).toEqual(['all -1..']);
	});

	it('reads what is later in each poll where the service does not count', async () => {
		const { poll, service, ledger, tools } = discovering(known);
		service.counts = () => null;
		await discover(poll);
		const later = range(3, MINUTE_MS, 1_000 * MINUTE_MS);
		service.runs.push(...runsAt(later));
		const again = pollOf(service, ledger);
		again.tools.excess.runs = tools.excess.runs;
		service.asked = [];
		await discover(again.poll);
		const reached = 999 * MINUTE_MS;
		expect(service.asked).toEqual(['all -1..', `all ${reached - 1_000}..`]);
		expect(again.poll.isSearched).toBe(true);
		expect(later.every((time) => ledger.open.has(`${time}`))).toBe(true);
	});

	it('does not know that while it still finds runs', async () => {
		const { poll, service, tools } = discovering([...known, ...fresh], known);
		tools.excess.runs = 1;
		service.counts = (there) => there + 2;
		await discover(poll);
		expect(tools.excess.runs).toBe(0);
	});

	it('does not take for searched what it did not look through to the end', async () => {
		const crowd = range(40_000, 100, 100);
		const scattered = range(400, 10_000, 5_050);
		const { poll, ledger, unknown } = discovering([...crowd, ...scattered], crowd);
		ledger.since = NOON + 4_010_000;
		await discover(poll);
		expect(unknown()).toBeGreaterThan(0);
		expect(poll.isSearched).toBe(false);
	});

	it('takes no time for reached that is not later than where it began', async () => {
		const from = 350 * MINUTE_MS;
		const earlier = discovering([...known, ...fresh], known, from + MINUTE_MS - 1);
		earlier.ledger.reached = NOON + from;
		await discover(earlier.poll);
		expect(earlier.ledger.reached).toBe(NOON + from);
		const same = discovering([...known, ...fresh], known, from + MINUTE_MS);
		same.ledger.since = NOON + from;
		await discover(same.poll);
		expect(same.ledger.reached).toBeNull();
	});

	it('keeps how far it came where it is cut short, and what it listed', async () => {
		const many = range(700, 1_000, 301 * MINUTE_MS);
		const { poll, service, ledger, now, unknown } = discovering([...known, ...many], known);
		ledger.reached = NOON + 300 * MINUTE_MS;
		service.onRequest = () => (now.enoughListed = service.asked.length === 5);
		await expect(discover(poll)).rejects.toThrow(EnoughListed);
		const spans = service.asked.slice(2);
		const reached = (ledger.reached ?? 0) - NOON;
		expect(spans.some((span) => span.endsWith(`..${reached + 2}`))).toBe(true);
		expect(unknown()).toBeGreaterThan(0);
		expect(unknown()).toBeLessThanOrEqual(many.filter((time) => time > reached).length);
		expect(poll.isSearched).toBe(false);
	});
});
