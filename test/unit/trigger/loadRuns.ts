import type { RunQuery } from '../../../nodes/DocScore/service/types';

export interface LoadRun {
	id: string;
	/** As lists show and filter it. */
	created: number;
	finishAt: number;
	/** Default: when it was created. */
	visibleAt?: number;
	/** Its last status. Default: completed. */
	ends?: string;
	name?: string;
}

/** Which runs a list shows: created from the first time on and before the second. */
export interface Selection {
	from: number;
	before: number;
	status?: string | undefined;
	name?: string | undefined;
}

/** A part of a list. */
interface Part {
	newestFirst: boolean;
	skip: number;
	take: number;
}

/** Runs in a row, and how many of them have which status; true as long as none of them changes. */
interface Block {
	runs: LoadRun[];
	tally: { from: number; until: number; all: number; of: Map<string, number> } | null;
}

const BLOCK_SIZE = 256;

export const statusAt = (run: LoadRun, time: number): string =>
	run.finishAt <= time ? (run.ends ?? 'completed') : 'processing';

/** Runs created evenly from a time on. */
export function evenly(
	prefix: string,
	count: number,
	[from, to]: [number, number],
	more: (created: number, index: number) => Partial<LoadRun> = () => ({}),
): LoadRun[] {
	return Array.from({ length: count }, (_, index) => {
		const created = Math.floor(from + ((to - from) * index) / count);
		return { id: `${prefix}${index}`, created, finishAt: created, ...more(created, index) };
	});
}

/** What a query asks for: times are compared as multiples of so many ms, and bounds are exclusive. */
export function selectionOf({ filters = {} }: RunQuery, boundsMs: number): Selection {
	const { startTime, endTime, status, filename } = filters;
	const sharp = (text: string) => Math.floor(Date.parse(text) / boundsMs) * boundsMs;
	return {
		from: startTime === undefined ? -Infinity : sharp(startTime) + boundsMs,
		before: endTime === undefined ? Infinity : sharp(endTime),
		status,
		name: filename,
	};
}

/** The runs of a service, in order of creation; counts among 100,000 cost no look at each of them. */
export class LoadRuns {
	private readonly byId = new Map<string, LoadRun>();

	private blocks: Block[] = [];

	/** Of those that were ever added. */
	get size(): number {
		return this.byId.size;
	}

	get(id: string): LoadRun | undefined {
		return this.byId.get(id);
	}

	/** All that lists may show, oldest first. */
	listed(): LoadRun[] {
		return this.blocks.flatMap(({ runs }) => runs);
	}

	add(runs: LoadRun[]): void {
		for (const run of runs) this.byId.set(run.id, run);
		this.arrange([...this.listed(), ...runs]);
	}

	hide(ids: ReadonlySet<string>): void {
		this.arrange(this.listed().filter(({ id }) => !ids.has(id)));
	}

	remove(ids: ReadonlySet<string>): void {
		this.hide(ids);
		for (const id of ids) this.byId.delete(id);
	}

	/** After a change of runs. */
	refresh(): void {
		for (const block of this.blocks) block.tally = null;
	}

	/** How many runs are selected at this time, and some of them. */
	select(selection: Selection, time: number, part: Part): { total: number; runs: LoadRun[] } {
		const { from, before, status, name } = selection;
		const fits = (run: LoadRun): boolean =>
			run.created >= from &&
			run.created < before &&
			(run.visibleAt ?? run.created) <= time &&
			(status === undefined || statusAt(run, time) === status) &&
			(name === undefined || (run.name ?? '').includes(name));
		const selected: LoadRun[] = [];
		let total = 0;
		for (let index = 0; index < this.blocks.length; index++) {
			const block = this.blocks[part.newestFirst ? this.blocks.length - 1 - index : index];
			const [first, last] = [block?.runs.at(0), block?.runs.at(-1)];
			if (!block || !first || !last || last.created < from || first.created >= before) continue;
			const isInside = first.created >= from && last.created < before && name === undefined;
			const count = isInside ? countOf(block, status, time) : null;
			const isSkipped = count !== null && total + count <= part.skip;
			if (count !== null && (isSkipped || total >= part.skip + part.take)) {
				total += count;
				continue;
			}
			const fitting = block.runs.filter(fits);
			if (part.newestFirst) fitting.reverse();
			const start = Math.max(0, part.skip - total);
			selected.push(...fitting.slice(start, start + part.take - selected.length));
			total += fitting.length;
		}
		return { total, runs: selected };
	}

	private arrange(runs: LoadRun[]): void {
		runs.sort((a, b) => a.created - b.created);
		this.blocks = Array.from({ length: Math.ceil(runs.length / BLOCK_SIZE) }, (_, index) => ({
			runs: runs.slice(index * BLOCK_SIZE, (index + 1) * BLOCK_SIZE),
			tally: null,
		}));
	}
}

function countOf(block: Block, status: string | undefined, time: number): number {
	const { tally } = block;
	const isValid = tally !== null && tally.from <= time && time < tally.until;
	const { all, of } = isValid ? tally : (block.tally = tallyOf(block.runs, time));
	return status === undefined ? all : (of.get(status) ?? 0);
}

function tallyOf(runs: LoadRun[], time: number) {
	const of = new Map<string, number>();
	let [all, until] = [0, Infinity];
	for (const run of runs) {
		const { finishAt, visibleAt = run.created } = run;
		if (finishAt > time) until = Math.min(until, finishAt);
		if (visibleAt > time) {
			until = Math.min(until, visibleAt);
			continue;
		}
		all++;
		const status = statusAt(run, time);
		of.set(status, (of.get(status) ?? 0) + 1);
	}
	return { from: time, until, all, of };
}
