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

describe('a ledger', () => {
	it('keeps all runs since its cursor, which is between whole seconds', () => {
		const ledger = ledgerOf([NOON - HOUR_MS], [NOON - 2_001, NOON - 2_000, NOON - 1]);
		expect(ledger.cursor).toBe(Number.NEGATIVE_INFINITY);
		ledger.advanceCursor(NOON - 1_001);
		expect(ledger.cursor).toBe(NOON - 2_000);
		expect([...ledger.done.keys()]).toEqual(['done 1', 'done 2']);
		expect([...ledger.open.keys()]).toEqual(['open 0']);
	});

	it('remembers finished runs until the baseline is read', () => {
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

	it('ignores a run from before its cursor, unless the baseline is not read yet', () => {
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

	it('stores the last listed creation time of a run, and keeps it if a list has none', () => {
		const ledger = ledgerOf([NOON]);
		const noted = () => ledger.open.get('open 0')?.created;
		ledger.observe(run('open 0', NOON + 5));
		expect(noted()).toBe(NOON + 5);
		ledger.observe(run('open 0', UNDATED));
		expect(noted()).toBe(NOON + 5);
		ledger.observe(run('undated', UNDATED));
		expect(ledger.open.get('undated')?.created).toBe(UNDATED);
	});

	it('uses the last possible date for undated runs', () => {
		expect(new Date(UNDATED).getTime()).toBe(UNDATED);
		expect(new Date(UNDATED + 1).getTime()).toBeNaN();
	});

	it('does not count a run as missing that is not tracked', () => {
		const ledger = newLedger();
		for (let poll = 0; poll < 4; poll++) expect(ledger.recordMissing('other')).toBeNull();
		ledger.finish('other');
		expect([ledger.open.size, ledger.done.size]).toEqual([0, 0]);
	});

	it('does not inherit a run that it already tracks', () => {
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

	it('stays one lookback behind the runs that are old enough to be listed', () => {
		expect(behind(10)).toBe(LOOKBACK_MS + 500);
	});

	it('follows more closely if the ledger would have to remember more than 2,000 finished runs', () => {
		expect(behind(MAX_REMEMBERED)).toBe(LOOKBACK_MS + 500);
		expect(behind(MAX_REMEMBERED + 1)).toBe(MAX_REMEMBERED * 1_000 + 500);
		expect(behind(MAX_REMEMBERED, NOON + 500, NOON + 501)).toBe(LOOKBACK_MS + 500);
	});
});
