import type { IDataObject } from 'n8n-workflow';
import { CancelledError } from '../../../nodes/DocScore/service/errors';
import { readRun, readSummary } from '../../../nodes/DocScore/service/readRun';
import type { RunLister, RunReader } from '../../../nodes/DocScore/service/client';
import type { Run, RunPage, RunQuery, RunSummary } from '../../../nodes/DocScore/service/types';
import { nextTurn } from '../../node';
import { type TrackSettings, TriggerProcess } from './driver';
import { failure, type ListDialect } from '../runs/fakeService';
import { type LoadRun, LoadRuns, selectionOf, statusAt } from './loadRuns';
import { Random } from '../runs/random';

export type { LoadRun } from './loadRuns';

export type Order = ListDialect['order'];

const MINUTE_MS = 60_000;
const CONCURRENCY = 10;

/** The time in ms that n8n gives a poll: as it comes, and with its opt-in scheduler. */
export const AS_N8N_COMES_MS = 300_000;
export const WITH_SCHEDULER_MS = 36_000;

/** A service under load and one trigger, in simulated time. */
export class Load implements RunLister, RunReader {
	time = Date.UTC(2026, 0, 5, 12);

	requests = 0;

	readonly emitted: Array<{ id: string; at: number; poll: number }> = [];

	readonly logs: string[] = [];

	readonly errors: unknown[] = [];

	polls = 0;

	/** Whether the last poll had no time for all that it began. */
	isCut = false;

	/** Throws where a request is to fail. */
	fault: (query: RunQuery | string) => void = () => {};

	/** What n8n keeps for the node. */
	data: IDataObject = {};

	readonly runs = new LoadRuns();

	private readonly summaries = new WeakMap<LoadRun, RunSummary>();

	private readonly random = new Random(7);

	private memory = this.newMemory();

	private readonly due: Array<{ at: number; wake: () => void }> = [];

	private inside = 0;

	private readonly waiting: Array<() => void> = [];

	private deadline = Infinity;

	/** The time in ms that n8n gives a poll. */
	givenMs = AS_N8N_COMES_MS;

	/** The service compares times of creation and bounds as multiples of so many ms. */
	boundsMs = 1;

	/** Whether lists show when runs were created. */
	isDated = true;

	/** Whether lists tell how many runs there are in all. */
	counts = true;

	/** What the node is called, and asked for. */
	node = 'Node';

	settings: Omit<TrackSettings, 'overlapMs'> = {
		criteria: {},
		events: ['completed', 'failed'],
		accountHash: 'a',
	};

	constructor(
		private readonly order: Order = 'newest',
		public latency = { min: 80, max: 160 },
	) {}

	get state(): string {
		return String(this.data.runs ?? '');
	}

	add(runs: LoadRun[]): void {
		this.runs.add(runs);
	}

	/** Lists do not show it any more. */
	hide(id: string): void {
		this.runs.hide(new Set([id]));
	}

	/** The service does not know them any more. */
	delete(ids: string[]): void {
		this.runs.remove(new Set(ids));
	}

	change(id: string, change: Partial<LoadRun>): void {
		Object.assign(this.runs.get(id) ?? {}, change);
		this.runs.refresh();
	}

	/** The runs for which it holds finish now. */
	finish(ends: (run: LoadRun, index: number) => boolean): void {
		for (const run of this.runs.listed().filter(ends)) run.finishAt = this.time;
		this.runs.refresh();
	}

	/** Runs created evenly within a span from now on, each of which takes so long. */
	burst(count: number, withinMs: number, lastsMs = 0): string[] {
		const first = this.runs.size;
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
		const pollMs = this.memory.pollMs(this.givenMs);
		this.deadline = startedAt + pollMs;
		this.polls++;
		this.isCut = false;
		const polled = this.memory.poll({
			node: this.node,
			data: this.data,
			givenMs: this.givenMs,
			settings: { ...this.settings, overlapMs: 10 * MINUTE_MS },
			reader: this,
			isListTimeUp: () => this.noteCut(this.time - startedAt > pollMs / 2),
			leftMs: () => this.deadline - this.time,
			log: (message) => void this.logs.push(message),
		});
		const { runs } = await this.drive(polled).catch((error: unknown) => {
			this.errors.push(error);
			return { runs: [] };
		});
		for (const { id } of runs) this.emitted.push({ id, at: this.time, poll: this.polls });
		return this.requests - before;
	}

	/** All that only the process remembers is gone. */
	restart(): void {
		this.memory = this.newMemory();
	}

	async query(query: RunQuery): Promise<RunPage> {
		return await this.answer(query, () => {
			const { total, runs: listed } = this.page(query);
			const runs = listed.map((run) => this.summaryOf(run));
			return { runs, totalCount: this.counts ? total : null };
		});
	}

	async details(id: string): Promise<Run> {
		return await this.answer(id, () => {
			const run = this.runs.get(id);
			const read = run && readRun({ doc: this.doc(run) });
			if (!read) throw failure(404, { isOwnBody: true });
			return read;
		});
	}

	private noteCut(isCut: boolean): boolean {
		this.isCut ||= isCut;
		return isCut;
	}

	private newMemory(): TriggerProcess {
		return new TriggerProcess(() => this.time);
	}

	private idOf(number: number): string {
		const mixed = Math.imul(number + 1, 0x9e3779b1) >>> 0;
		return `${mixed.toString(16).padStart(8, '0')}-0000-4000-8000-${`${number}`.padStart(12, '0')}`;
	}

	private page(query: RunQuery): { total: number; runs: LoadRun[] } {
		const { time, order, random } = this;
		const [skip, take] = [(query.page - 1) * query.limit, query.limit];
		const selection = selectionOf(query, this.boundsMs);
		if (order === 'newest' || order === 'oldest') {
			return this.runs.select(selection, time, { newestFirst: order === 'newest', skip, take });
		}
		const all = { newestFirst: false, skip: 0, take: Infinity };
		const { total, runs } = this.runs.select(selection, time, all);
		const keyOf = (run: LoadRun) => (order === 'status' ? statusAt(run, time) : run.id);
		const ordered =
			order === 'random'
				? random.shuffled(runs)
				: runs.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
		return { total, runs: ordered.slice(skip, skip + take) };
	}

	/** What stays the same is made once. */
	private summaryOf(run: LoadRun): RunSummary {
		const known = this.summaries.get(run);
		if (
			known?.status === statusAt(run, this.time) &&
			(known.createdTime !== null) === this.isDated
		) {
			return known;
		}
		const summary = readSummary(this.doc(run));
		if (!summary) throw new Error('A run without an ID');
		this.summaries.set(run, summary);
		return summary;
	}

	private doc(run: LoadRun) {
		const created_time = new Date(run.created).toISOString();
		const { id, name } = run;
		return {
			id,
			status: statusAt(run, this.time),
			...(name !== undefined && { filename: name }),
			...(this.isDated && { created_time }),
		};
	}

	private async answer<T>(asked: RunQuery | string, work: () => T): Promise<T> {
		if (this.inside >= CONCURRENCY) await new Promise<void>((go) => this.waiting.push(go));
		this.inside++;
		try {
			if (this.noteCut(this.time >= this.deadline))
				throw new CancelledError('The time for this work is up');
			this.requests++;
			const takes = this.random.between(this.latency.min, this.latency.max);
			const at = Math.min(this.time + takes, this.deadline);
			await new Promise<void>((wake) => this.due.push({ at, wake }));
			if (this.noteCut(this.time >= this.deadline))
				throw new CancelledError('The time for this work is up');
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
