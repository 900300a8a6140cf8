import type { Comparison } from './comparison';

/**
 * How far the comparisons of a poll came that its time cut short, and which runs it had no time to look
 * at. The next poll goes on from there, if it goes on from the same state. Losing it costs requests.
 */
export class Progress {
	readonly comparisons = new Map<string, Comparison>();

	/** IDs of runs that seem to have finished. */
	readonly candidates = new Set<string>();

	/** What was created until then, in ms since 1970, was listed, but for what shows up late. */
	listedUntil = Number.NEGATIVE_INFINITY;

	/** The state that the last poll came to; null where it came to none. */
	private state: string | null = null;

	/** Where a poll goes on from another state, what was compared since is not known in that. */
	begin(state: string | null): void {
		if (state === null || state !== this.state) {
			this.comparisons.clear();
			this.candidates.clear();
			this.listedUntil = Number.NEGATIVE_INFINITY;
		}
		this.state = null;
	}

	end(state: string): void {
		this.state = state;
	}

	/** Forgets candidates that are not open any more. */
	keepOnly(open: ReadonlyMap<string, unknown>): void {
		for (const id of this.candidates) if (!open.has(id)) this.candidates.delete(id);
	}
}
