import { sleep } from 'n8n-workflow';
import {
	type Deadline,
	DeadlineError,
	withDeadline,
} from '../../../nodes/DocScore/service/deadline';
import { useDrivenTime } from '../../harness/jest/drivenTime';

const time = useDrivenTime();
const SECOND_MS = 1_000;

/** Moves so many bytes every 40 seconds, ten times. */
const moving = (bytes: number) => async (deadline: Deadline) => {
	for (let step = 0; step < 10; step++) {
		await sleep(40 * SECOND_MS);
		deadline.moved(bytes);
	}
	return 'moved';
};

describe('A deadline of 60 seconds', () => {
	it.each([
		['a transfer that moves 10 kB in that time goes on', 10_000, 'moved'],
		['a transfer that moves less ends', 9_999, null],
	])('%s', async (_, bytes, result) => {
		const moved = withDeadline(60 * SECOND_MS, moving(bytes));
		if (result === null) await expect(moved).rejects.toThrow(DeadlineError);
		else expect(await moved).toBe(result);
		expect(time.passed).toBe((result === null ? 60 : 400) * SECOND_MS);
	});

	it.each([
		['the execution was stopped before', 0, 'aborted'],
		['the execution is stopped', 7, 'aborted'],
		['it ends', 60, null],
	])('aborts the work if %s', async (_, seconds, result) => {
		const [execution, aborted] = [new AbortController(), jest.fn(() => 'aborted')];
		const stop = () => execution.abort();
		const work = async ({ signal }: Deadline) =>
			await new Promise((resolve) => {
				const end = () => resolve(aborted());
				if (signal.aborted) end();
				else signal.addEventListener('abort', end);
			});
		if (seconds === 0) stop();
		if (seconds === 7) void sleep(seconds * SECOND_MS).then(stop);
		const ended = withDeadline(60 * SECOND_MS, work, execution.signal);
		const message = 'The service did not respond within 60 seconds';
		const details = { outcome: 'unknown', transient: true };
		if (result === null) await expect(ended).rejects.toMatchObject({ message, details });
		else expect(await ended).toBe(result);
		expect([time.passed, aborted.mock.calls]).toEqual([seconds * SECOND_MS, [[]]]);
	});

	it('leaves nothing behind when the work has ended', async () => {
		const execution = new AbortController();
		const work = async ({ signal }: Deadline) => await Promise.resolve(signal);
		const signal = await withDeadline(60 * SECOND_MS, work, execution.signal);
		execution.abort();
		expect(signal.aborted).toBe(false);
		await time.pass(SECOND_MS);
		expect(jest.getTimerCount()).toBe(0);
	});
});
