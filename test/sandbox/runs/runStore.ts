import type { Run } from './run';

/** All runs, kept in the order of their creation so that a time range is found without a scan. */
export class RunStore {
	private runs: Run[] = [];

	private readonly byId = new Map<string, Run>();

	private numbered = 0;

	/** The number of a run that is about to come. */
	nextNumber(): number {
		return this.numbered++;
	}

	add(run: Run): void {
		this.byId.set(run.id, run);
		this.runs.splice(this.firstAfter(run.createdUs), 0, run);
	}

	addMany(runs: Run[]): void {
		for (const run of runs) this.byId.set(run.id, run);
		// The sort is stable: of runs created at the same moment, those added first stay first.
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

	/** Oldest first. */
	all(): readonly Run[] {
		return this.runs;
	}

	/** Oldest first, those created from `fromUs` to `toUs`, both included. */
	createdBetween(fromUs: number, toUs: number): Run[] {
		return this.runs.slice(this.firstAfter(fromUs - 1), this.firstAfter(toUs));
	}

	/** Index of the first run created after that moment (whole microseconds, so -1 means from). */
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
