/** The first and the longest time, in ms, until a run is read again. */
const FIRST_MS = 60_000;
const LONGEST_MS = 3_600_000;

/**
 * Runs that could not be read, or that have an unspecified status. Each is read again in the next
 * poll, then less and less often, so that any number of them costs little and delays no other run.
 */
export class ReadBackoff {
	/** Unsuccessful reads in a row, and when the run is due again, in ms of the local clock. */
	private readonly runs = new Map<string, { attempts: number; until: number }>();

	/** @param local ms of a monotonic clock */
	constructor(private readonly local: () => number) {}

	/** @returns whether it is the first unsuccessful read in a row */
	defer(id: string): boolean {
		const attempts = this.attempts(id) + 1;
		const ms = attempts === 1 ? 0 : Math.min(FIRST_MS * 2 ** (attempts - 2), LONGEST_MS);
		this.runs.set(id, { attempts, until: this.local() + ms });
		return attempts === 1;
	}

	clear(id: string): void {
		this.runs.delete(id);
	}

	isDeferred(id: string): boolean {
		return this.local() < (this.runs.get(id)?.until ?? Number.NEGATIVE_INFINITY);
	}

	get isEmpty(): boolean {
		return this.runs.size === 0;
	}

	attempts(id: string): number {
		return this.runs.get(id)?.attempts ?? 0;
	}

	/** Forgets runs that are no longer open. */
	keepOnly(open: ReadonlyMap<string, unknown>): void {
		for (const id of this.runs.keys()) if (!open.has(id)) this.runs.delete(id);
	}
}
