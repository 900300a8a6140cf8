import type { Comparison } from '../../../nodes/DocScore/runs/comparison/comparison';
import type { Load, LoadRun } from './load';

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

/** Each interrupted phase comes first in one of so many polls, and then takes a step. */
const PHASES = 6;

/** Of polls in a row that have no time for all and emit nothing, the first of so many is logged. */
const POLLS_PER_LINE = 10;

/** In how many polls it is to be done: twice the time that the requests take, and a few. */
export function pollsFor({ latency, budgetMs }: Load, { ended, listed, lists = 0 }: Work): number {
	const requests = (2 * ended) / AT_ONCE + 2 * Math.ceil(listed / (PAGE_SIZE / 2)) + lists + BASE;
	return Math.ceil((2 * requests * latency.max) / budgetMs) + FEW;
}

/** A trigger and what it owes: each run that finished after it had begun, exactly once. */
export class OwedRuns {
	private startedAt = Infinity;

	private begunAt = Infinity;

	/** Runs that were emitted: `emitted` of the load up to `seen`. */
	private readonly out = new Set<string>();

	private seen = 0;

	/** The number of the last poll from here; tests also let the load poll by itself. */
	private lastPoll = 0;

	/** Whether the last poll emitted or reported something. */
	private wasTold = false;

	/** Polls in a row that had no time for all, and told nothing. */
	private silent = 0;

	/** Those after which something is owed, and which should have been logged. */
	private untold = 0;

	private readonly starvation = new Starvation();

	private readonly starved = new Set<string>();

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
		if (load.polls !== this.lastPoll) [this.wasTold, this.silent] = [false, 0];
		const [told, lines] = [load.emitted.length + load.errors.length, load.logs.length];
		await load.poll();
		const isTold = load.emitted.length + load.errors.length > told;
		const isSilent = load.isCut && !isTold && load.logs.length === lines;
		const isDue = this.wasTold || this.silent === POLLS_PER_LINE;
		if (isSilent && isDue && this.left().length > 0) this.untold++;
		for (const name of this.starvation.starved(load.interrupted)) this.starved.add(name);
		this.lastPoll = load.polls;
		this.wasTold = isTold;
		this.silent = isSilent ? this.silent + 1 : 0;
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
		const { untold, starved } = this;
		return [
			...[...starved].map((name) => `the comparison ${name} did not advance in ${PHASES} polls`),
			...(untold > 0 ? [`${untold} polls had no time for all and told nothing`] : []),
			...(left > 0 ? [`${left} still owed`] : []),
			...(doubled > 0 ? [`${doubled} emitted twice`] : []),
			...(early > 0 ? [`${early} emitted that had finished before, or not at all`] : []),
		];
	}
}

interface Interrupted {
	comparison: Comparison;
	position: string;
	/** The creation time up to which any comparison of this name has come. */
	furthest: number;
	/** In how many polls in a row it was left where it stood. */
	polls: number;
}

/** Whether comparisons starve: one that a poll interrupted is to advance when its turn comes. */
class Starvation {
	private readonly parts = new Map<string, Interrupted>();

	/** @returns those that did not advance in a round of turns */
	starved(interrupted: ReadonlyMap<string, Comparison>): string[] {
		for (const [name, { comparison }] of this.parts) {
			if (comparison.isOver) this.parts.delete(name);
		}
		for (const [name, comparison] of interrupted) {
			const before = this.parts.get(name);
			const polls = hasAdvanced(before, comparison) ? 0 : (before?.polls ?? 0) + 1;
			const furthest = Math.max(comparison.comparedTo, before?.furthest ?? -Infinity);
			this.parts.set(name, { comparison, position: positionOf(comparison), furthest, polls });
		}
		return [...this.parts].filter(([, { polls }]) => polls >= PHASES).map(([name]) => name);
	}
}

/** One that began again counts only where it came further than those before it. */
function hasAdvanced(before: Interrupted | undefined, comparison: Comparison): boolean {
	if (before?.comparison === comparison) return before.position !== positionOf(comparison);
	return before === undefined || comparison.comparedTo > before.furthest;
}

/** Each step changes it: some parts are compared, divided or, where that is impossible, read a page further. */
const positionOf = (comparison: Comparison): string => JSON.stringify(comparison);
