import type { SeenRun } from '../../../nodes/DocScore/runs/listing';
import { Ledger, UNDATED } from '../../../nodes/DocScore/trigger/ledger';

const NOON = Date.UTC(2026, 0, 5, 12);
const LOOKBACK_MS = 75 * 60_000;
const MAX_REMEMBERED = 2_000;
const HOUR_MS = 3_600_000;

const run = (id: string, created: number, status = 'processing'): SeenRun => ({
	id,
	status,
	created,
});

const newLedger = () => new Ledger('{}', 'account', ['completed', 'failed']);

/** A ledger that knows open runs, and runs whose end was dealt with, by their times. */
function ledgerOf(open: number[], done: number[] = []): Ledger {
	const ledger = newLedger();
	for (const [index, created] of open.entries()) ledger.observe(run(`open ${index}`, created));
	for (const [index, created] of done.entries()) {
		ledger.observe(run(`done ${index}`, created));
		ledger.finish(`done ${index}`);
	}
	return ledger;
}

const spanOf = ({ since, horizon }: Ledger) => ({ since, horizon });

describe('a ledger', () => {
	it('begins at a moment, and forgets what was dealt with before its horizon', () => {
		const ledger = ledgerOf([NOON - HOUR_MS], [NOON - 2_001, NOON - 2_000, NOON - 1]);
		// In whole seconds, as bounds may be no sharper.
		ledger.beginAt(NOON + 999, NOON - 1_001);
		expect(spanOf(ledger)).toEqual({ since: NOON, horizon: NOON - 2_000 });
		expect([...ledger.done.keys()]).toEqual(['done 1', 'done 2']);
		expect([...ledger.open.keys()]).toEqual(['open 0']);
	});

	it('moves its horizon along only where nothing unknown is left behind it', () => {
		const ledger = newLedger();
		ledger.advanceTo(NOON + 999, false);
		expect(spanOf(ledger)).toEqual({ since: NOON, horizon: NOON - LOOKBACK_MS });
		ledger.advanceTo(NOON + HOUR_MS, false);
		expect(spanOf(ledger)).toEqual({ since: NOON + HOUR_MS, horizon: NOON - LOOKBACK_MS });
		ledger.advanceTo(NOON + 2 * HOUR_MS, true);
		expect(ledger.horizon).toBe(NOON + 2 * HOUR_MS - LOOKBACK_MS);
		ledger.beginAt(NOON, NOON - 7_000);
		ledger.advanceTo(NOON, true);
		expect(ledger.horizon).toBe(NOON - 7_000);
	});

	it('remembers older runs that have ended while lists may still show them as open', () => {
		const ledger = ledgerOf([], [NOON - HOUR_MS - 1, NOON - HOUR_MS]);
		ledger.older = { statuses: ['processing'], from: null, to: NOON - HOUR_MS, finished: null };
		ledger.advanceTo(NOON + 2 * HOUR_MS, true);
		expect([...ledger.done.keys()]).toEqual(['done 0']);
		ledger.observe(run('done 0', NOON - HOUR_MS - 1));
		expect(ledger.open.size).toBe(0);
		ledger.older = null;
		ledger.advanceTo(NOON + 2 * HOUR_MS, true);
		expect(ledger.done.size).toBe(0);
	});

	it('takes a run from before its horizon for settled, unless older ones are still looked for', () => {
		const ledger = newLedger();
		ledger.beginAt(NOON, NOON - HOUR_MS);
		expect(ledger.observe(run('finished then', NOON - HOUR_MS, 'failed'))).toBe(true);
		expect(ledger.observe(run('finished before', NOON - HOUR_MS - 1, 'failed'))).toBe(false);
		expect(ledger.observe(run('open before', NOON - HOUR_MS - 1))).toBe(false);
		expect([...ledger.open.keys()]).toEqual(['finished then']);
		ledger.older = { statuses: ['pending'], from: null, to: NOON, finished: null };
		ledger.observe(run('finished before', NOON - HOUR_MS - 1, 'failed'));
		ledger.observe(run('open before', NOON - HOUR_MS - 1));
		expect([...ledger.open.keys()]).toEqual(['finished then', 'open before']);
	});

	it('notes the time of creation that was shown last, and keeps it where none is shown', () => {
		const ledger = ledgerOf([NOON]);
		const noted = () => ledger.open.get('open 0')?.created;
		ledger.observe(run('open 0', NOON + 5));
		expect(noted()).toBe(NOON + 5);
		ledger.observe(run('open 0', UNDATED));
		expect(noted()).toBe(NOON + 5);
		ledger.observe(run('undated', UNDATED));
		expect(ledger.open.get('undated')?.created).toBe(UNDATED);
	});

	it('stands for no time with the last one that there is', () => {
		expect(new Date(UNDATED).getTime()).toBe(UNDATED);
		expect(new Date(UNDATED + 1).getTime()).toBeNaN();
	});

	it('does not miss a run that it does not wait for', () => {
		const ledger = newLedger();
		for (let poll = 0; poll < 4; poll++) expect(ledger.miss('other')).toBeNull();
		ledger.finish('other');
		expect([ledger.open.size, ledger.done.size]).toEqual([0, 0]);
	});

	it('leaves a run as it is that the other filters cover too', () => {
		const former = ledgerOf([NOON]);
		former.miss('open 0');
		const next = former.successor('other');
		next.observe(run('open 0', NOON));
		next.inherit(former);
		expect([...next.open.values()]).toEqual([{ created: NOON, notFound: 0, inherited: false }]);
	});

	it('tells the times of all its runs, in order', () => {
		const ledger = ledgerOf([NOON + 3, NOON, NOON + 10], [NOON + 1, NOON - 2, NOON + 12]);
		const times = [NOON - 2, NOON, NOON + 1, NOON + 3, NOON + 10, NOON + 12];
		expect([...ledger.creations()]).toEqual(times);
	});

	it('begins to list a little before its first run, once it has listed any', () => {
		const ledger = ledgerOf([NOON, NOON - 5]);
		expect(ledger.beginning).toBe(Number.NEGATIVE_INFINITY);
		ledger.reached = NOON;
		expect(ledger.beginning).toBe(NOON - 1_000 - LOOKBACK_MS);
		const empty = ledgerOf([UNDATED]);
		empty.reached = NOON;
		expect(empty.beginning).toBe(Number.NEGATIVE_INFINITY);
	});
});

