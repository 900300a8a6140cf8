import fc from 'fast-check';
import {
	readServiceTime,
	TimeStyle,
	writeServiceTime,
} from '../../../nodes/DocScore/runs/serviceTime';

describe('service times', () => {
	it.each([
		['2026-03-01T10:00:00Z', { ms: Date.UTC(2026, 2, 1, 10), zoned: true }],
		['2026-03-01T10:00:00.123456Z', { ms: Date.UTC(2026, 2, 1, 10, 0, 0, 123), zoned: true }],
		['2026-03-01T12:00:00+02:00', { ms: Date.UTC(2026, 2, 1, 10), zoned: true }],
		['2026-03-01T10:00:00.5', { ms: Date.UTC(2026, 2, 1, 10, 0, 0, 500), zoned: false }],
		['yesterday', null],
		[null, null],
	])('reads %s', (text, time) => {
		expect(readServiceTime(text)).toEqual(time);
	});

	it('without a zone can be an hour later than they seem, in the night when clocks are set back', () => {
		const [zoned, local] = [new TimeStyle(), new TimeStyle()];
		zoned.read('2026-03-01T10:00:00Z');
		local.read('2026-03-01T10:00:00');
		expect(local.marginMs - zoned.marginMs).toBe(3_600_000);
	});

	it('are read back as the same time', () => {
		const times = fc.record({ ms: fc.integer({ min: 0, max: 4e12 }), zoned: fc.boolean() });
		fc.assert(
			fc.property(times, (time) => {
				expect(readServiceTime(writeServiceTime(time))).toEqual(time);
			}),
		);
	});
});
