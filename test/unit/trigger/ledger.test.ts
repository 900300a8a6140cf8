import * as fc from 'fast-check';
import type { SeenRun } from '../../../nodes/DocScore/runs/listing';
import { Ledger } from '../../../nodes/DocScore/trigger/ledger';

const NOON = Date.UTC(2026, 0, 5, 12);

const run = (id: string, status = 'processing', created = NOON): SeenRun => ({
	id,
	status,
	created,
});

function ledgerWith(...runs: SeenRun[]): Ledger {
	const ledger = new Ledger('{}');
	for (const each of runs) ledger.observe(each);
	return ledger;
}

function reread(ledger: Ledger): Ledger {
	const read = Ledger.decode(ledger.encode());
	if (!read) throw new Error('The ledger cannot read what it wrote');
	return read;
}

describe('Ledger', () => {
	it('reads what it wrote, whatever the ids are', () => {
		const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 8 });
		const property = fc.property(ids, ids, fc.boolean(), (open, done, zoned) => {
			const ledger = ledgerWith(...open.map((id) => run(id)), ...done.map((id) => run(id)));
			for (const id of done) ledger.finish(id);
			for (const id of open) ledger.miss(id);
			ledger.advanceTo(NOON);
			ledger.style.zoned = zoned;
			ledger.older = { statuses: ['processing'], from: null, to: NOON };
			expect(reread(ledger)).toEqual(ledger);
		});
		fc.assert(property);
	});

	it.each(['', '[]', '{}', '{"version":1}', '{"version":0,"open":"","done":""}'])(
		'does not take %j for a ledger',
		(text) => {
			expect(Ledger.decode(text)).toBeNull();
		},
	);

	it.each([
		['a run without a time', { open: 'a:' }],
		['a broken part', { older: { statuses: [] } }],
		['a list in place of a text', { done: [] }],
	])('does not take one with %s for a ledger', (_, change) => {
		const data: object = JSON.parse(new Ledger('{}').encode());
		expect(Ledger.decode(JSON.stringify({ ...data, ...change }))).toBeNull();
	});

	it('has each end to be dealt with once, even if the status changes again', () => {
		const ledger = ledgerWith(run('a'));
		expect(ledger.observe(run('a', 'completed'))).toBe(true);
		expect(ledger.observe(run('a', 'failed'))).toBe(true);
		ledger.finish('a');
		expect(reread(ledger).observe(run('a', 'completed'))).toBe(false);
		expect(ledger.observe(run('a'))).toBe(false);
		expect(ledger.open.size).toBe(0);
	});

	it('forgets finished runs when they are not listed any more, and then takes no notice', () => {
		const ledger = ledgerWith(run('a'), run('b'));
		ledger.finish('a');
		ledger.advanceTo(NOON + 60_000);
		expect(ledger.isDone('a')).toBe(false);
		expect(ledger.observe(run('a', 'completed'))).toBe(false);
		expect(ledger.observe(run('b', 'completed'))).toBe(true);
	});

	it('gives up a run that was not found three times in a row', () => {
		const ledger = ledgerWith(run('a'));
		expect(ledger.miss('a')).toBe(false);
		expect(ledger.miss('a')).toBe(false);
		ledger.observe(run('a'));
		expect(ledger.miss('a')).toBe(false);
		expect(ledger.miss('a')).toBe(false);
		expect(reread(ledger).miss('a')).toBe(true);
		expect(ledger.miss('a')).toBe(true);
		expect(ledger.open.size).toBe(0);
	});

	it('hands on what is owed under other filters, and what was emitted', () => {
		const former = ledgerWith(run('emitted'), run('open'), run('finished'));
		former.finish('emitted');
		const next = former.successor('{"filters":{}}');
		next.observe(run('finished', 'completed'));
		next.finish('finished');
		next.inherit(former);
		expect(next.isDone('emitted')).toBe(true);
		expect([...next.open]).toEqual([
			['open', { created: NOON, notFound: 0, inherited: true }],
			['finished', { created: NOON, notFound: 0, inherited: false }],
		]);
	});

	it('learns from the former filters how the service writes its times', () => {
		const former = new Ledger('{}');
		const next = former.successor('{"filters":{}}');
		former.style.zoned = false;
		next.inherit(former);
		expect(next.style.zoned).toBe(false);
	});

	it('takes at most 48 bytes for an open run with a UUID', () => {
		const ids = Array.from({ length: 1_000 }, (_, n) => `${n}`.padStart(36, '0'));
		const ledger = ledgerWith(...ids.map((id) => run(id)));
		expect(ledger.encode().length).toBeLessThan(48 * 1_000);
	});
});
