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
	])('of which n8n gives %p ms is %i', (given, ms) => {
		expect(new PollTime(given).cancellation.leftMs).toBe(ms);
	});

	it('is half over after half of it', async () => {
		const poll = new PollTime(20_000);
		await time.pass(9_000);
		expect(poll.isHalfOver).toBe(false);
		await time.pass(1);
		expect(poll.isHalfOver).toBe(true);
	});
});

describe('A poll repeats a request', () => {
	it('that was refused, unless it is to wait long or half of the time is over', async () => {
		const poll = new PollTime(20_000);
		const repeats = () =>
			[undefined, 5_000, 5_001].map((retryAfterMs) => poll.mayRepeat(failed(429, retryAfterMs)));
		expect(repeats()).toEqual([true, true, false]);
		await time.pass(9_000);
		expect(repeats()).toEqual([true, true, false]);
		await time.pass(1);
		expect(repeats()).toEqual([false, false, false]);
	});

	it('that failed as long as another try can end in time', async () => {
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
