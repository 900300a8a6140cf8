import { ServiceError } from '../../nodes/DocScore/service/errors';
import { nextTry } from '../../nodes/DocScore/service/nextTry';

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
