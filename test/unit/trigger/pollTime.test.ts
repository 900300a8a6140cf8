import { ServiceError } from '../../../nodes/DocScore/service/errors';
import { PollTime } from '../../../nodes/DocScore/trigger/pollTime';
import { useDrivenTime } from '../../harness/jest/drivenTime';

const time = useDrivenTime();

const failed = (status: number, retryAfterMs?: number, transient = true) =>
	new ServiceError('No', { status, retryAfterMs, outcome: 'rejected', transient });

describe('The time of a poll', () => {
	it.each([
		[undefined, 40_500],
		[10_000, 9_000],
		[50_000, 45_000],
		[60_000, 45_000],
	])('with a limit of %p ms in n8n is %i ms', (given, ms) => {
		expect(new PollTime(given).cancellation.leftMs).toBe(ms);
	});

	it('is half over after half of the time', async () => {
		const poll = new PollTime(20_000);
		await time.pass(9_000);
		expect(poll.isHalfOver).toBe(false);
		await time.pass(1);
		expect(poll.isHalfOver).toBe(true);
	});
});

describe('A poll repeats a request', () => {
	it('after a 429, unless Retry-After is long or half of the time is over', async () => {
		const poll = new PollTime(20_000);
		const repeats = () =>
			[undefined, 5_000, 5_001].map((retryAfterMs) => poll.mayRepeat(failed(429, retryAfterMs)));
		expect(repeats()).toEqual([true, true, false]);
		await time.pass(9_000);
		expect(repeats()).toEqual([true, true, false]);
		await time.pass(1);
		expect(repeats()).toEqual([false, false, false]);
	});

	it('after a temporary failure, if another try can end in time', async () => {
		const poll = new PollTime(20_000);
		await time.pass(12_999);
		const asksForPause = failed(500, 1_000);
		const lasts = failed(500, undefined, false);
		expect([failed(500), asksForPause, lasts].map((error) => poll.mayRepeat(error))).toEqual([
			true,
			false,
			false,
		]);
		await time.pass(1);
		expect(poll.mayRepeat(failed(500))).toBe(false);
	});
});
