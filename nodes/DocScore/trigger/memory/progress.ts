import type { Bootstrap } from '../bootstrap';
import type { Comparison } from '../../runs/comparison/comparison';

/**
 * The progress of a poll whose time was over: interrupted comparisons, and candidates that were not
 * read. The next poll continues there if it continues from the same state. Losing the progress
 * costs only requests.
 */
export class Progress {
	readonly comparisons = new Map<string, Comparison>();

	/** IDs of runs that seem to have finished. */
	readonly candidates = new Set<string>();

	/** A ledger that is still beginning, without a stored state. */
	bootstrap: Bootstrap | null = null;

	/** The state to which the progress belongs; null for none. */
	private state: string | null = null;

	/** Forgets the progress if the poll continues from another state, which does not contain it. */
	continueFrom(state: string | null): void {
		if (state !== this.state) this.forget();
		this.state = state;
	}

	noteState(state: string): void {
		this.state = state;
	}

	forget(): void {
		this.comparisons.clear();
		this.candidates.clear();
		this.bootstrap = null;
	}

	/** Forgets candidates that are no longer open. */
	keepOnly(open: ReadonlyMap<string, unknown>): void {
		for (const id of this.candidates) if (!open.has(id)) this.candidates.delete(id);
	}
}
