import type { SharedReader } from '../../../engine/http/connection';
import { now } from '../../../service/clock';
import { isRateLimited, isTransient, type ServiceError } from '../../../service/errors';
import { readFailureReason } from '../../../service/failureReason';
import { isFinished, type Run, type RunSummary } from '../../../service/types';
import { mayBecomeVisible, VISIBLE_WITHIN_MS } from './lateVisibility';

/** How long, in ms, temporary failures to read a run are tolerated. */
const PASSES_WITHIN_MS = 15 * 60_000;

/**
 * How long before the end of a wait the last poll is, in ms and as a share of the wait; the shorter
 * counts.
 */
const LAST_BEFORE_MS = 1_000;
const LAST_BEFORE_PART = 0.1;

/** Runs that are due within so many ms are read together. */
export const BATCH_MS = 50;

/** The polling interval as a share of the elapsed wait, and its limits in ms. */
const INTERVAL_PART = 0.1;
const SHORTEST_INTERVAL_MS = 1_000;
const LONGEST_INTERVAL_MS = 30_000;

/** The run did not finish within Max Wait. */
export class WaitTimeout extends Error {
	override readonly name = 'WaitTimeout';

	constructor(
		readonly runId: string,
		/** The run as it was seen last, in a list or by its details; null if it never was. */
		readonly seen: RunSummary | null,
		/** Why the run could not be read last, if it could not. */
		readonly lastError: unknown,
	) {
		super('The run did not finish within Max Wait');
	}
}

export interface WaitOptions {
	/** In ms; 0 to wait until the execution is cancelled. */
	maxWaitMs: number;
	/** Whether the run was just submitted, so that the first poll can wait. */
	submittedNow: boolean;
	/** Whether the list contains all that the output of the finished run needs. */
	isEnough(run: RunSummary): Promise<boolean>;
}

/** An item that waits for a run; times in ms of `now`. */
interface Waiter {
	reader: SharedReader;
	deadline: number;
	/** When the last poll is due; infinite after it. */
	lastReadAt: number;
	isEnough(run: RunSummary): Promise<boolean>;
	resolve(run: Run | RunSummary): void;
	reject(error: unknown): void;
}

/** A run that one or several items wait for, each with its own Max Wait; times in ms of `now`. */
export class WatchedRun {
	isBeingRead = false;

	isListed = false;

	readAt = Number.NEGATIVE_INFINITY;

	private seen: Run | RunSummary | null = null;

	/** The last failure to read it, and since when it fails; null after a success. */
	private failure: { error: unknown; since: number } | null = null;

	/** When the failure ends the wait; infinite while a last attempt is made. */
	private decidedAt = Number.POSITIVE_INFINITY;

	private nextPollAt = Number.POSITIVE_INFINITY;

	private readonly since = now();

	private waiters: Waiter[] = [];

	constructor(readonly id: string) {}

	get createdTime(): string | null {
		return this.seen?.createdTime ?? null;
	}

	/** Whether no item waits for it any more. */
	get isOver(): boolean {
		return this.waiters.length === 0;
	}

	/** Whether the service rejected the last request for its details. */
	get isRejected(): boolean {
		return this.failure !== null && !isTransient(this.failure.error);
	}

	/** The readers of the waiting items. */
	get readers(): SharedReader[] {
		return this.waiters.map(({ reader }) => reader);
	}

	/** When something is due next. @param pollsFrom the earliest time of the next poll */
	nextEvent(pollsFrom: number): number {
		return this.waiters.reduce(
			(next, { deadline, lastReadAt }) => Math.min(next, deadline, lastReadAt),
			Math.min(this.decidedAt, Math.max(this.nextPollAt, pollsFrom)),
		);
	}

	finished(reader: SharedReader, options: WaitOptions): Promise<Run | RunSummary> {
		const { maxWaitMs, submittedNow, isEnough } = options;
		const time = now();
		const firstPollAt = time + (submittedNow ? SHORTEST_INTERVAL_MS : BATCH_MS);
		this.nextPollAt = Math.min(this.nextPollAt, firstPollAt);
		const deadline = maxWaitMs === 0 ? Number.POSITIVE_INFINITY : time + maxWaitMs;
		const lastReadAt = deadline - Math.min(LAST_BEFORE_MS, maxWaitMs * LAST_BEFORE_PART);
		return new Promise((resolve, reject) => {
			this.waiters.push({ reader, deadline, lastReadAt, isEnough, resolve, reject });
		});
	}

