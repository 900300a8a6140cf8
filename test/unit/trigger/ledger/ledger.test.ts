import * as fc from 'fast-check';
import type { SeenRun } from '../../../../nodes/DocScore/runs/listing';
import { isDoubtful, Ledger, UNDATED } from '../../../../nodes/DocScore/trigger/ledger/ledger';
import { decode, encode } from '../../../../nodes/DocScore/trigger/ledger/ledgerText';

const NOON = Date.UTC(2026, 0, 5, 12);
const LOOKBACK_MS = 75 * 60_000;
const MAX_REMEMBERED = 2_000;
const HOUR_MS = 3_600_000;

const run = (id: string, status = 'processing', created = NOON): SeenRun => ({
	id,
	status,
	created,
});

const newLedger = () => new Ledger('{}', 'account', ['completed', 'failed']);

function ledgerWith(...runs: SeenRun[]): Ledger {
	const ledger = newLedger();
	for (const each of runs) ledger.observe(each);
	return ledger;
}

function reread(ledger: Ledger): Ledger {
	const read = decode(encode(ledger));
	if (!read) throw new Error('The ledger cannot read what it wrote');
	return read;
}

describe('Ledger', () => {
	it('reads what it wrote, for any IDs', () => {
		const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 8 });
		const property = fc.property(ids, ids, fc.boolean(), (open, done, zoned) => {
			const ledger = ledgerWith(...open.map((id) => run(id)), ...done.map((id) => run(id)));
			for (const id of done) ledger.markDone(id);
			for (const id of open) ledger.recordMissing(id);
			ledger.advanceCursor(NOON);
			ledger.style.zoned = zoned;
			ledger.baseline = { statuses: ['processing'], from: null, to: NOON, finished: null };
			expect(reread(ledger)).toEqual(ledger);
		});
		fc.assert(property);
	});

	it.each(['', '[]', '{}', '{"version":1}', '{"version":0,"open":"","done":""}'])(
		'rejects %j',
		(text) => {
			expect(decode(text)).toBeNull();
		},
	);

	it.each([
		['a run without a time', { open: 'a:' }],
		['a broken part', { baseline: { statuses: [] } }],
		['a list instead of a text', { done: [] }],
	])('rejects a ledger with %s', (_, change) => {
		const data: object = JSON.parse(encode(newLedger()));
		expect(decode(JSON.stringify({ ...data, ...change }))).toBeNull();
	});

	it('reports a run as finished until it is done, and never again', () => {
		const ledger = ledgerWith(run('a'));
		expect(ledger.observe(run('a', 'completed'))).toBe(true);
		expect(ledger.observe(run('a', 'failed'))).toBe(true);
		ledger.markDone('a');
		expect(reread(ledger).observe(run('a', 'completed'))).toBe(false);
		expect(ledger.observe(run('a'))).toBe(false);
		expect(ledger.open.size).toBe(0);
	});

	it('forgets finished runs when the cursor passes them, and then ignores them', () => {
		const ledger = ledgerWith(run('a'), run('b'));
		ledger.markDone('a');
		ledger.advanceCursor(NOON + 999);
		expect(ledger.isDone('a')).toBe(true);
		ledger.advanceCursor(NOON + 1_000);
		expect(ledger.isDone('a')).toBe(false);
		expect(ledger.observe(run('a', 'completed'))).toBe(false);
		expect(ledger.observe(run('b', 'completed'))).toBe(true);
	});

	it('never forgets an undated run', () => {
		const ledger = ledgerWith(run('a', 'completed', UNDATED));
		ledger.markDone('a');
		ledger.advanceCursor(NOON + 1_000_000);
		expect(reread(ledger).observe(run('a', 'completed', UNDATED))).toBe(false);
	});

	it('counts the polls in a row in which a run was not found, whatever lists show', () => {
		let ledger = ledgerWith(run('a'));
		const doubts = () => [...ledger.open.values()].map(isDoubtful);
		ledger.recordMissing('a');
		ledger.recordMissing('a');
		ledger = reread(ledger);
		ledger.observe(run('a'));
		expect(doubts()).toEqual([false]);
		ledger.recordMissing('a');
		expect(doubts()).toEqual([true]);
		ledger.recordMissing('a');
		expect(doubts()).toEqual([true]);
	});

	it('inherits the open runs of former filters, and what was emitted', () => {
		const older = run('older', 'processing', NOON - 1);
		const undated = run('undated', 'processing', UNDATED);
		const former = ledgerWith(run('emitted'), older, undated, run('finished'));
		former.markDone('emitted');
		const next = former.successor('{"filters":{}}');
		next.advanceCursor(NOON);
		next.observe(run('finished', 'completed'));
		next.markDone('finished');
		next.inherit(former);
		expect(next.isDone('emitted')).toBe(true);
		expect([...next.open]).toEqual([
			['older', { created: NOON - 1, notFound: 0, inherited: true }],
			['undated', { created: UNDATED, notFound: 0, inherited: true }],
			['finished', { created: NOON, notFound: 0, inherited: false }],
		]);
	});

	it('does not inherit a run that the current filters would have listed', () => {
		const former = ledgerWith(run('open'));
		const next = former.successor('{"filters":{}}');
		next.inherit(former);
		expect(next.open.size).toBe(0);
		next.advanceCursor(NOON);
		next.inherit(former);
		expect(next.open.size).toBe(0);
	});

	it('inherits the time style of the former filters, at once or later', () => {
		const former = newLedger();
		const early = former.successor('{"filters":{}}');
		former.style.zoned = false;
		expect(former.successor('{"filters":{}}').style.zoned).toBe(false);
		early.inherit(former);
		expect(early.style.zoned).toBe(false);
	});

	it('needs at most 48 bytes for an open run with a UUID', () => {
		const ids = Array.from({ length: 1_000 }, (_, n) => `${n}`.padStart(36, '0'));
		const ledger = ledgerWith(...ids.map((id) => run(id)));
		expect(encode(ledger).length).toBeLessThan(48 * 1_000);
	});
});

