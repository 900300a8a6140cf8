import {
	bareOf,
	CancelledError,
	isRateLimited,
	naming,
	RunError,
	RunFailedError,
	ServiceError,
} from '../../../nodes/DocScore/service/errors';

const ID = '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18';

const answer = (status?: number, retryAfterMs?: number) =>
	new ServiceError('Busy', { status, retryAfterMs, outcome: 'unknown', transient: true });

describe('An error', () => {
	it('has a name that tells logs what it is about', () => {
		expect(`${new CancelledError('Enough')}`).toBe('CancelledError: Enough');
		expect(`${new RunFailedError('Torn', ID, {})}`).toBe('RunError: Torn');
		expect(`${answer()}`).toBe('ServiceError: Busy');
		expect(new RunFailedError('Torn', ID, {})).toBeInstanceOf(RunError);
	});

	it('names the kind and ID of its object, unless its message contains the ID', () => {
		expect(naming('Run', ID, 'Busy')).toBe(`Run ${ID}: Busy`);
		const named = `Run ${ID.toUpperCase()} failed`;
		expect(naming('Run', ID, named)).toBe(named);
	});

	it('has a message without its object', () => {
		const details = { outcome: 'unknown', transient: true } as const;
		const named = new ServiceError(`Run ${ID}: Busy`, { ...details, bare: 'Busy' });
		expect([bareOf(named), bareOf(answer())]).toEqual(['Busy', 'Busy']);
	});

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
});
