import { timezoneOf, UTC } from '../../../../nodes/DocScore/engine/input/timezone';

const HOUR_MS = 3_600_000;
const SUMMER = Date.parse('2026-07-01T10:00:00Z');

describe('The timezone of a workflow', () => {
	it.each([
		['Europe/Berlin', 2],
		['UTC', 0],
		['utc', 0],
		['UTC+2', 2],
		['UTC+02', 2],
		['UTC+2:00', 2],
		['utc-3:30', -3.5],
		['+05:45', 5.75],
		['UTC+0530', 5.5],
		[' Europe/Berlin ', 2],
		['Etc/GMT-2', 2],
	])('called %s is %d hours ahead of UTC in summer', (name, hours) => {
		expect(timezoneOf(name)?.offsetAt(SUMMER)).toBe(hours * HOUR_MS);
	});

	it.each(['local', 'System'])('called %s is the one of this machine', (name) => {
		const ahead = -new Date(SUMMER).getTimezoneOffset() * 60_000;
		expect(timezoneOf(name)?.offsetAt(SUMMER)).toBe(ahead);
	});

	it('can be UTC, which is not ahead of itself', () => {
		expect([UTC.name, UTC.offsetAt(SUMMER)]).toEqual(['UTC', 0]);
	});

	it('is made once, however often it is read', () => {
		const make = jest.spyOn(Intl, 'DateTimeFormat');
		for (let count = 0; count < 1_000; count++) timezoneOf('Europe/Berlin')?.offsetAt(SUMMER);
		expect(make.mock.calls.length).toBeLessThanOrEqual(1);
		make.mockRestore();
	});

	it.each(['', 'Berlin', 'mylocal', 'locality', 'UTC+', 'UTC+2:99', 'GMT+2', '2'])(
		'is unknown if called %j',
		(name) => {
			expect(timezoneOf(name)).toBeNull();
		},
	);
});
