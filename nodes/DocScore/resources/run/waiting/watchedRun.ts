import type { SharedReader } from '../../../engine/http/connection';
import { now } from '../../../service/clock';
import { isRateLimited, isTransient, type ServiceError } from '../../../service/errors';
import type { Run, RunSummary } from '../../../service/types';
import { mayBecomeVisible, VISIBLE_WITHIN_MS } from './lateVisibility';

/** For how long, in ms, a run may be impossible to read for reasons that pass. */
const PASSES_WITHIN_MS = 15 * 60_000;

/** The last reading is so much before the end of a wait, in ms and as a part of the wait. */
const LAST_BEFORE_MS = 1_000;
const LAST_BEFORE_PART = 0.1;

/** What is due within so many ms is read at once. */
export const BATCH_MS = 50;

/** The next poll is so much later, as a part of the time already waited, within these bounds in ms. */
const INTERVAL_PART = 0.1;
const SHORTEST_INTERVAL_MS = 1_000;
const LONGEST_INTERVAL_MS = 30_000;

/** A run did not finish in the time that it was given. */
export class WaitTimeout extends Error {
	override readonly name = 'WaitTimeout';

	constructor(
		readonly runId: string,
		/** The run's name where it was ever seen. */
		readonly runName: string | null,
		readonly lastStatus: string | null,
		/** What kept the run from being read in the end. */
		readonly lastError: unknown,
	) {
		super(`Run ${runId} did not finish in time (last status: ${lastStatus ?? 'unknown'})`);
	}
}

/** How an item waits. */
export interface WaitOptions {
	/** 0 to wait until the execution is cancelled. */
	maxWaitMs: number;
	/** Whether the run cannot have finished yet, so that the first poll can wait. */
	submittedNow: boolean;
	/** Whether what a list shows of the finished run will do, without its details. */
	isEnough(run: RunSummary): boolean;
}

/** An item that waits for a run; times in ms. */
interface Waiter {
	reader: SharedReader;
	deadline: number;
	/** When it is read for the last time; infinite once it was. */
	lastReadAt: number;
	isEnough(run: RunSummary): boolean;
	resolve(run: Run | RunSummary): void;
	reject(error: unknown): void;
}

/** A run that is waited for, by one item or several, each for as long as it was told; times in ms. */
export class WatchedRun {
	createdTime: string | null = null;

	/** A time before its creation, where one is known. */
	createdAfter: string | null = null;

	isBeingRead = false;

	/** Whether a list has shown it. */
	isListed = false;

	/** When its details were read last. */
	readAt = Number.NEGATIVE_INFINITY;

	private name: string | null = null;

	private lastStatus: string | null = null;

	/** What kept it from being read, and since when; null once it was. */
	private failure: { error: unknown; since: number } | null = null;

	/** When a failure ends the wait; infinite once it is being seen whether it still does. */
	private decidedAt = Number.POSITIVE_INFINITY;

	private nextPollAt = Number.POSITIVE_INFINITY;

	private readonly since = now();

	private waiters: Waiter[] = [];

	/** @param isNew whether it is submitted just now */
	constructor(
		readonly id: string,
		readonly isNew: boolean,
	) {}

	/** Whether nobody waits for it any more. */
	get isOver(): boolean {
		return this.waiters.length === 0;
	}

	/** Through whom those ask who wait for it. */
	get readers(): SharedReader[] {
		return this.waiters.map(({ reader }) => reader);
	}

	/** When something is to be done. @param pollsFrom when polls may be begun again */
	nextEvent(pollsFrom: number): number {
		return this.waiters.reduce(
			(next, { deadline, lastReadAt }) => Math.min(next, deadline, lastReadAt),
			Math.min(this.decidedAt, Math.max(this.nextPollAt, pollsFrom)),
		);
	}

