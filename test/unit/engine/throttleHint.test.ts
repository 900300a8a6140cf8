import { throttleHint } from '../../../nodes/DocScore/engine/throttleHint';

describe('The throttle hint', () => {
	const told = (throttledMs: number, rateLimitedCount: number, throttledTo: number) =>
		throttleHint({ throttledMs, throttledTo, rateLimitedCount });

	it('counts the rejected requests', () => {
		expect(told(3_000, 2, 5)).toMatch(/ 3 seconds\. 2 requests were rejected\.$/);
	});

	it('is shown after 2 seconds, or at once if requests of this execution were rejected', () => {
		expect([told(1_999, 0, 5), told(0, 1, 5)]).toEqual([null, null]);
		expect(told(2_000, 0, 5)).toMatch(/slowed this execution down by 2 seconds\.$/);
		expect(told(1, 1, 5)).toMatch(/slowed this execution down by .+ One request was rejected\.$/);
	});

	it.each([
		[0.04, '0.04'],
		[0.5, '0.5'],
		[4.06, '4.1'],
		[9.94, '9.9'],
		[9.96, '10'],
		[10, '10'],
		[10.46, '10'],
		[19.5, '20'],
	])('shows a rate of %d as %s', (perSecond, about) => {
		expect(told(3_000, 0, perSecond)).toContain(`about ${about} requests per second`);
	});
});
