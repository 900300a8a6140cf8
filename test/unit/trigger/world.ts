import { CancelledError } from '../../../nodes/DocScore/service/errors';
import type { FakeRun, Status } from '../runs/fakeRuns';
import { failure, FakeService, type ListDialect } from '../runs/fakeService';
import type { Random } from '../runs/random';

const HOUR_MS = 3_600_000;

/** Less than for how long the trigger is made to look back. */
const SET_BACK_MS = 180_000;

export interface WorldOptions {
	order: 'newest' | 'oldest' | 'id' | 'status';
	inclusiveBounds: boolean;
	precision: ListDialect['shown'];
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
	/** Whether the requests for the details of some runs fail for a while. */
	failsReads: boolean;
	/** How lists are, where that is not drawn. */
	lists?: Partial<ListDialect>;
}

export interface WorldRun extends FakeRun {
	/** `a` or `b`. */
	name: string;
	/** When it really was created, whatever lists say. */
	acceptedAt: number;
	statuses: [pending: Status, processing: Status, end: Status];
	deletedAt: number;
	/** Requests for its details fail until then. */
	readableAt: number;
}

/** When it ends, and with which status. */
export const endOf = ({ statuses: [, , end] }: WorldRun): Status => end;

/** A service whose runs come and go inside every request. Times are in ms. */
export class World extends FakeService<WorldRun> {
	/** Requests that the poll under way may still send. */
	budget = 0;

	private calm = false;

	private setBackMs = 0;

	private datedAhead = 0;

	constructor(
		random: Random,
		private readonly options: WorldOptions,
	) {
		super(
			[],
			{
				order: options.order,
				inclusive: options.inclusiveBounds,
				shown: options.precision,
				zone: options.zoned ? 'utc' : 'none',
				total: options.tellsTotals ? 'exact' : 'missing',
				pageSize: options.pageSize,
				...options.lists,
			},
			random,
		);
	}

	/** Whether nothing new comes up any more. */
	get isCalm(): boolean {
		return this.calm;
	}

	/** Lets time pass while nobody asks anything. */
	wait(ms: number): void {
		const steps = this.random.between(1, 4);
		for (let step = 0; step < steps; step++) this.pass(ms / steps);
	}

	/** Nothing new comes up, nothing fails any more, and all that is under way comes to its end. */
	calmDown(): void {
		this.calm = true;
		for (const {
			statuses: [, processing, end],
		} of this.runs) {
			processing.since = Math.min(processing.since, this.time);
			end.since = Math.min(end.since, this.time + this.random.between(0, 60_000));
		}
	}

	/** Creates runs now, all at the same moment. */
	create(count: number): void {
		for (let index = 0; index < count; index++) this.runs.push(this.newRun());
	}

	protected override async ask(): Promise<void> {
		if (this.budget <= 0) throw new CancelledError('The time for this work is up');
		this.budget--;
		this.requests++;
		await Promise.resolve();
		this.pass(this.random.between(5, 800));
		if (this.calm || !this.random.chance(this.options.errorRate)) return;
		throw failure(this.random.chance(0.3) ? 429 : 503, { isOwnBody: true, transient: true });
	}

	protected override onAnswer(): void {
		this.pass(this.random.between(0, 400));
	}

	protected override detailsOf(run: WorldRun) {
		if (this.time < run.readableAt && !this.calm) throw failure(410, { isOwnBody: true });
		return super.detailsOf(run);
	}

	protected override shownStatus(run: WorldRun): string {
		const isFinished = endOf(run).since <= this.time;
		const flaps = isFinished && this.options.flaps && !this.calm && this.random.chance(0.03);
		return flaps ? 'processing' : super.shownStatus(run);
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

	private newRun(): WorldRun {
		const { lateMs, longestRunMs, ahead, failsReads } = this.options;
		const number = this.runs.length;
		const acceptedAt = this.time;
		// One in a while: of many nobody could tell which ones are right.
		const isAhead = ahead && number > 5 && number % 50 === 6 && this.datedAhead++ < 3;
		const lasts = this.random.chance(0.2) ? Infinity : this.random.between(0, longestRunMs);
		const id = `${this.random.between(0, 0xffff).toString(16)}-${number}`;
		const visibleAt = acceptedAt + this.random.between(0, lateMs);
		const end = this.random.chance(0.3) ? 'failed' : 'completed';
		return {
			id,
			name: this.random.chance(0.5) ? 'a' : 'b',
			acceptedAt,
			visibleAt,
			statuses: [
				{ since: acceptedAt, status: 'pending' },
				{ since: acceptedAt + (lasts === Infinity ? 0 : lasts / 2), status: 'processing' },
				{ since: acceptedAt + lasts, status: end },
			],
			deletedAt: Infinity,
			created: acceptedAt - this.setBackMs + (isAhead ? this.random.between(1, 24) * HOUR_MS : 0),
			readableAt: failsReads && number % 5 === 0 ? acceptedAt + this.random.between(0, 600_000) : 0,
		};
	}
}
