import {
	CancelledError,
	isRateLimited,
	naming,
	RunError,
	ServiceError,
} from '../../../nodes/DocScore/service/errors';

const answer = (status?: number, retryAfterMs?: number) =>
	new ServiceError('Busy', { status, retryAfterMs, outcome: 'unknown', transient: true });

describe('An error', () => {
	it.each([
		['a 429', answer(429), true],
		['a 503 that asks for a pause', answer(503, 0), true],
		['a 503', answer(503), false],
		['a 500 that asks for a pause', answer(500, 1_000), false],
		['a missing response', answer(), false],
		['an error of another kind', new Error('Oh'), false],
	])('asks for fewer requests if it is %s: %p', (_, error, isLimited) => {
		expect(isRateLimited(error)).toBe(isLimited);
	});

	it('shows its kind in a log', () => {
		const errors = [answer(), new RunError('No', 'r1', {}), new CancelledError('End')];
		expect(errors.map(String)).toEqual([
			'ServiceError: Busy',
			'RunError: No',
			'CancelledError: End',
		]);
	});

	it('names its object once, in any case of letters', () => {
		expect(naming('Run', 'aB-1', 'No data')).toBe('Run aB-1: No data');
		expect(naming('Run', 'aB-1', 'No run Ab-1')).toBe('No run Ab-1');
	});
});
