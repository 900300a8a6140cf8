import type { Bootstrap } from './bootstrap';
import type { Comparison } from './comparison';

/**
 * How far the work of a poll came that its time cut short, and which runs it had no time to look at.
 * The next poll goes on from there, if it goes on from the same state. Losing it costs requests.
 */
export class Progress {
	readonly comparisons = new Map<string, Comparison>();

	/** IDs of runs that seem to have finished. */
	readonly candidates = new Set<string>();

	/** A ledger that begins, of which no state is kept yet. */
	bootstrap: Bootstrap | null = null;

	/** The state from which the next poll is to go on; null for none. */
	private state: string | null = null;

	/** Where a poll goes on from another state, what was compared since is not known in that. */
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

	/** Forgets candidates that are not open any more. */
	keepOnly(open: ReadonlyMap<string, unknown>): void {
		for (const id of this.candidates) if (!open.has(id)) this.candidates.delete(id);
	}
}
