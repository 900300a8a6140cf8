import { ServiceError, StoppedError } from '../../../nodes/DocScore/service/errors';
import { readRun, readSummary } from '../../../nodes/DocScore/service/readRun';
import type { RunLister, RunReader } from '../../../nodes/DocScore/service/client';
import type { Run, RunPage, RunQuery, RunSummary } from '../../../nodes/DocScore/service/types';
import type { Random } from './random';

const HOUR_MS = 3_600_000;

/** Less than for how long the trigger is made to look back. */
const SET_BACK_MS = 180_000;

export interface WorldOptions {
	order: 'newest' | 'oldest' | 'random' | 'id';
	inclusiveBounds: boolean;
	precision: 'microseconds' | 'milliseconds' | 'seconds';
	zoned: boolean;
	/** Longest time until a new run shows up. */
	lateMs: number;
	/** How probable it is that a request fails. */
	errorRate: number;
	/** How many runs are created within a request, on average. */
	arrivals: number;
	/** Longest time of a run from its creation to its end. */
	longestRunMs: number;
	/** Whether the service deletes runs now and then. */
	deletes: boolean;
	/** Whether a run that has finished is shown as processing now and then. */
	flaps: boolean;
	/** Whether a list tells how many runs there are in all. */
	tellsTotals: boolean;
	/** Most runs on a page. */
	pageSize: number;
	/** Whether many runs are created at once now and then. */
	bursts: boolean;
	/** Whether a few runs are dated hours ahead. */
	ahead: boolean;
	/** Whether the clock is set back by some minutes, once. */
	setBack: boolean;
	/** Whether the details of some runs are refused for a while. */
	refuses: boolean;
	/** Whether lists show no time of creation for some runs. */
	undated: boolean;
}

export interface ModelRun {
	id: string;
	created: number;
	visibleAt: number;
	processingAt: number;
	finishAt: number;
	outcome: 'completed' | 'failed';
	group: 'a' | 'b';
	deletedAt: number;
	/** How lists date and filter it. */
	dated: number;
	isDated: boolean;
	/** Its details are refused until then. */
	readableAt: number;
}

/** A model of the service whose runs come and go inside every request. Times are in ms. */
export class World implements RunLister, RunReader {
	time = Date.UTC(2026, 0, 5, 12);

	readonly runs: ModelRun[] = [];

	/** Times that were sent in another form than the service's own. */
	misread = 0;

	/** Requests that the poll under way may still send. */
	budget = 0;

	requests = 0;

	private calm = false;

	private setBackMs = 0;

	private datedAhead = 0;

	constructor(
		private readonly random: Random,
		private readonly options: WorldOptions,
	) {}

	/** Whether all has settled down. */
	get isCalm(): boolean {
		return this.calm;
	}

	statusOf(run: ModelRun): string {
		if (this.time < run.processingAt) return 'pending';
		return this.time < run.finishAt ? 'processing' : run.outcome;
	}

	isThere(run: ModelRun): boolean {
		return run.visibleAt <= this.time && this.time < run.deletedAt;
	}

	/** Lets time pass while nobody asks anything. */
	wait(ms: number): void {
		const steps = this.random.between(1, 4);
		for (let step = 0; step < steps; step++) this.pass(ms / steps);
	}

	/** Nothing new comes up, nothing fails any more, and all that is under way comes to its end. */
	settleDown(): void {
		this.calm = true;
		for (const run of this.runs) {
			run.processingAt = Math.min(run.processingAt, this.time);
			run.finishAt = Math.min(run.finishAt, this.time + this.random.between(0, 60_000));
		}
	}

	async query(query: RunQuery): Promise<RunPage> {
		await this.ask();
		const matching = this.inOrder(this.runs.filter(this.filterOf(query)));
		const limit = Math.min(query.limit, this.options.pageSize);
		const start = (query.page - 1) * limit;
		const runs = matching.slice(start, start + limit).map((run) => this.summary(run));
		this.pass(this.random.between(0, 400));
		return { runs, totalCount: this.options.tellsTotals ? matching.length : null };
	}

	async details(id: string): Promise<Run> {
		await this.ask();
		const run = this.runs.find((each) => each.id === id);
		if (!run || !this.isThere(run)) throw failure(404, false);
		if (this.time < run.readableAt && !this.calm) throw failure(410, false);
		const details = readRun({ doc: this.doc(run) });
		this.pass(this.random.between(0, 400));
		if (!details) throw new Error('The model has no such run');
		return details;
	}

	/** Creates runs now, all at the same moment. */
	create(count: number): void {
		for (let index = 0; index < count; index++) this.runs.push(this.newRun());
	}

