import type { SharedReader } from '../../../engine/http/connection';
import { TimeSlice } from '../../../engine/timeSlice';
import { findInLists } from '../../../runs/waitedRuns';
import { now } from '../../../service/clock';
import { isTransient } from '../../../service/errors';
import { toResult } from '../../../service/result';
import { Timer } from '../../../service/timer';
import type { MayRepeat } from '../../../service/retries';
import {
	isFinished,
	type Run,
	type RunPage,
	type RunQuery,
	type RunSummary,
} from '../../../service/types';
import { isReadersOwn, ReaderPool } from './readerPool';
import { BATCH_MS, WatchedRun, type WaitOptions } from './watchedRun';

/** Up to this many runs are read one by one. */
const FEW = 2;

/**
 * How many temporary failures of lists in a row are tolerated, before runs are read without lists.
 */
const MAX_FAILED_LISTS = 3;

/** The most requests a second, on average, for polls that find nothing new. */
const MOST_PER_SECOND = 2;

/**
 * One poll loop for all runs that the executions of an account wait for. A few runs are read one by
 * one. Many runs are looked for in lists, which serve all of them at once, and only those that need
 * more than a list shows are read. No run waits for the response of another one, and any execution
 * that can send requests does so for all.
 */
export class RunWatch {
	/** By ID in lower case, because the service may change the case. */
	private readonly open = new Map<string, WatchedRun>();

	private readonly timer = new Timer();

	private readonly readers = new ReaderPool(() => this.timer.wakeNow());

	private readonly timeSlice = new TimeSlice();

	/** The earliest time of the next poll, in ms of `now`: polls that find nothing delay it. */
	private pollsFrom = Number.NEGATIVE_INFINITY;

	private failedLists = 0;

	private isListing = false;

	private isRunning = false;

	/** @param limiter provides the requests a second that polls may use */
	constructor(private readonly limiter: { readonly pollsPerSecond: number }) {}

	/**
	 * Resolves to the run when it has completed or failed, with its details unless
	 * the list is enough. Not async: the frame of an async function takes half a kilobyte, and thousands
	 * of runs wait at once.
	 * @throws WaitTimeout, ServiceError, CancelledError
	 */
	finished(reader: SharedReader, id: string, options: WaitOptions): Promise<Run | RunSummary> {
		this.readers.add(reader);
		const run = this.open.get(id.toLowerCase()) ?? new WatchedRun(id);
		this.open.set(id.toLowerCase(), run);
		const finished = run.finished(reader, options);
		// Stryker disable next-line ConditionalExpression: a second loop finds nothing left to do
		if (this.isRunning) this.timer.noLaterThan(run.nextEvent(this.pollsFrom));
		else void this.watch();
		return finished;
	}

	private async watch(): Promise<void> {
		// Stryker disable next-line BooleanLiteral: a second loop reads nothing again and only takes time
		this.isRunning = true;
		// Stryker disable next-line EqualityOperator: the loop would wait for the next run
		while (this.expire() > 0) {
			const time = now();
			for (const run of this.open.values()) if (run.takeLastRead(time)) void this.read(run);
			if (this.pollsFrom <= time) this.poll(time);
			await this.timer.until(this.nextEvent());
		}
		this.isRunning = false;
	}

	/** Removes runs that nobody waits for. @returns how many remain */
	private expire(): number {
		for (const [id, run] of this.open) {
			run.expire(now());
			if (run.isOver) this.open.delete(id);
		}
		return this.open.size;
	}

	private nextEvent(): number {
		let next = Number.POSITIVE_INFINITY;
		for (const run of this.open.values()) next = Math.min(next, run.nextEvent(this.pollsFrom));
		return next;
	}

	/** Reads the runs that are due; a list reads all of them at once. */
	private poll(time: number): void {
		const runs = [...this.open.values()];
		if (!runs.some((run) => run.isDue(time))) return;
		this.pollsFrom = time;
		const isFew = runs.length <= FEW;
		const polled = isFew ? runs.filter((run) => run.isDue(time + BATCH_MS)) : runs;
		for (const run of polled) run.notePoll(time);
		if (!isFew) void this.pollLists();
		else for (const run of polled) void this.readInPoll(run);
	}

