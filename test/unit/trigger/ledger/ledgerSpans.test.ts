import type { SeenRun } from '../../../../nodes/DocScore/runs/listing';
import { Ledger, UNDATED } from '../../../../nodes/DocScore/trigger/ledger/ledger';

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
		ledger.markDone(`done ${index}`);
	}
	return ledger;
}

describe('a ledger', () => {
	it('knows all runs since its cursor, which stands between whole seconds, as bounds may be no sharper', () => {
		const ledger = ledgerOf([NOON - HOUR_MS], [NOON - 2_001, NOON - 2_000, NOON - 1]);
		expect(ledger.cursor).toBe(Number.NEGATIVE_INFINITY);
		ledger.advanceCursor(NOON - 1_001);
		expect(ledger.cursor).toBe(NOON - 2_000);
		expect([...ledger.done.keys()]).toEqual(['done 1', 'done 2']);
		expect([...ledger.open.keys()]).toEqual(['open 0']);
	});

	it('remembers older runs that have ended while lists may still show them as open', () => {
		const ledger = ledgerOf([], [NOON - HOUR_MS - 1, NOON - HOUR_MS]);
		ledger.baseline = { statuses: ['processing'], from: null, to: NOON - HOUR_MS, finished: null };
		ledger.advanceCursor(NOON + 2 * HOUR_MS);
		expect([...ledger.done.keys()]).toEqual(['done 0']);
		ledger.observe(run('done 0', NOON - HOUR_MS - 1));
		expect(ledger.open.size).toBe(0);
		ledger.baseline = null;
		ledger.advanceCursor(NOON + 2 * HOUR_MS);
		expect(ledger.done.size).toBe(0);
	});

	it('takes a run from before its cursor for history, unless the baseline is still read', () => {
		const ledger = newLedger();
		ledger.advanceCursor(NOON - HOUR_MS);
		expect(ledger.observe(run('finished then', NOON - HOUR_MS, 'failed'))).toBe(true);
		expect(ledger.observe(run('finished before', NOON - HOUR_MS - 1, 'failed'))).toBe(false);
		expect(ledger.observe(run('open before', NOON - HOUR_MS - 1))).toBe(false);
		expect([...ledger.open.keys()]).toEqual(['finished then']);
		ledger.baseline = { statuses: ['pending'], from: null, to: NOON, finished: null };
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
		for (let poll = 0; poll < 4; poll++) expect(ledger.recordMissing('other')).toBeNull();
		ledger.markDone('other');
		expect([ledger.open.size, ledger.done.size]).toEqual([0, 0]);
	});

	it('leaves a run as it is that the other filters cover too', () => {
		const former = ledgerOf([NOON]);
		former.recordMissing('open 0');
		const next = former.successor('other');
		next.observe(run('open 0', NOON));
		next.inherit(former);
		expect([...next.open.values()]).toEqual([{ created: NOON, notFound: 0, inherited: false }]);
	});
});

describe('the cursor', () => {
	/** Where it may stand, in ms before what is old enough to show, with so many runs a second each. */
	const behind = (count: number, ...later: number[]) => {
		const visible = NOON + 500;
		const times = Array.from({ length: count }, (_, index) => visible - 1 - index * 1_000);
		return visible - ledgerOf([visible - 1], [...times, ...later]).nextCursor(visible);
	};

	it('stays so far behind what is old enough to show that a clock set back loses nothing', () => {
		expect(behind(10)).toBe(LOOKBACK_MS + 500);
	});

	it('is nearer where more than 2,000 runs that have ended would have to be remembered', () => {
		expect(behind(MAX_REMEMBERED)).toBe(LOOKBACK_MS + 500);
		expect(behind(MAX_REMEMBERED + 1)).toBe(MAX_REMEMBERED * 1_000 + 500);
		expect(behind(MAX_REMEMBERED, NOON + 500, NOON + 501)).toBe(LOOKBACK_MS + 500);
	});
});