	private async ask(): Promise<void> {
		if (this.budget <= 0) throw new StoppedError('The time for this work is up');
		this.budget--;
		this.requests++;
		await Promise.resolve();
		this.pass(this.random.between(5, 800));
		if (this.calm || !this.random.chance(this.options.errorRate)) return;
		throw failure(this.random.chance(0.3) ? 429 : 503, true);
	}

	private pass(ms: number): void {
		this.time += Math.floor(ms);
		if (this.calm) return;
		if (this.random.chance(this.options.arrivals / 4)) this.create(this.random.between(1, 7));
		if (this.options.bursts && this.random.chance(0.005)) this.create(40);
		if (this.options.setBack && this.random.chance(0.005)) this.setBackMs = SET_BACK_MS;
		if (!this.options.deletes || !this.random.chance(0.05)) return;
		const run = this.runs[this.random.between(0, this.runs.length - 1)];
		if (run) run.deletedAt = Math.min(run.deletedAt, this.time);
	}

	private newRun(): ModelRun {
		const { lateMs, longestRunMs } = this.options;
		const number = this.runs.length;
		const created = this.time;
		const { ahead, refuses, undated } = this.options;
		// One in a while: of many nobody could tell which ones are right.
		const isAhead = ahead && number > 5 && number % 50 === 6 && this.datedAhead++ < 3;
		const lasts = this.random.chance(0.2) ? Infinity : this.random.between(0, longestRunMs);
		return {
			id: `${this.random.between(0, 0xffff).toString(16)}-${number}`,
			created,
			visibleAt: created + this.random.between(0, lateMs),
			processingAt: created + (lasts === Infinity ? 0 : lasts / 2),
			finishAt: created + lasts,
			outcome: this.random.chance(0.3) ? 'failed' : 'completed',
			group: this.random.chance(0.5) ? 'a' : 'b',
			deletedAt: Infinity,
			dated: created - this.setBackMs + (isAhead ? this.random.between(1, 24) * HOUR_MS : 0),
			isDated: !undated || number < 6 || number % 20 !== 7,
			readableAt: refuses && number % 5 === 0 ? created + this.random.between(0, 600_000) : 0,
		};
	}

	private filterOf({ filters = {} }: RunQuery): (run: ModelRun) => boolean {
		const { startTime, endTime, status, filename } = filters;
		const edge = this.options.inclusiveBounds ? 0 : 1;
		const from = startTime === undefined ? -Infinity : this.parse(startTime) + edge;
		const to = endTime === undefined ? Infinity : this.parse(endTime) - edge;
		return (run) =>
			run.dated >= from &&
			run.dated <= to &&
			this.isThere(run) &&
			(status === undefined || status === this.statusOf(run)) &&
			(filename === undefined || run.group === filename);
	}

	private shownStatus(run: ModelRun): string {
		const status = this.statusOf(run);
		const isFinished = run.finishAt <= this.time;
		const flaps = isFinished && this.options.flaps && !this.calm && this.random.chance(0.03);
		return flaps ? 'processing' : status;
	}

	private parse(text: string): number {
		if (text.endsWith('Z') !== this.options.zoned) this.misread++;
		return Date.parse(this.options.zoned ? text : `${text}Z`);
	}

	private inOrder(runs: ModelRun[]): ModelRun[] {
		switch (this.options.order) {
			case 'newest':
				return runs.sort((a, b) => b.dated - a.dated);
			case 'oldest':
				return runs.sort((a, b) => a.dated - b.dated);
			case 'id':
				return runs.sort((a, b) => (a.id < b.id ? -1 : 1));
			case 'random':
				return this.random.shuffled(runs);
		}
	}

	private summary(run: ModelRun): RunSummary {
		const summary = readSummary(this.doc(run));
		if (!summary) throw new Error('The model has no such run');
		return summary;
	}

	private doc(run: ModelRun) {
		const { id, dated } = run;
		const shown = {
			microseconds: (iso: string) => iso.replace('Z', '123Z'),
			milliseconds: (iso: string) => iso,
			seconds: (iso: string) => iso.replace(/\.\d+/, ''),
		}[this.options.precision](new Date(dated).toISOString());
		const created_time = this.options.zoned ? shown : shown.replace('Z', '');
		return { id, status: this.shownStatus(run), ...(run.isDated && { created_time }) };
	}
}

function failure(status: number, transient: boolean): ServiceError {
	return new ServiceError(`Status ${status}`, {
		status,
		isOwnBody: true,
		outcome: 'rejected',
		transient,
	});
}
