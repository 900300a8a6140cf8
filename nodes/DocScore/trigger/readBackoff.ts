/** First and longest time in ms for which a run is not read again. */
const FIRST_MS = 60_000;
const LONGEST_MS = 3_600_000;

interface Deferral {
	/** Readings in a row that came to nothing. */
	attempts: number;
	until: number;
	/** Whether it could be read, but has neither finished nor a status that is known. */
	hasUnknownStatus: boolean;
}

/**
 * Runs whose details came to nothing: they could not be read, or the run has a status that the
 * specification does not know. Each is read again in the next poll, then more and more rarely, so
 * that any number of them costs little and holds up nobody.
 */
export class ReadBackoff {
	private readonly runs = new Map<string, Deferral>();

	/** @param local milliseconds of a clock that is never set */
	constructor(private readonly local: () => number) {}

	/** @returns whether it is the first time in a row */
	defer(id: string, hasUnknownStatus: boolean): boolean {
		const attempts = this.attempts(id) + 1;
		const ms = attempts === 1 ? 0 : Math.min(FIRST_MS * 2 ** (attempts - 2), LONGEST_MS);
		this.runs.set(id, { attempts, until: this.local() + ms, hasUnknownStatus });
		return attempts === 1;
	}

	clear(id: string): void {
		this.runs.delete(id);
	}

	/** A list shows that it has finished. */
	noteFinished(id: string): void {
		if (this.runs.get(id)?.hasUnknownStatus) this.clear(id);
	}

	isDeferred(id: string): boolean {
		const { until } = this.runs.get(id) ?? {};
		return until !== undefined && this.local() < until;
	}

	attempts(id: string): number {
		return this.runs.get(id)?.attempts ?? 0;
	}

	/** Forgets the runs that are not open any more. */
	keepOnly(open: ReadonlyMap<string, unknown>): void {
		for (const id of this.runs.keys()) if (!open.has(id)) this.runs.delete(id);
	}
}
