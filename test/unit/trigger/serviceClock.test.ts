import { ServiceClock } from '../../../nodes/DocScore/trigger/serviceClock';

describe('ServiceClock', () => {
	it('knows nothing before a run was read', () => {
		expect(new ServiceClock(() => 5).atLeast(5)).toBe(Number.NEGATIVE_INFINITY);
	});

	it('goes on from the newest creation, a little slower, and back from it a little faster', () => {
		let local = 1_000;
		const clock = new ServiceClock(() => local);
		clock.note(500_000);
		clock.note(400_000);
		expect(clock.atLeast(1_000)).toBe(500_000);
		expect(clock.atLeast(11_000)).toBe(509_990);
		expect(clock.atLeast(0)).toBe(498_999);
		local = 11_000;
		clock.note(505_000);
		expect(clock.atLeast(11_000)).toBe(509_990);
		clock.note(510_500);
		expect(clock.atLeast(11_000)).toBe(510_500);
	});
});
