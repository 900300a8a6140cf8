import { isoOf } from '../../../../nodes/DocScore/engine/input/dateText';
import { momentsAt, readTimezone, toUtc } from '../../../../nodes/DocScore/engine/input/time';

describe('toUtc', () => {
	it.each([
		['2026-03-01', 'UTC', '2026-03-01T00:00:00.000Z'],
		['2026-03-01T10:00', 'Europe/Berlin', '2026-03-01T09:00:00.000Z'],
		['2026-07-01 10:00:30.5', 'Europe/Berlin', '2026-07-01T08:00:30.500Z'],
		['2026-03-01T20:00:00', 'America/New_York', '2026-03-02T01:00:00.000Z'],
		['2026-03-01T10:00', 'Asia/Kolkata', '2026-03-01T04:30:00.000Z'],
		['2026-12-31T23:59:59', 'Pacific/Kiritimati', '2026-12-31T09:59:59.000Z'],
	])('converts %s in %s to %s', (text, timezone, utc) => {
		expect(toUtc(text, timezone)).toBe(utc);
	});

	it.each([
		['2026-03-01T10:00:00+02:00', '2026-03-01T08:00:00.000Z'],
		['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.000Z'],
		['2026-03-01Z', '2026-03-01T00:00:00.000Z'],
	])('converts %s to %s in any timezone if the text has an offset', (text, utc) => {
		expect(toUtc(text, 'America/New_York')).toBe(utc);
	});

	it.each([
		['2026-03-29T01:30', '2026-03-29T00:30:00.000Z'],
		['2026-03-29T03:30', '2026-03-29T01:30:00.000Z'],
		['2026-10-25T01:30', '2026-10-24T23:30:00.000Z'],
		['2026-10-25T03:30', '2026-10-25T02:30:00.000Z'],
	])('converts %s to %s in a night in which clocks change', (text, utc) => {
		expect(toUtc(text, 'Europe/Berlin')).toBe(utc);
	});

	it.each(['', 'soon', '2026-02-30', '2026-13-01', '2026-03-01T25:00', '1 March 2026', '2026-03'])(
		'returns null for %j',
		(text) => {
			expect(toUtc(text, 'UTC')).toBeNull();
		},
	);
});

test('isoOf formats a Date and a DateTime', () => {
	const ms = Date.UTC(2026, 2, 1);
	expect(isoOf(new Date(ms))).toBe('2026-03-01T00:00:00.000Z');
	expect(isoOf({ toISO: () => '2026-03-01T00:00:00.000+01:00' })).toBe(
		'2026-03-01T00:00:00.000+01:00',
	);
	const odd = [() => null, () => 'soon', () => 5, 'a'].map((toISO) => ({ toISO }));
	const none = [new Date(Number.NaN), ...odd, '2026-03-01', null];
	expect(none.map(isoOf)).toEqual(none.map(() => null));
});

describe('momentsAt', () => {
	const hour = (month: number, day: number, hours: number, minutes = 0) =>
		Date.UTC(2026, month - 1, day, hours, minutes);

	it.each([
		['one moment', hour(3, 1, 10), [hour(3, 1, 9)]],
		['no moment in the skipped hour', hour(3, 29, 2, 30), []],
		['one moment after the skipped hour', hour(3, 29, 3), [hour(3, 29, 1)]],
		[
			'two moments in the repeated hour',
			hour(10, 25, 2, 30),
			[hour(10, 25, 0, 30), hour(10, 25, 1, 30)],
		],
	])('returns %s', (_, shown, moments) => {
		expect(momentsAt(shown, 'Europe/Berlin')).toEqual(moments);
	});
});

describe('the timezone of a workflow', () => {
	const read = (name: string) => readTimezone({ getTimezone: () => name });

	it.each([
		['Europe/Berlin', '2026-07-01T08:00:00.000Z'],
		[' Europe/Berlin ', '2026-07-01T08:00:00.000Z'],
		['utc', '2026-07-01T10:00:00.000Z'],
		['UTC+2', '2026-07-01T08:00:00.000Z'],
		['UTC-3:30', '2026-07-01T13:30:00.000Z'],
		['Etc/GMT-2', '2026-07-01T08:00:00.000Z'],
		['local', '2026-07-01T04:30:00.000Z'],
	])('may be called %j, as n8n reads it', (name, utc) => {
		expect(toUtc('2026-07-01T10:00', read(name))).toBe(utc);
	});

	it.each(['', 'Berlin', 'locality', 'UTC+'])('is an error if called %j', (name) => {
		expect(() => read(name)).toThrow('of the workflow is unknown');
	});
});
