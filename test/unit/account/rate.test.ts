import { Rate } from '../../../nodes/DocScore/account/rate';

/** Accepts so many requests from that time on, evenly within the second. */
function accept(rate: Rate, count: number, from: number): void {
	for (let request = 0; request < count; request++) rate.accept(from + (1_000 / count) * request);
}

describe('Rate', () => {
	it('is any before something was refused', () => {
		const rate = new Rate();
		accept(rate, 500, 0);
		expect([rate.isLimited, rate.perSecond]).toEqual([false, Number.POSITIVE_INFINITY]);
	});

	it.each([
		['this second', 20, 900, 20],
		['the second before', 20, 1_999, 20],
		['earlier times', 20, 2_000, 5],
		['too little to tell', 3, 500, 5],
	])('begins with what was accepted in %s', (_, accepted, refusedAt, found) => {
		const rate = new Rate();
		accept(rate, accepted, 0);
		rate.refuse(refusedAt);
		expect(rate.isLimited).toBe(true);
		expect(rate.perSecond).toBeCloseTo(0.8 * found);
	});

	it('counts what comes a full second later with the next second', () => {
		const rate = new Rate();
		accept(rate, 20, 0);
		rate.accept(1_000);
		rate.refuse(1_500);
		expect(rate.perSecond).toBeCloseTo(0.8 * 20);
	});

	it('comes back to what was found after four seconds of it, then goes beyond it ever faster', () => {
		const rate = new Rate();
		accept(rate, 20, 0);
		rate.refuse(1_000);
		const after = [0, 2, 4, 6, 8, 12].map((seconds, index, all) => {
			accept(rate, 20 * (seconds - (all[index - 1] ?? 0)), 2_000);
			return Math.round(rate.perSecond * 10) / 10;
		});
		expect(after).toEqual([16, 19.5, 20, 20.5, 24, 52]);
	});

	it('becomes what was accepted between two refusals', () => {
		const rate = new Rate();
		accept(rate, 20, 0);
		rate.refuse(1_000);
		accept(rate, 60, 1_000);
		rate.refuse(5_000);
		expect(rate.perSecond).toBeCloseTo(0.8 * 15);
	});

	it('is halved at most, and never more than it was', () => {
		const rate = new Rate();
		accept(rate, 20, 0);
		rate.refuse(1_000);
		rate.refuse(2_000);
		expect(rate.perSecond).toBeCloseTo(0.8 * 8);
		accept(rate, 1_000, 2_000);
		const before = rate.perSecond;
		rate.refuse(2_001);
		expect(rate.perSecond).toBeCloseTo(0.8 * before);
	});

	it('stays at one request in two seconds, however often is refused', () => {
		const rate = new Rate();
		for (let second = 1; second < 20; second++) rate.refuse(second * 1_000);
		expect(rate.perSecond).toBe(0.5);
	});
});
