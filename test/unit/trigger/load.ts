import type { IDataObject } from 'n8n-workflow';
import { StoppedError } from '../../../nodes/DocScore/service/errors';
import { readRun, readSummary } from '../../../nodes/DocScore/service/readRun';
import type { RunLister, RunReader } from '../../../nodes/DocScore/service/client';
import type { Run, RunPage, RunQuery } from '../../../nodes/DocScore/service/types';
import { PollMemory } from '../../../nodes/DocScore/trigger/pollMemory';
import { track } from '../../../nodes/DocScore/trigger/tracker';
import { nextTurn } from '../../node';
import { Random } from './random';

export interface LoadRun {
	id: string;
	/** As lists show and filter it. */
	created: number;
	finishAt: number;
	/** Default: when it was created. */
	visibleAt?: number;
	/** Its last status. Default: completed. */
	ends?: string;
}

export type Order = 'newest' | 'oldest' | 'random' | 'id';

const MINUTE_MS = 60_000;
const BUDGET_MS = 40_500;
const CONCURRENCY = 10;

/** A service under load and one trigger, in simulated time: each answer takes 80 to 160 ms. */
export class Load implements RunLister, RunReader {
	time = Date.UTC(2026, 0, 5, 12);

	requests = 0;

	readonly emitted: Array<{ id: string; at: number; poll: number }> = [];

	readonly logs: string[] = [];

	readonly errors: unknown[] = [];

	polls = 0;

	/** Throws where a request is to fail. */
	fault: (query: RunQuery | string) => void = () => {};

	/** What n8n keeps for the node. */
	data: IDataObject = {};

	private runs: LoadRun[] = [];

	private readonly byId = new Map<string, LoadRun>();

	private readonly random = new Random(7);

	private memory = new PollMemory(() => this.time);

	private readonly due: Array<{ at: number; wake: () => void }> = [];

	private inside = 0;

	private readonly waiting: Array<() => void> = [];

	private deadline = Infinity;

	/** How far runs may be dated ahead of the clock. */
	private aheadMs = 0;

	/** Whether lists show when runs were created. */
	isDated = true;

	/** Whether lists tell how many runs there are in all. */
	counts = true;

	/** What the node is called, and asked for. */
	node = 'Node';

	settings = { search: {}, events: ['completed', 'failed'], account: 'a' };

	constructor(
		private readonly order: Order = 'newest',
		private readonly latency = { min: 80, max: 160 },
	) {}

	get state(): string {
		return String(this.data.runs ?? '');
	}

	add(runs: LoadRun[]): void {
		this.runs = [...this.runs, ...runs].sort((a, b) => a.created - b.created);
		for (const run of runs) {
			this.byId.set(run.id, run);
			this.aheadMs = Math.max(this.aheadMs, run.created - (run.visibleAt ?? run.created));
		}
	}

	/** Lists do not show it any more. */
	hide(id: string): void {
		this.runs = this.runs.filter((run) => run.id !== id);
	}

	change(id: string, change: Partial<LoadRun>): void {
		Object.assign(this.byId.get(id) ?? {}, change);
	}

	/** The runs for which it holds finish now. */
	finish(ends: (run: LoadRun, index: number) => boolean): void {
		for (const run of this.runs.filter(ends)) run.finishAt = this.time;
	}

	/** Runs created evenly within a span from now on, each of which takes so long. */
	burst(count: number, withinMs: number, lastsMs = 0): string[] {
		const first = this.runs.length;
		const runs = Array.from({ length: count }, (_, index) => {
			const created = this.time + Math.floor((index * withinMs) / count);
			return { id: this.idOf(first + index), created, finishAt: created + lastsMs };
		});
		this.add(runs);
		return runs.map(({ id }) => id);
	}

