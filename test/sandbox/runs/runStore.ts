import type { Run } from './run';

/** All runs, sorted by creation time, so that a time range is found quickly. */
export class RunStore {
	private runs: Run[] = [];

	private readonly byId = new Map<string, Run>();

	private numbered = 0;

	/** The number of the next run. */
	nextNumber(): number {
		return this.numbered++;
	}

	add(run: Run): void {
		this.byId.set(run.id, run);
		this.runs.splice(this.firstAfter(run.createdUs), 0, run);
	}

	addMany(runs: Run[]): void {
		for (const run of runs) this.byId.set(run.id, run);
		// The sort is stable: runs created at the same time stay in the order of insertion.
		this.runs = this.runs.concat(runs).sort((a, b) => a.createdUs - b.createdUs);
	}

	get(id: string): Run | undefined {
		return this.byId.get(id.toLowerCase());
	}

	delete(id: string): boolean {
		this.runs = this.runs.filter((run) => run.id !== id);
		return this.byId.delete(id);
	}

	clear(): void {
		this.runs = [];
		this.numbered = 0;
		this.byId.clear();
	}

	/** All runs, oldest first. */
	all(): readonly Run[] {
		return this.runs;
	}

	/** The runs created from `fromUs` to `toUs`, both included, oldest first. */
	createdBetween(fromUs: number, toUs: number): Run[] {
		return this.runs.slice(this.firstAfter(fromUs - 1), this.firstAfter(toUs));
	}

	/**
	 * Index of the first run that was created after this time. Times are whole microseconds, so minus 1
	 * makes it inclusive.
	 */
	private firstAfter(us: number): number {
		let low = 0;
		let high = this.runs.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			const run = this.runs[middle];
			if (run !== undefined && run.createdUs <= us) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}
