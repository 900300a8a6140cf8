import { AdaptiveRate } from '../../../nodes/DocScore/account/adaptiveRate';

/** Accepts this many requests from this time on, spread evenly over a second. */
function accept(rate: AdaptiveRate, count: number, from: number, isAtRate = true): void {
	for (let request = 0; request < count; request++) {
		rate.recordAccepted(from + (1_000 / count) * request, isAtRate);
	}
}

/** A rate limit that was found at 20, so that the rate is 17 requests a second. */
function limited(): AdaptiveRate {
	const rate = new AdaptiveRate();
	for (let request = 0; request < 20; request++) rate.recordAccepted(0, true);
	rate.recordRateLimited(0);
	return rate;
}

describe('The rate', () => {
	it('is unlimited before the first rate limit', () => {
		const rate = new AdaptiveRate();
		accept(rate, 500, 0);
		expect([rate.isLimited, rate.perSecond]).toEqual([false, Number.POSITIVE_INFINITY]);
	});

	it.each([
		['all just now', 20, 0, 20],
		['all a second ago', 20, 1_000, 20 / Math.E],
		['all long ago', 20, 60_000, 5],
		['too few', 3, 0, 5],
	])('starts from the recently accepted requests: %s', (_, accepted, laterMs, found) => {
		const rate = new AdaptiveRate();
		for (let request = 0; request < accepted; request++) rate.recordAccepted(50, true);
		rate.recordRateLimited(50 + laterMs);
		expect(rate.isLimited).toBe(true);
		expect(rate.perSecond).toBeCloseTo(0.85 * found);
	});

	it('starts from a slow but steady rate of accepted requests', () => {
		const rate = new AdaptiveRate();
		for (let second = 0; second < 10; second++) accept(rate, 20, second * 1_000);
		rate.recordRateLimited(10_000);
		expect(rate.perSecond).toBeCloseTo(17, 0);
	});

	it('grows with accepted requests', () => {
		const rate = limited();
		accept(rate, 100, 2_000);
		expect(rate.perSecond).toBeCloseTo(17 + 5);
	});

	it('does not grow with requests that it did not delay', () => {
		const rate = limited();
		accept(rate, 1_000, 2_000, false);
		expect(rate.perSecond).toBeCloseTo(17);
	});

	it('falls to 85 % of what was accepted lately, at least half of the old rate', () => {
		const rate = limited();
		for (let request = 0; request < 10; request++) rate.recordAccepted(20_000, false);
		rate.recordRateLimited(20_000);
		expect(rate.perSecond).toBeCloseTo(0.85 * 10);
		rate.recordRateLimited(60_000);
		expect(rate.perSecond).toBeCloseTo(0.85 * 0.85 * 5);
	});

	it('never rises at a 429, whatever was accepted', () => {
		const rate = limited();
		for (let request = 0; request < 1_000; request++) rate.recordAccepted(2_000, false);
		rate.recordRateLimited(2_000);
		expect(rate.perSecond).toBeCloseTo(0.85 * 17);
	});

	it('stays at one request in two seconds after many 429s', () => {
		const rate = new AdaptiveRate();
		for (let second = 1; second < 20; second++) rate.recordRateLimited(second * 1_000);
		expect(rate.perSecond).toBe(0.5);
	});
});
