import { WatchedRun } from '../../../../../nodes/DocScore/resources/run/waiting/watchedRun';
import { ServiceError } from '../../../../../nodes/DocScore/service/errors';
import { useDrivenTime } from '../../../../harness/jest/drivenTime';
import { asking } from './watching';

useDrivenTime();

const failed = (status: number, transient: boolean) =>
	new ServiceError('Failed', { status, outcome: 'rejected', transient });
const [down, unknown, rateLimited] = [failed(500, true), failed(404, false), failed(429, true)];

/** A run that one item waits for, at most so long. */
function watched(maxWaitMs: number) {
	const { reader } = asking(async () => await Promise.reject(down));
	const run = new WatchedRun('r1', false);
	void run.finished(reader, { maxWaitMs, submittedNow: false, isEnough: () => false });
	return { run, repeats: () => [down, unknown, rateLimited].map((error) => run.mayRepeat(error)) };
}

describe('A failed read of a run', () => {
	it.each([0, 60_000])(
		'is repeated after a temporary error, but after a second one only if it was a rate limit, with Max Wait of %d ms',
		(maxWaitMs) => {
			const { run, repeats } = watched(maxWaitMs);
			expect(repeats()).toEqual([true, false, true]);
			run.recordFailure(down, performance.now());
			expect(repeats()).toEqual([false, false, true]);
		},
	);

	it('is repeated after a second temporary error if no poll follows in time', () => {
		const { run, repeats } = watched(60_000);
		run.recordFailure(down, performance.now());
		expect(run.takeLastRead(performance.now() + 59_000)).toBe(true);
		expect(repeats()).toEqual([true, false, true]);
	});
});
