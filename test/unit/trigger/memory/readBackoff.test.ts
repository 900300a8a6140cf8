import { ReadBackoff } from '../../../../nodes/DocScore/trigger/memory/readBackoff';

const MINUTE_MS = 60_000;

function setUp() {
	let now = 0;
	const backoff = new ReadBackoff(() => now);
	/** For how many minutes the run is left alone once more. */
	const minutes = (id: string): number => {
		backoff.defer(id);
		const from = now;
		while (backoff.isDeferred(id)) now += MINUTE_MS;
		return (now - from) / MINUTE_MS;
	};
	return { backoff, minutes };
}

describe('an unreadable run', () => {
	it('is read in the next poll, then after 1, 2, 4 … minutes, and finally every hour', () => {
		const { minutes } = setUp();
		const times = Array.from({ length: 10 }, () => minutes('a'));
		expect(times).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
	});

	it('is reported the first time in a row', () => {
		const { backoff } = setUp();
		expect(backoff.isDeferred('a')).toBe(false);
		expect([backoff.defer('a'), backoff.defer('a')]).toEqual([true, false]);
		expect([backoff.attempts('a'), backoff.attempts('b')]).toEqual([2, 0]);
		backoff.clear('a');
		expect(backoff.defer('a')).toBe(true);
	});

	it('is forgotten when it is no longer open', () => {
		const { backoff } = setUp();
		backoff.defer('open');
		backoff.defer('done');
		backoff.keepOnly(new Map([['open', {}]]));
		expect([backoff.attempts('open'), backoff.attempts('done')]).toEqual([1, 0]);
	});
});
