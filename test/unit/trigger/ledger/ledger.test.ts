import * as fc from 'fast-check';
import type { SeenRun } from '../../../../nodes/DocScore/runs/listing';
import { Ledger, UNDATED } from '../../../../nodes/DocScore/trigger/ledger/ledger';
import { decode, encode } from '../../../../nodes/DocScore/trigger/ledger/ledgerText';

const NOON = Date.UTC(2026, 0, 5, 12);

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
	it('reads what it wrote, whatever the ids are', () => {
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
		'does not take %j for a ledger',
		(text) => {
			expect(decode(text)).toBeNull();
		},
	);

	it.each([
		['a run without a time', { open: 'a:' }],
		['a broken part', { baseline: { statuses: [] } }],
		['a list in place of a text', { done: [] }],
	])('does not take one with %s for a ledger', (_, change) => {
		const data: object = JSON.parse(encode(newLedger()));
		expect(decode(JSON.stringify({ ...data, ...change }))).toBeNull();
	});

	it('has each end to be dealt with once, even if the status changes again', () => {
		const ledger = ledgerWith(run('a'));
		expect(ledger.observe(run('a', 'completed'))).toBe(true);
		expect(ledger.observe(run('a', 'failed'))).toBe(true);
		ledger.markDone('a');
		expect(reread(ledger).observe(run('a', 'completed'))).toBe(false);
		expect(ledger.observe(run('a'))).toBe(false);
		expect(ledger.open.size).toBe(0);
	});

	it('forgets finished runs when they are not listed any more, and then takes no notice', () => {
		const ledger = ledgerWith(run('a'), run('b'));
		ledger.markDone('a');
		ledger.advanceCursor(NOON + 999);
		expect(ledger.isDone('a')).toBe(true);
		ledger.advanceCursor(NOON + 1_000);
		expect(ledger.isDone('a')).toBe(false);
		expect(ledger.observe(run('a', 'completed'))).toBe(false);
		expect(ledger.observe(run('b', 'completed'))).toBe(true);
	});

	it('remembers a run without a time of creation for good', () => {
		const ledger = ledgerWith(run('a', 'completed', UNDATED));
		ledger.markDone('a');
		ledger.advanceCursor(NOON + 1_000_000);
		expect(reread(ledger).observe(run('a', 'completed', UNDATED))).toBe(false);
	});

	it('counts the polls in a row in which a run was not found', () => {
		const ledger = ledgerWith(run('a'));
		expect(ledger.recordMissing('a')).toBeNull();
		expect(ledger.recordMissing('a')).toBeNull();
		ledger.observe(run('a'));
		expect(ledger.recordMissing('a')).toBeNull();
		expect(ledger.recordMissing('a')).toBeNull();
		expect(reread(ledger).recordMissing('a')).toEqual({
			created: NOON,
			notFound: 3,
			inherited: false,
		});
		expect(ledger.recordMissing('a')).toBe(ledger.open.get('a'));
		expect(ledger.open.size).toBe(1);
	});

	it('hands on what is owed under other filters, and what was emitted', () => {
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

	it('lets go what other filters would have listed, had they covered it', () => {
		const former = ledgerWith(run('open'));
		const next = former.successor('{"filters":{}}');
		next.inherit(former);
		expect(next.open.size).toBe(0);
		next.advanceCursor(NOON);
		next.inherit(former);
		expect(next.open.size).toBe(0);
	});

	it('learns from the former filters how the service writes its times, then or later', () => {
		const former = newLedger();
		const early = former.successor('{"filters":{}}');
		former.style.zoned = false;
		expect(former.successor('{"filters":{}}').style.zoned).toBe(false);
		early.inherit(former);
		expect(early.style.zoned).toBe(false);
	});

	it('takes at most 48 bytes for an open run with a UUID', () => {
		const ids = Array.from({ length: 1_000 }, (_, n) => `${n}`.padStart(36, '0'));
		const ledger = ledgerWith(...ids.map((id) => run(id)));
		expect(encode(ledger).length).toBeLessThan(48 * 1_000);
	});
});
