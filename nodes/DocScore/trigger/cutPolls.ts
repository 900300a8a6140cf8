import type { Poll } from './poll';
import { candidatesInOrder } from './verify';

/** Of the cut polls in a row, the first of so many is logged. */
const POLLS_PER_LINE = 10;

/**
 * Logs that a poll was cut by its time, so that a service that is too slow is noticed.
 * @param isCut whether it was, and reports no error
 */
export function noteCut(poll: Poll, isCut: boolean): void {
	const { cutPolls, log } = poll.tools;
	const isSilent = isCut && poll.finished.length === 0;
	if (isSilent && cutPolls.inARow % POLLS_PER_LINE === 0) {
		const count = candidatesInOrder(poll).length;
		const left = count === 0 ? 'Lists' : count === 1 ? '1 run' : `${count} runs`;
		log(`The poll's time ended. ${left} ${count === 1 ? 'is' : 'are'} left to the next poll`);
	}
	cutPolls.inARow = isSilent ? cutPolls.inARow + 1 : 0;
}
