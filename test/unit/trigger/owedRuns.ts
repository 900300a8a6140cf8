import { type Load, type LoadRun, WITH_SCHEDULER_MS } from './load';

/** Requests that some work needs. */
export interface Work {
	/** Runs that finished, or are gone: their details are read ten at once, in half of the time. */
	ended: number;
	/** Runs that are new or open: each is on two lists, of which pages are half full, read one by one. */
	listed: number;
	/** Other lists. */
	lists?: number;
}

export const AT_ONCE = 10;
const PAGE_SIZE = 100;

/** Lists of any poll, such as totals and first looks. */
const BASE = 20;

/** What a poll may lose by being short, waiting for the next full minute, or ending in between. */
export const FEW = 5;

/** In how many polls it is to be done: twice the time that the requests take, and a few. */
export function pollsFor({ latency }: Load, { ended, listed, lists = 0 }: Work): number {
	const requests = (2 * ended) / AT_ONCE + 2 * Math.ceil(listed / (PAGE_SIZE / 2)) + lists + BASE;
	return Math.ceil((2 * requests * latency.max) / WITH_SCHEDULER_MS) + FEW;
}

/** A trigger and what it owes: each run that finished after it had begun, exactly once. */
export class OwedRuns {
	private startedAt = Infinity;

	private begunAt = Infinity;

	/** Runs that were emitted: `emitted` of the load up to `seen`. */
	private readonly out = new Set<string>();

	private seen = 0;

	/** Polls that had no time for all and told nothing, after which something is owed. */
	private untold = 0;

	constructor(readonly load: Load) {}

	/** So many polls, after which all that finishes is owed. */
	async begin(polls: number): Promise<void> {
		this.startedAt = this.load.time;
		await this.polls(polls);
		this.begunAt = this.load.time;
	}

	async polls(count: number): Promise<void> {
		for (let poll = 0; poll < count; poll++) await this.poll();
	}

	private async poll(): Promise<void> {
		const { load } = this;
		const [told, lines] = [load.emitted.length + load.errors.length, load.logs.length];
		await load.poll();
		const isTold = load.emitted.length + load.errors.length > told;
		const isSilent = load.isCut && !isTold && load.logs.length === lines;
		if (isSilent && this.left().length > 0) this.untold++;
	}

	/** Runs that had finished by then and are not emitted yet. */
	left(by = this.load.time): LoadRun[] {
		for (; this.seen < this.load.emitted.length; this.seen++) {
			this.out.add(this.load.emitted[this.seen]?.id ?? '');
		}
		const name = this.load.settings.criteria.filters?.filename ?? '';
		return this.load.runs.listed().filter((run) => {
			const isOwed = run.finishAt > this.begunAt && run.finishAt <= by;
			return isOwed && (run.name ?? '').includes(name) && !this.out.has(run.id);
		});
	}

	/**
	 * Polls until all that has finished by now is emitted.
	 * @returns what is wrong after so many polls
	 */
	async pollAtMost(most: number): Promise<string[]> {
		const by = this.load.time;
		for (let poll = 0; poll < most && this.left(by).length > 0; poll++) await this.poll();
		const faults = this.faults(by);
		return faults.length > 0 ? [...faults, `after ${most} polls at most`] : [];
	}

	/** What is wrong with the runs that had finished by then. */
	faults(by: number): string[] {
		const { emitted, runs } = this.load;
		const left = this.left(by).length;
		const doubled = emitted.length - this.out.size;
		const early = emitted.filter(({ id, at }) => {
			const { finishAt = Infinity } = runs.get(id) ?? { finishAt: at };
			return finishAt <= this.startedAt || finishAt > at;
		}).length;
		const { untold } = this;
		return [
			...(untold > 0 ? [`${untold} polls had no time for all and told nothing`] : []),
			...(left > 0 ? [`${left} still owed`] : []),
			...(doubled > 0 ? [`${doubled} emitted twice`] : []),
			...(early > 0 ? [`${early} emitted that had finished before, or not at all`] : []),
		];
	}
}