/** A ledger that knows open runs, and runs whose end was dealt with, by their times. */
function ledgerOf(open: number[], done: number[] = []): Ledger {
	const ledger = newLedger();
	for (const [index, created] of open.entries())
		ledger.observe(run(`open ${index}`, 'processing', created));
	for (const [index, created] of done.entries()) {
		ledger.observe(run(`done ${index}`, 'processing', created));
		ledger.markDone(`done ${index}`);
	}
	return ledger;
}

describe('the time that a ledger knows', () => {
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
		ledger.observe(run('done 0', 'processing', NOON - HOUR_MS - 1));
		expect(ledger.open.size).toBe(0);
		ledger.baseline = null;
		ledger.advanceCursor(NOON + 2 * HOUR_MS);
		expect(ledger.done.size).toBe(0);
	});

	it('takes a run from before its cursor for history, unless the baseline is still read', () => {
		const ledger = newLedger();
		ledger.advanceCursor(NOON - HOUR_MS);
		expect(ledger.observe(run('finished then', 'failed', NOON - HOUR_MS))).toBe(true);
		expect(ledger.observe(run('finished before', 'failed', NOON - HOUR_MS - 1))).toBe(false);
		expect(ledger.observe(run('open before', 'processing', NOON - HOUR_MS - 1))).toBe(false);
		expect([...ledger.open.keys()]).toEqual(['finished then']);
		ledger.baseline = { statuses: ['pending'], from: null, to: NOON, finished: null };
		ledger.observe(run('finished before', 'failed', NOON - HOUR_MS - 1));
		ledger.observe(run('open before', 'processing', NOON - HOUR_MS - 1));
		expect([...ledger.open.keys()]).toEqual(['finished then', 'open before']);
		ledger.advanceCursor(NOON + HOUR_MS);
		ledger.observe(run('after the baseline', 'processing', NOON));
		ledger.observe(run('in the baseline', 'processing', NOON - 1));
		expect([...ledger.open.keys()].slice(2)).toEqual(['in the baseline']);
	});

	it('notes the time of creation that was shown last, and keeps it where none is shown', () => {
		const ledger = ledgerOf([NOON]);
		const noted = () => ledger.open.get('open 0')?.created;
		ledger.observe(run('open 0', 'processing', NOON + 5));
		expect(noted()).toBe(NOON + 5);
		ledger.observe(run('open 0', 'processing', UNDATED));
		expect(noted()).toBe(NOON + 5);
		ledger.observe(run('undated', 'processing', UNDATED));
		expect(ledger.open.get('undated')?.created).toBe(UNDATED);
	});

	it('leaves a run as it is that the other filters cover too', () => {
		const former = ledgerOf([NOON]);
		former.recordMissing('open 0');
		const next = former.successor('other');
		next.observe(run('open 0', 'processing', NOON));
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

	it('never goes back, to runs that are forgotten', () => {
		const ledger = ledgerOf([], [NOON - 1]);
		ledger.advanceCursor(NOON);
		ledger.advanceCursor(NOON - HOUR_MS);
		expect(ledger.cursor).toBe(NOON);
		expect(ledger.observe(run('done 0', 'completed', NOON - 1))).toBe(false);
	});
});
