import type { Comparison } from '../../../nodes/DocScore/trigger/comparison/comparison';
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

	/** Whether the last poll emitted or reported something. */
	private wasTold = false;

	/** Polls in a row that had no time for all, and told nothing. */
	private silent = 0;

	/** Those after which something is owed, and which should have been logged. */
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
		const isDue = this.wasTold || this.silent === POLLS_PER_LINE;
		if (isSilent && isDue && this.left().length > 0) this.untold++;
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
	 * Polls until all that has finished by now is emitted. Two polls in a row may show no progress, as
	 * has been seen where a request takes half a poll.
	 * @returns what is wrong after so many polls
	 */
	async pollAtMost(most: number): Promise<string[]> {
		const by = this.load.time;
		const rest = new Rest();
		let standstill = 0;
		for (let poll = 0; poll < most && this.left(by).length > 0 && standstill < 3; poll++) {
			await this.poll();
			const isLess = rest.hasFallen(this.left(by).length, this.load.interrupted);
			standstill = isLess ? 0 : standstill + 1;
		}
		const faults = this.faults(by);
		if (standstill === 3) faults.unshift('as much was left after three polls as before');
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

interface Interrupted {
	comparison: Comparison;
	position: string;
	/** The creation time up to which any comparison of this name has come. */
	furthest: number;
}

/** What is left to do after a poll: runs to emit, and spans of creation times to compare. */
class Rest {
	private owed = Infinity;

	private readonly parts = new Map<string, Interrupted>();

	/** @returns whether less is left than after the polls before, or nothing was interrupted */
	hasFallen(owed: number, interrupted: ReadonlyMap<string, Comparison>): boolean {
		const ended = [...this.parts].filter(([, { comparison }]) => comparison.isOver);
		const advanced = [...interrupted].filter((part) => this.hasAdvanced(...part));
		const hasFallen = owed < this.owed || ended.length > 0 || advanced.length > 0;
		this.owed = Math.min(owed, this.owed);
		for (const [name] of ended) this.parts.delete(name);
		for (const [name, comparison] of interrupted) {
			const furthest = Math.max(comparison.comparedTo, this.parts.get(name)?.furthest ?? -Infinity);
			this.parts.set(name, { comparison, position: positionOf(comparison), furthest });
		}
		return hasFallen || interrupted.size === 0;
	}

	/** One that began again counts only where it came further than those before it. */
	private hasAdvanced(name: string, comparison: Comparison): boolean {
		const before = this.parts.get(name);
		if (before?.comparison === comparison) return before.position !== positionOf(comparison);
		return before === undefined || comparison.comparedTo > before.furthest;
	}
}

/** Each step changes it: some parts are compared, divided or, where that is impossible, read a page further. */
const positionOf = (comparison: Comparison): string => JSON.stringify(comparison);
