/** First and longest time in ms for which a run is postponed. */
const FIRST_MS = 60_000;
const LONGEST_MS = 3_600_000;

interface Postponement {
	/** Readings in a row that came to nothing. */
	readings: number;
	until: number;
	/** Whether it could be read, but has neither finished nor a status that is known. */
	isOdd: boolean;
}

/**
 * Runs whose details came to nothing: they could not be read, or the run has a status that the
 * specification does not know. Each is read again in the next poll, then more and more rarely, so
 * that any number of them costs little and holds up nobody.
 */
export class Postponed {
	private readonly runs = new Map<string, Postponement>();

	/** @param local milliseconds of a clock that is never set */
	constructor(private readonly local: () => number) {}

	/** @returns whether it is the first time in a row */
	begin(id: string, isOdd: boolean): boolean {
		const readings = this.readings(id) + 1;
		const ms = readings === 1 ? 0 : Math.min(FIRST_MS * 2 ** (readings - 2), LONGEST_MS);
		this.runs.set(id, { readings, until: this.local() + ms, isOdd });
		return readings === 1;
	}

	end(id: string): void {
		this.runs.delete(id);
	}

	/** A list shows that it has finished. */
	wake(id: string): void {
		if (this.runs.get(id)?.isOdd) this.end(id);
	}

	lasts(id: string): boolean {
		const { until } = this.runs.get(id) ?? {};
		return until !== undefined && this.local() < until;
	}

	readings(id: string): number {
		return this.runs.get(id)?.readings ?? 0;
	}

	/** Forgets the runs that are not open any more. */
	keepOnly(open: ReadonlyMap<string, unknown>): void {
		for (const id of this.runs.keys()) if (!open.has(id)) this.runs.delete(id);
	}
}
