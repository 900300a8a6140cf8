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
});
