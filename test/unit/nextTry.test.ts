import { ServiceError } from '../../nodes/DocScore/service/errors';
import { afterRefusal, nextTry, SilenceError, spanOf } from '../../nodes/DocScore/service/nextTry';

const busy = (retryAfterMs?: number) =>
	new ServiceError('Busy', { outcome: 'rejected', transient: true, retryAfterMs });
const FOR_EVER = Number.POSITIVE_INFINITY;

const pauses = (retryAfterMs: number | undefined, chance: number) =>
	[1, 2, 3, 4].map((tried) => nextTry(busy(retryAfterMs), tried, FOR_EVER, chance));

describe('nextTry', () => {
	it.each([undefined, 0])('doubles its pauses with Retry-After %p, never hammering', (asked) => {
		const ofMs = (...all: number[]) => all.map((pauseMs) => ({ pauseMs }));
		expect(pauses(asked, 0)).toEqual(ofMs(250, 500, 1_000, 2_000));
		expect(pauses(asked, 1)).toEqual(ofMs(500, 1_000, 2_000, 4_000));
	});

	it('pauses as long as is asked for, if that is longer', () => {
		expect(pauses(1_500, 1).map((next) => 'pauseMs' in next && next.pauseMs)).toEqual([
			1_500, 1_500, 2_000, 4_000,
		]);
	});

	it('gives up after five tries, with the error as it is', () => {
		const error = busy(1_000);
		expect(nextTry(error, 5, FOR_EVER, 0)).toEqual({ giveUp: error });
	});

	it('pauses as always where no time is left, since the pause ends then', () => {
		expect(nextTry(busy(), 1, 0, 0)).toEqual({ pauseMs: 250 });
	});

	it('tells of the rest beside what the service said', () => {
		const details = { said: 'The service says: Index is down', retryAfterMs: 900_001 };
		const error = new ServiceError('Busy', { ...details, outcome: 'rejected', transient: true });
		expect(nextTry(error, 1, FOR_EVER, 0)).toMatchObject({
			giveUp: {
				details: { ...details, description: expect.stringMatching(/^The service asks/) },
			},
		});
	});

	it('gives up at a rest of more than 15 minutes, or than is left', () => {
		const outcome = (asked: number, leftMs: number) => {
			const next = nextTry(busy(asked), 1, leftMs, 0);
			return 'giveUp' in next ? next.giveUp.details.description : next.pauseMs;
		};
		expect(outcome(900_000, FOR_EVER)).toBe(900_000);
		expect(outcome(900_001, FOR_EVER)).toContain('for 16 minutes');
		expect(outcome(5_000, 5_000)).toBe(5_000);
		expect(outcome(5_001, 5_000)).toContain('for 6 seconds');
	});
});

describe('afterRefusal', () => {
	const MINUTE_MS = 60_000;
	const given = (times: number, forMs: number, retryAfterMs?: number, leftMs = FOR_EVER) =>
		afterRefusal(busy(retryAfterMs), { times, forMs }, leftMs)?.details.description ?? null;

	it('goes on for 15 minutes, however often it was refused', () => {
		expect(given(1, 0)).toBeNull();
		expect(given(500, 15 * MINUTE_MS - 1)).toBeNull();
		expect(given(1, 0, undefined, 0.5)).toBeNull();
		expect(given(500, 15 * MINUTE_MS)).toBe(
			'The service refused this 500 times within 15 minutes. Try again later.',
		);
	});

	it('gives up where the service asks for more than what is left of these', () => {
		expect(given(1, 0, 15 * MINUTE_MS)).toBeNull();
		expect(given(1, 0, 15 * MINUTE_MS + 1)).toContain('not to be called for 16 minutes');
		expect(given(2, MINUTE_MS, 14 * MINUTE_MS)).toBeNull();
		expect(given(2, MINUTE_MS, 14 * MINUTE_MS + 1)).toContain('2 times within 60 seconds');
		expect(given(1, 0, 5_000, 5_000)).toBeNull();
		expect(given(1, 0, 5_001, 5_000)).toContain('not to be called for 6 seconds');
	});
});

describe('A span of time', () => {
	it.each([
		[-5, '1 second'],
		[0, '1 second'],
		[1_000, '1 second'],
		[1_001, '2 seconds'],
		[60_000, '60 seconds'],
		[60_001, '2 minutes'],
	])('of %i ms is told as %s', (ms, told) => {
		expect(spanOf(ms)).toBe(told);
	});
});

describe('SilenceError', () => {
	it('says for how long, and whether much was refused before', () => {
		const [failed, silent, twice, refused] = [0, 1, 2, 7].map(
			(times) => new SilenceError(90_000, { times, forMs: 61_000 }),
		);
		// A Retry-After may come with a status that refuses nothing, such as 500.
		expect(failed?.details).toEqual(silent?.details);
		expect(silent).toMatchObject({
			message: 'The service wants to be left alone for 2 minutes',
			details: {
				description:
					'The service asks not to be called for 2 minutes, longer than this node can wait. Try again then.',
				outcome: 'rejected',
				transient: true,
				retryAfterMs: 90_000,
			},
		});
		expect(twice?.details.description).toContain('refused everything 2 times');
		expect(refused?.details.description).toBe(
			'The service refused everything 7 times within 2 minutes. Try again later.',
		);
	});

	it('is not tried again', () => {
		const error = new SilenceError(1_000, { times: 2, forMs: 0 });
		expect(nextTry(error, 1, FOR_EVER, 0)).toEqual({ giveUp: error });
	});
});
