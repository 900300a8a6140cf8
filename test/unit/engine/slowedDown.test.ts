import { slowedDown } from '../../../nodes/DocScore/engine/slowedDown';

describe('The hint that an execution was slowed down', () => {
	const told = (heldBackMs: number, refused: number, heldBackTo: number) =>
		slowedDown({ heldBackMs, heldBackTo, refused });

	it('counts what was refused', () => {
		expect(told(3_000, 2, 5)).toMatch(/ 3 seconds\. 2 requests were refused\.$/);
	});

	it('is worth telling from two seconds on where others were refused, else at once', () => {
		expect([told(1_999, 0, 5), told(0, 1, 5)]).toEqual([null, null]);
		expect(told(2_000, 0, 5)).toMatch(/slowed down for 2 seconds\.$/);
		expect(told(1, 1, 5)).toMatch(/slowed down for .+ One request was refused\.$/);
	});

	it.each([
		[0.5, '0.5'],
		[4.06, '4.1'],
		[9.94, '9.9'],
		[9.96, '10'],
		[10, '10'],
		[10.46, '10'],
		[19.5, '20'],
	])('tells a rate of %d as %s', (perSecond, about) => {
		expect(told(3_000, 0, perSecond)).toContain(`about ${about} requests a second`);
	});
});