describe('the runs that a ledger remembers from before its moment', () => {
	/** How many are left of so many, oldest first, that lie so far apart at the given places. */
	function remembered(count: number, spacingMs: number, gaps: Record<number, number> = {}) {
		let created = NOON;
		const times = Array.from({ length: count }, (_, index) => {
			created += gaps[index] ?? spacingMs;
			return created;
		});
		const moment = Math.floor(created / 1_000) * 1_000 + 1_000;
		const ledger = ledgerOf([], [...times, moment]);
		ledger.beginAt(NOON, NOON);
		ledger.advanceTo(moment, false);
		return { left: ledger.done.size - 1, horizon: (ledger.horizon ?? 0) - NOON };
	}

	it('are no more than 2,000', () => {
		expect(remembered(MAX_REMEMBERED, 2_001)).toEqual({ left: MAX_REMEMBERED, horizon: 0 });
		expect(remembered(MAX_REMEMBERED + 1, 2_001)).toEqual({
			left: MAX_REMEMBERED,
			horizon: 3_000,
		});
		expect(remembered(MAX_REMEMBERED + 9, 2_001).left).toBe(MAX_REMEMBERED);
	});

	it('begin after a gap of more than two seconds, so that bounds part them surely', () => {
		expect(remembered(2_500, 1, { 700: 2_001, 1_800: 2_001 })).toEqual({
			left: 1_800,
			horizon: 1_000,
		});
		expect(remembered(2_500, 1, { 700: 2_000, 2_499: 2_001 })).toEqual({
			left: 1,
			horizon: 5_000,
		});
	});

	it('are none where there is no such gap', () => {
		const { left, horizon } = remembered(2_500, 2_000);
		expect([left, horizon]).toEqual([0, 2_500 * 2_000 + 1_000]);
	});
});