	/** A poll at the next full minute; returns how many requests it sent. */
	async poll(everyMs = MINUTE_MS): Promise<number> {
		this.time = Math.ceil((this.time + 1) / everyMs) * everyMs;
		const [before, startedAt] = [this.requests, this.time];
		this.deadline = startedAt + BUDGET_MS;
		this.polls++;
		const settings = { ...this.settings, overlapMs: 10 * MINUTE_MS };
		const tools = {
			...this.memory.tools,
			reader: this,
			enoughListed: () => this.time - startedAt > BUDGET_MS / 2,
			leftMs: () => this.deadline - this.time,
			log: (message: string) => void this.logs.push(message),
		};
		const polled = this.memory.poll(this.node, this.data, '', async (state) => {
			return await track(state, settings, tools);
		});
		const runs = await this.drive(polled).catch((error: unknown) => {
			this.errors.push(error);
			return [];
		});
		for (const { id } of runs) this.emitted.push({ id, at: this.time, poll: this.polls });
		return this.requests - before;
	}

	/** All that only the process remembers is gone. */
	restart(): void {
		this.memory = new PollMemory(() => this.time);
	}

	async query(query: RunQuery): Promise<RunPage> {
		return await this.answer(query, () => {
			const matching = this.inOrder(this.matching(query));
			const start = (query.page - 1) * query.limit;
			const page = matching.slice(start, start + query.limit);
			const runs = page.flatMap((run) => readSummary(this.doc(run)) ?? []);
			return { runs, totalCount: this.counts ? matching.length : null };
		});
	}

	async details(id: string): Promise<Run> {
		return await this.answer(id, () => {
			const run = this.byId.get(id);
			const read = run && readRun({ doc: this.doc(run) });
			if (!read) throw new Error('No such run');
			return read;
		});
	}

	private idOf(number: number): string {
		const mixed = Math.imul(number + 1, 0x9e3779b1) >>> 0;
		return `${mixed.toString(16).padStart(8, '0')}-0000-4000-8000-${`${number}`.padStart(12, '0')}`;
	}

	private matching({ filters = {} }: RunQuery): LoadRun[] {
		const from = filters.startTime === undefined ? -Infinity : Date.parse(filters.startTime);
		const to = filters.endTime === undefined ? Infinity : Date.parse(filters.endTime);
		return this.runs
			.slice(this.firstFrom(from + 1), this.firstFrom(Math.min(to, this.time + this.aheadMs + 1)))
			.filter(({ created, visibleAt = created }) => visibleAt <= this.time)
			.filter((run) => filters.status === undefined || filters.status === this.statusOf(run));
	}

	private firstFrom(created: number): number {
		let [low, high] = [0, this.runs.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.runs[middle]?.created ?? Infinity) < created) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	private inOrder(runs: LoadRun[]): LoadRun[] {
		if (this.order === 'oldest') return runs;
		if (this.order === 'newest') return runs.reverse();
		if (this.order === 'random') return this.random.shuffled(runs);
		return runs.sort((a, b) => (a.id < b.id ? -1 : 1));
	}

	private statusOf(run: LoadRun): string {
		return run.finishAt <= this.time ? (run.ends ?? 'completed') : 'processing';
	}

	private doc(run: LoadRun) {
		const created_time = new Date(run.created).toISOString();
		const { id } = run;
		return { id, status: this.statusOf(run), ...(this.isDated && { created_time }) };
	}

	private async answer<T>(asked: RunQuery | string, work: () => T): Promise<T> {
		if (this.inside >= CONCURRENCY) await new Promise<void>((go) => this.waiting.push(go));
		this.inside++;
		try {
			if (this.time >= this.deadline) throw new StoppedError('The time for this work is up');
			this.requests++;
			const at = this.time + this.random.between(this.latency.min, this.latency.max);
			await new Promise<void>((wake) => this.due.push({ at, wake }));
			if (this.time >= this.deadline) throw new StoppedError('The time for this work is up');
			this.fault(asked);
			return work();
		} finally {
			this.inside--;
			this.waiting.shift()?.();
		}
	}

	/** Moves the time to the next answer whenever nothing else is left to do. */
	private async drive<T>(work: Promise<T>): Promise<T> {
		let isOver = false;
		const over = work.finally(() => (isOver = true));
		over.catch(() => {});
		for (await nextTurn(); !isOver; await nextTurn()) {
			this.due.sort((a, b) => a.at - b.at);
			const next = this.due.shift();
			if (!next) continue;
			this.time = Math.max(this.time, next.at);
			next.wake();
		}
		return await over;
	}
}
