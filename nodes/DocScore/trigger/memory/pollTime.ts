/** The time of a poll in ms, unless an earlier one was cut. */
const FIRST_MS = 45_000;

/** What n8n gives a poll in ms, if it does not say so. */
export const GIVEN_MS = 300_000;

/** The share of n8n's time that a poll uses, because a response may come a little late. */
const USED_SHARE = 0.9;

/** The time of a node's polls: twice as long after one that was cut, up to what n8n gives. */
export class PollTime {
	private ms = FIRST_MS;

	/** The time of the next poll in ms. @param givenMs what n8n gives; older releases do not say */
	next(givenMs = GIVEN_MS): number {
		return Math.min(this.ms, givenMs * USED_SHARE);
	}

	/** Records whether a poll was cut, and how many ms it took. */
	note(isCut: boolean, tookMs: number): void {
		if (isCut) this.ms = Math.min(2 * this.ms, GIVEN_MS);
		else if (tookMs < FIRST_MS) this.ms = FIRST_MS;
	}
}
