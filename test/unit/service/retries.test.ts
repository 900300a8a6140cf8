import { ServiceError } from '../../../nodes/DocScore/service/errors';
import {
	backoffMs,
	CooldownError,
	mayRepeatDownload,
	Retries,
	spanOf,
} from '../../../nodes/DocScore/service/retries';
import { useDrivenTime } from '../../harness/jest/drivenTime';

const time = useDrivenTime();
const MINUTE_MS = 60_000;

afterEach(() => jest.restoreAllMocks());

const busy = (retryAfterMs?: number) =>
	new ServiceError('Busy', { outcome: 'rejected', transient: true, retryAfterMs });

const rateLimited = (retryAfterMs?: number) =>
	new ServiceError('Busy', { status: 429, outcome: 'rejected', transient: true, retryAfterMs });

const retries = (leftMs = Number.POSITIVE_INFINITY) => new Retries({ leftMs });

describe('A failed request', () => {
	it.each([
		[0, undefined, [250, 500, 1_000, 2_000]],
		[0, 0, [250, 500, 1_000, 2_000]],
		[0.999_999, undefined, [500, 1_000, 2_000, 4_000]],
		[0.999_999, 1_500, [1_500, 1_500, 2_000, 4_000]],
	])('is tried five times, by chance %d with Retry-After %p', (chance, asked, pauses) => {
		jest.spyOn(Math, 'random').mockReturnValue(chance);
		const failing = retries();
		const error = busy(asked);
		const paused = pauses.map(() => Math.round(failing.after(error)));
		expect(paused).toEqual(pauses);
		expect(() => failing.after(error)).toThrow(error);
	});

	it('is retried after at most one minute', () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		expect(backoffMs(20)).toBe(30_000);
	});

	it('is not retried after a Retry-After of more than 15 minutes or of more than the remaining time', () => {
		const details = { said: 'The service says: Index is down', retryAfterMs: 900_001 };
		const error = new ServiceError('Busy', { ...details, outcome: 'rejected', transient: true });
		const told = { ...details, description: expect.stringContaining('in 16 minutes') };
		expect(() => retries().after(error)).toThrow(
			expect.objectContaining({ details: expect.objectContaining(told) }),
		);
		expect(retries().after(busy(900_000))).toBe(900_000);
		expect(retries(5_000).after(busy(5_000))).toBe(5_000);
		expect(() => retries(5_000).after(busy(5_001))).toThrow('Busy');
	});

	it('without a Retry-After is retried however little time is left', () => {
		for (const leftMs of [0.5, 0, -1]) expect(retries(leftMs).after(busy())).toBeGreaterThan(0);
		expect(retries(0.5).after(rateLimited())).toBe(0);
		expect(() => retries(0).after(busy(1))).toThrow('Busy');
	});
});

describe('An interrupted download', () => {
	const brokenOff = (brokenOffBytes?: number, transient = true) =>
		new ServiceError('Lost', { outcome: 'unknown', transient, brokenOffBytes });

	it.each([
		[10_000_000, 9_999_999, true],
		[10_000_000, 10_000_000, false],
	])('after %i and %i bytes is repeated twice: %s', (first, second, isRepeated) => {
		const mayRepeat = mayRepeatDownload();
		expect(mayRepeat(brokenOff(first))).toBe(true);
		expect(mayRepeat(brokenOff(second))).toBe(isRepeated);
		expect(mayRepeat(brokenOff(0))).toBe(false);
		// A failure before the first byte wastes nothing.
		expect(mayRepeat(brokenOff())).toBe(true);
	});

	it('of any size is repeated once', () => {
		expect(mayRepeatDownload()(brokenOff(25_000_000))).toBe(true);
	});

	it('is not repeated if the failure is final', () => {
		expect(mayRepeatDownload()(brokenOff(1, false))).toBe(false);
		expect(mayRepeatDownload()(brokenOff(undefined, false))).toBe(false);
	});
});

describe('A request with a 429', () => {
	it('is retried for 15 minutes, any number of times', async () => {
		const limited = retries();
		for (let times = 0; times < 500; times++) expect(limited.after(rateLimited())).toBe(0);
		await time.pass(15 * MINUTE_MS);
		expect(() => limited.after(rateLimited())).toThrow(
			expect.objectContaining({
				details: expect.objectContaining({
					description:
						'The service rejected the request 501 times within 15 minutes. Try again later.',
				}),
			}),
		);
	});

	it('is not retried if Retry-After is longer than the rest of the 15 minutes', async () => {
		const limited = retries();
		limited.after(rateLimited(15 * MINUTE_MS));
		await time.pass(MINUTE_MS);
		limited.after(rateLimited(14 * MINUTE_MS));
		expect(() => limited.after(rateLimited(14 * MINUTE_MS + 1))).toThrow('Busy');
		expect(() => retries().after(rateLimited(15 * MINUTE_MS + 1))).toThrow('Busy');
		expect(() => retries(5_000).after(rateLimited(5_001))).toThrow('Busy');
	});
});

describe('A duration', () => {
	it.each([
		[-5, '1 second'],
		[0, '1 second'],
		[1_000, '1 second'],
		[1_001, '2 seconds'],
		[60_000, '60 seconds'],
		[60_001, '2 minutes'],
	])('of %i ms is shown as %s', (ms, told) => {
		expect(spanOf(ms)).toBe(told);
	});
});

describe('CooldownError', () => {
	it('says how long the pause is, and how often requests were rejected before', () => {
		const [failed, unanswered, twice, refused] = [0, 1, 2, 7].map(
			(times) => new CooldownError(90_000, { times, forMs: 61_000 }),
		);
		// Retry-After can also accompany a status that is not a rejection, such as 500.
		expect(failed?.details).toEqual(unanswered?.details);
		expect(unanswered).toMatchObject({
			message: 'Rate limit reached',
			details: {
				description:
					'Retry in 2 minutes: the service asked for a pause longer than this node can wait.',
				outcome: 'rejected',
				transient: true,
				retryAfterMs: 90_000,
			},
		});
		expect(twice?.details.description).toContain('rejected all requests, 2 times');
		expect(refused?.details.description).toBe(
			'The service rejected all requests, 7 times within 2 minutes. Try again later.',
		);
	});
});