	isDue(time: number): boolean {
		return this.nextPollAt <= time;
	}

	/** Schedules the next poll, less and less often while the service does not know the run. */
	notePoll(time: number): void {
		const waited = (time - this.since) * INTERVAL_PART;
		const unknown =
			this.failure && !isTransient(this.failure.error) ? time - this.failure.since : 0;
		const interval = Math.max(SHORTEST_INTERVAL_MS, waited, unknown);
		this.nextPollAt = time + Math.min(LONGEST_INTERVAL_MS, interval);
	}

	/** Whether a last poll is due before an item gives up; true once for each item. */
	takeLastRead(time: number): boolean {
		const due = this.waiters.filter(({ lastReadAt }) => lastReadAt <= time);
		for (const waiter of due) waiter.lastReadAt = Number.POSITIVE_INFINITY;
		const decides = this.decidedAt <= time;
		if (decides) this.decidedAt = Number.POSITIVE_INFINITY;
		return decides || due.length > 0;
	}

	/**
	 * Whether a failed read may be repeated: not after a second failure in a row, because another
	 * poll follows, unless none follows in time for an item. A rate limit is not a failure of the
	 * run.
	 */
	mayRepeat(error: ServiceError): boolean {
		if (isRateLimited(error)) return true;
		const isLast = this.waiters.some(({ deadline, lastReadAt }) => lastReadAt > deadline);
		return isTransient(error) && (this.failure === null || isLast);
	}

	/** Rejects items whose time or execution has ended, even while requests are in flight. */
	expire(time: number): void {
		const { seen, failure } = this;
		this.waiters = this.waiters.filter(({ deadline, reader: { cancellation }, reject }) => {
			if (cancellation.error) reject(cancellation.error);
			else if (deadline <= time) reject(new WaitTimeout(this.id, seen, failure?.error));
			else return true;
			return false;
		});
	}

	/** A list that shows the run as finished does not end a failure of its details. */
	note(run: Run | RunSummary): void {
		this.seen = withDetailsOf(this.seen, run);
		if (isFinished(run)) return;
		this.failure = null;
		this.decidedAt = Number.POSITIVE_INFINITY;
	}

	/** Records a failed read, and ends the wait if the failures have lasted too long. */
	recordFailure(error: unknown, time: number): void {
		this.expire(time);
		const since = this.failure?.since ?? time;
		this.failure = { error, since };
		this.decidedAt = since + toleranceMs(error);
		if (this.decidedAt <= time) this.fail(error);
	}

	/** Ends the wait of each item that needs no more than the list contains. */
	async finishListed(run: RunSummary): Promise<void> {
		const enough = new Set<Waiter>();
		for (const waiter of this.waiters) {
			if (!(await waiter.isEnough(run))) continue;
			waiter.resolve(run);
			enough.add(waiter);
		}
		this.waiters = this.waiters.filter((waiter) => !enough.has(waiter));
	}

	finish(run: Run): void {
		for (const { resolve } of this.waiters.splice(0)) resolve(run);
	}

	fail(error: unknown): void {
		for (const { reject } of this.waiters.splice(0)) reject(error);
	}
}

/** The run, with the metadata and files that were read before if it comes from a list. */
function withDetailsOf(before: Run | RunSummary | null, run: Run | RunSummary): Run | RunSummary {
	if ('metadata' in run || before === null || !('metadata' in before)) return run;
	const { metadata, files } = before;
	return { ...run, metadata, files, failureReason: readFailureReason(run.raw) };
}

/** How long a failure is tolerated, in ms. */
function toleranceMs(error: unknown): number {
	if (isTransient(error)) return PASSES_WITHIN_MS;
	return mayBecomeVisible(error) ? VISIBLE_WITHIN_MS : 0;
}