	/** Never rejects. */
	private async pollLists(): Promise<void> {
		if (this.isListing) return;
		this.isListing = true;
		const wanted = new Map(this.open);
		const missing = new Set(wanted.values());
		const lister = { query: async (query: RunQuery) => await this.query(query) };
		const searched = await toResult(
			findInLists(lister, wanted, (run, listed) => {
				missing.delete(run);
				void this.noteListed(run, listed);
			}),
		);
		this.isListing = false;
		if (searched.ok) {
			this.failedLists = 0;
			return await this.readMissing([...missing], searched.value);
		}
		const { error } = searched;
		const isWaitedFor = isTransient(error) && ++this.failedLists < MAX_FAILED_LISTS;
		if (isWaitedFor || isReadersOwn(error)) {
			for (const run of wanted.values()) run.recordFailure(error, now());
			this.timer.wakeNow();
		} else {
			await this.readMissing([...wanted.values()], false);
		}
	}

	/** Never rejects. */
	private async noteListed(run: WatchedRun, listed: RunSummary): Promise<void> {
		run.isListed = true;
		run.note(listed);
		if (!isFinished(listed)) return;
		await run.finishListed({ ...listed, id: run.id });
		// Stryker disable next-line ConditionalExpression: a run that is over is not read
		if (run.isOver) this.forget(run);
		else await this.read(run);
	}

	/**
	 * Reads the runs that lists do not show. A run that has left the lists has finished. A run that
	 * was never listed may have finished or not be listed yet: a few of these are read, and more as
	 * long as they have finished or cannot be read.
	 */
	private async readMissing(runs: WatchedRun[], haveLeft: boolean): Promise<void> {
		const isGone = (run: WatchedRun) => haveLeft && run.isListed;
		for (const run of runs.filter(isGone)) {
			await this.timeSlice.yieldIfOver();
			void this.read(run);
		}
		const others = runs.filter((run) => !isGone(run)).sort((a, b) => a.readAt - b.readAt);
		for (let size = FEW; others.length > 0; size *= 2) {
			const batch = others.splice(0, size);
			await Promise.all(batch.map(async (run) => await this.readInPoll(run)));
			if (batch.some((run) => !run.isOver && !run.isRejected)) return;
		}
	}

	private async readInPoll(run: WatchedRun): Promise<void> {
		await this.timeSlice.yieldIfOver();
		await this.read(run);
		if (!run.isOver) this.notePollCost();
	}

	private async read(run: WatchedRun): Promise<void> {
		if (run.isOver || run.isBeingRead) return;
		run.isBeingRead = true;
		run.readAt = now();
		const mayRepeat: MayRepeat = (error) => run.mayRepeat(error);
		const details = await toResult(
			this.readers.ask(run.readers, async ({ client }) => await client.details(run.id, mayRepeat)),
		);
		run.isBeingRead = false;
		if (details.ok) run.note(details.value);
		if (details.ok && isFinished(details.value)) {
			run.finish(details.value);
			return this.forget(run);
		}
		if (!details.ok) run.recordFailure(details.error, now());
		// A run that has just failed is due now, so that it is removed.
		this.timer.noLaterThan(run.nextEvent(this.pollsFrom));
	}

	/** Removes the run, unless a new wait for the same run has begun. */
	private forget(run: WatchedRun): void {
		const id = run.id.toLowerCase();
		// Stryker disable next-line ConditionalExpression: without this, expire() does it later
		if (this.open.get(id) === run) this.open.delete(id);
		// Stryker disable next-line ConditionalExpression,EqualityOperator: only ends the loop sooner
		if (this.open.size === 0) this.timer.wakeNow();
	}

	private async query(query: RunQuery): Promise<RunPage> {
		this.notePollCost();
		return await this.readers.ask([], async ({ client }) => await client.query(query));
	}

	private notePollCost(): void {
		this.pollsFrom += 1_000 / Math.min(MOST_PER_SECOND, this.limiter.pollsPerSecond);
	}
}
