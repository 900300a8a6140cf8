import { Ledger } from '../../../nodes/DocScore/trigger/ledger';
import { decode, encode } from '../../../nodes/DocScore/trigger/ledgerText';

/** What n8n keeps. */
const TEXT = JSON.stringify({
	version: 2,
	filters: '{"filters":{}}',
	account: 'a1',
	events: 'completed,failed',
	since: 72_000,
	horizon: 36_000,
	reached: 100_000,
	zoned: true,
	older: { statuses: ['processing'], from: 5, to: 9, finished: 3 },
	open: 'new:zz,lost:10:2,former:11:i,both:12:1i',
	done: 'ended:1jk',
	ended: ['long ago', 'ended'],
});

function ledger(): Ledger {
	const known = new Ledger('{"filters":{}}', 'a1', ['completed', 'failed']);
	known.since = 72_000;
	known.horizon = 36_000;
	known.reached = 100_000;
	known.style.zoned = true;
	known.older = { statuses: ['processing'], from: 5, to: 9, finished: 3 };
	known.open.set('new', { created: 35 * 36 + 35, notFound: 0, inherited: false });
	known.open.set('lost', { created: 36, notFound: 2, inherited: false });
	known.open.set('former', { created: 37, notFound: 0, inherited: true });
	known.open.set('both', { created: 38, notFound: 1, inherited: true });
	known.done.set('ended', 36 * 36 + 19 * 36 + 20);
	known.ended = ['long ago', 'ended'];
	return known;
}

test('a ledger is kept as this text', () => {
	expect(encode(ledger())).toBe(TEXT);
});

test('what was kept is read as it was', () => {
	expect(decode(TEXT)).toEqual(ledger());
});

test('what a release kept that did not remember the last runs for good is read too', () => {
	const former = TEXT.replace(/,"ended":.*/, '}');
	expect(decode(former)).toEqual(Object.assign(ledger(), { ended: [] }));
});