	async finished(reader: SharedReader, options: WaitOptions): Promise<Run | RunSummary> {
		const { maxWaitMs, submittedNow, isEnough } = options;
		const time = now();
		const firstPollAt = time + (submittedNow ? SHORTEST_INTERVAL_MS : BATCH_MS);
		this.nextPollAt = Math.min(this.nextPollAt, firstPollAt);
		const deadline = maxWaitMs === 0 ? Number.POSITIVE_INFINITY : time + maxWaitMs;
		const lastReadAt = deadline - Math.min(LAST_BEFORE_MS, maxWaitMs * LAST_BEFORE_PART);
		return await new Promise((resolve, reject) => {
			this.waiters.push({ reader, deadline, lastReadAt, isEnough, resolve, reject });
		});
	}

	isDue(time: number): boolean {
		return this.nextPollAt <= time;
	}

	/** It is polled now, so it need not be for a while; ever less often while it is not known. */
	notePoll(time: number): void {
		const waited = (time - this.since) * INTERVAL_PART;
		const unknown =
			this.failure && !isTransient(this.failure.error) ? time - this.failure.since : 0;
		const interval = Math.max(SHORTEST_INTERVAL_MS, waited, unknown);
		this.nextPollAt = time + Math.min(LONGEST_INTERVAL_MS, interval);
	}

	/** Whether it is to be read before somebody gives it up; true once for each. */
	takeLastRead(time: number): boolean {
		const due = this.waiters.filter(({ lastReadAt }) => lastReadAt <= time);
		for (const waiter of due) waiter.lastReadAt = Number.POSITIVE_INFINITY;
		const decides = this.decidedAt <= time;
		if (decides) this.decidedAt = Number.POSITIVE_INFINITY;
		return decides || due.length > 0;
	}

	/**
	 * Whether a reading that met with this error may try again: not where the one before it failed too,
	 * since another poll comes by itself, unless none comes in time for somebody. That too much is asked
	 * of the service is no failure of the run.
	 */
	mayRepeat(error: ServiceError): boolean {
		if (isRateLimited(error)) return true;
		const isLast = this.waiters.some(({ deadline, lastReadAt }) => lastReadAt > deadline);
		return isTransient(error) && (this.failure === null || isLast);
	}

	/** Lets go those whose time or execution is over, whatever requests are under way. */
	expire(time: number): void {
		const { name, lastStatus, failure } = this;
		this.waiters = this.waiters.filter(({ deadline, reader: { cancellation }, reject }) => {
			if (cancellation.error) reject(cancellation.error);
			else if (deadline <= time) reject(new WaitTimeout(this.id, name, lastStatus, failure?.error));
			else return true;
			return false;
		});
	}

	note({ name, createdTime, status }: Pick<RunSummary, 'name' | 'createdTime' | 'status'>): void {
		this.name = name;
		this.createdTime = createdTime;
		this.lastStatus = status;
		this.failure = null;
		this.decidedAt = Number.POSITIVE_INFINITY;
	}

	/** It could not be read: ends the wait where that has lasted too long. */
	recordFailure(error: unknown, time: number): void {
		this.expire(time);
		const since = this.failure?.since ?? time;
		this.failure = { error, since };
		this.decidedAt = since + toleranceMs(error);
		if (this.decidedAt <= time) this.fail(error);
	}

	/** @returns whether its details are needed, as the list shows less than somebody waits for */
	finishListed(run: RunSummary): boolean {
		const [content, others] = partition(this.waiters, ({ isEnough }) => isEnough(run));
		this.waiters = others;
		for (const { resolve } of content) resolve(run);
		return others.length > 0;
	}

	finish(run: Run): void {
		for (const { resolve } of this.waiters.splice(0)) resolve(run);
	}

	fail(error: unknown): void {
		for (const { reject } of this.waiters.splice(0)) reject(error);
	}
}

/** How long a failure is waited for, in ms. */
function toleranceMs(error: unknown): number {
	if (isTransient(error)) return PASSES_WITHIN_MS;
	return mayBecomeVisible(error) ? VISIBLE_WITHIN_MS : 0;
}

function partition<T>(all: T[], isFirst: (each: T) => boolean): [T[], T[]] {
	const first = all.filter(isFirst);
	return [first, all.filter((each) => !first.includes(each))];
}
