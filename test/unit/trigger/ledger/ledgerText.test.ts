import { Ledger } from '../../../../nodes/DocScore/trigger/ledger/ledger';
import { decode, encode } from '../../../../nodes/DocScore/trigger/ledger/ledgerText';

/** What n8n keeps. */
const TEXT = JSON.stringify({
	version: 3,
	filters: '{"filters":{}}',
	account: 'a1',
	events: 'completed,failed',
	cursor: 36_000,
	zoned: true,
	baseline: { statuses: ['processing'], from: 5, to: 9, finished: 3 },
	open: 'new:zz,lost:10:2,former:11:i,both:12:1i',
	done: 'ended:1jk',
	ended: ['long ago', 'ended'],
});

function ledger(): Ledger {
	const known = new Ledger('{"filters":{}}', 'a1', ['completed', 'failed']);
	known.cursor = 36_000;
	known.style.zoned = true;
	known.baseline = { statuses: ['processing'], from: 5, to: 9, finished: 3 };
	known.open.set('new', { created: 35 * 36 + 35, notFound: 0, inherited: false });
	known.open.set('lost', { created: 36, notFound: 2, inherited: false });
	known.open.set('former', { created: 37, notFound: 0, inherited: true });
	known.open.set('both', { created: 38, notFound: 1, inherited: true });
	known.done.set('ended', 36 * 36 + 19 * 36 + 20);
	known.ended = ['long ago', 'ended'];
	return known;
}

test('a ledger is stored as this text', () => {
	expect(encode(ledger())).toBe(TEXT);
});

test('the stored text is read as the same ledger', () => {
	expect(decode(TEXT)).toEqual(ledger());
});

describe('a stored ledger of version 2', () => {
	const { version, cursor, baseline, ...same } = JSON.parse(TEXT);
	const former = {
		...same,
		version: version - 1,
		since: 72_000,
		horizon: cursor,
		reached: 100_000,
		older: baseline,
	};

	test('is converted: its horizon becomes the cursor', () => {
		expect(decode(JSON.stringify(former))).toEqual(ledger());
	});

	test('is converted if it has no horizon and no last runs', () => {
		const begun = { ...former, since: null, horizon: null, reached: null, ended: undefined };
		const known = Object.assign(ledger(), { cursor: Number.NEGATIVE_INFINITY, ended: [] });
		expect(decode(JSON.stringify(begun))).toEqual(known);
		expect(decode(encode(known))).toEqual(known);
	});
});
