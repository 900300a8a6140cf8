import { AdaptiveRate } from '../../../nodes/DocScore/account/adaptiveRate';

/** Accepts so many requests from that time on, evenly within the second. */
function accept(rate: AdaptiveRate, count: number, from: number, isAtRate = true): void {
	for (let request = 0; request < count; request++) {
		rate.accept(from + (1_000 / count) * request, isAtRate);
	}
}

/** A rate that was found to be 20, so that 17 requests a second are asked for. */
function limited(): AdaptiveRate {
	const rate = new AdaptiveRate();
	accept(rate, 20, 0);
	rate.refuse(1_000);
	return rate;
}

describe('The rate', () => {
	it('is any before something was refused', () => {
		const rate = new AdaptiveRate();
		accept(rate, 500, 0);
		expect([rate.isLimited, rate.perSecond]).toEqual([false, Number.POSITIVE_INFINITY]);
	});

	it.each([
		['this second', 20, 900, 20],
		['the second before', 20, 1_999, 20],
		['earlier times', 20, 2_000, 5],
		['too little to tell', 3, 500, 5],
	])('begins with what was accepted in %s', (_, accepted, refusedAt, found) => {
		const rate = new AdaptiveRate();
		accept(rate, accepted, 0);
		rate.refuse(refusedAt);
		expect(rate.isLimited).toBe(true);
		expect(rate.perSecond).toBeCloseTo(0.85 * found);
	});

	it('grows with what is accepted, slowly at first, and is twice as much after 14 seconds of it', () => {
		const rate = limited();
		accept(rate, 7 * 17, 2_000);
		expect(rate.perSecond).toBeCloseTo(1.25 * 17);
		accept(rate, 7 * 17, 9_000);
		expect(rate.perSecond).toBeCloseTo(2 * 17);
	});

	it('does not grow with requests that it did not keep back', () => {
		const rate = limited();
		accept(rate, 1_000, 2_000, false);
		expect(rate.perSecond).toBeCloseTo(17);
	});

	it('becomes what was accepted between two refusals, and less by a part', () => {
		const rate = limited();
		accept(rate, 60, 1_000);
		rate.refuse(5_000);
		expect(rate.perSecond).toBeCloseTo(0.85 * 15);
	});

	it('is halved at most, and never more than it was', () => {
		const rate = limited();
		rate.refuse(2_000);
		expect(rate.perSecond).toBeCloseTo(0.85 * 8.5);
		accept(rate, 1_000, 2_000, false);
		rate.refuse(2_001);
		expect(rate.perSecond).toBeCloseTo(0.85 * 0.85 * 8.5);
	});

	it('stays at one request in two seconds, however often is refused', () => {
		const rate = new AdaptiveRate();
		for (let second = 1; second < 20; second++) rate.refuse(second * 1_000);
		expect(rate.perSecond).toBe(0.5);
	});
});
