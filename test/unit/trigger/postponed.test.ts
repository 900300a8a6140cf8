import { Postponed } from '../../../nodes/DocScore/trigger/postponed';

const MINUTE_MS = 60_000;

function setUp() {
	let now = 0;
	const postponed = new Postponed(() => now);
	/** For how many minutes the run is left alone once more. */
	const minutes = (id: string): number => {
		postponed.begin(id, false);
		const from = now;
		while (postponed.lasts(id)) now += MINUTE_MS;
		return (now - from) / MINUTE_MS;
	};
	return { postponed, minutes, pass: (ms: number) => (now += ms) };
}

describe('a run that is postponed', () => {
	it('is read in the next poll, after 1, 2, 4 … minutes, and at last every hour', () => {
		const { minutes } = setUp();
		const times = Array.from({ length: 10 }, () => minutes('a'));
		expect(times).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
	});

	it('lasts to the millisecond', () => {
		const { postponed, pass } = setUp();
		postponed.begin('a', false);
		postponed.begin('a', false);
		pass(MINUTE_MS - 1);
		expect(postponed.lasts('a')).toBe(true);
		pass(1);
		expect(postponed.lasts('a')).toBe(false);
	});

	it('counts from the first time in a row', () => {
		const { postponed } = setUp();
		expect(postponed.lasts('a')).toBe(false);
		expect([postponed.begin('a', false), postponed.begin('a', false)]).toEqual([true, false]);
		expect([postponed.readings('a'), postponed.readings('b')]).toEqual([2, 0]);
		postponed.end('a');
		expect(postponed.begin('a', false)).toBe(true);
	});

	it('is read again where a list shows its end, if only its status was odd', () => {
		const { postponed } = setUp();
		postponed.begin('odd', true);
		postponed.begin('unreadable', false);
		for (const id of ['odd', 'unreadable', 'other']) postponed.wake(id);
		expect([postponed.readings('odd'), postponed.readings('unreadable')]).toEqual([0, 1]);
	});

	it('is forgotten once it is open no more', () => {
		const { postponed } = setUp();
		postponed.begin('open', false);
		postponed.begin('done', false);
		postponed.keepOnly(new Map([['open', {}]]));
		expect([postponed.readings('open'), postponed.readings('done')]).toEqual([1, 0]);
	});
});
