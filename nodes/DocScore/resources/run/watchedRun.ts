import type { RunLister, RunReader } from '../../service/client';
import { isRefusal, type ServiceError } from '../../service/errors';
import type { Stop } from '../../service/stop';
import type { Run, RunSummary } from '../../service/types';
import { addTrouble, decidedAt, endsWait, isPassing, type Trouble } from './trouble';

/** The last look is so much before the end of a wait, in ms and as a part of the wait. */
const LAST_LOOK_MS = 1_000;
const LAST_LOOK_PART = 0.1;

/** What is due within so many ms is looked for at once. */
export const GATHER_MS = 50;

/** The next look is so much later, as a part of the time already waited, within these bounds in ms. */
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

/** An execution that waits, through which can be asked. */
export interface Asker {
	client: RunLister & RunReader;
	stop: Stop;
}

/** How an item waits. */
export interface Patience {
	/** 0 to wait until the execution is cancelled. */
	maxWaitMs: number;
	/** Whether the run cannot have finished yet, so that the first look can wait. */
	submittedNow: boolean;
}

/** An item that waits for a run; times in ms since 1970. */
interface Waiter {
	asker: Asker;
	deadline: number;
	/** Infinite once it was begun. */
	lastLook: number;
	resolve: (run: Run) => void;
	reject: (error: unknown) => void;
}

/** A run that is waited for, by one item or several, each for as long as it was told. */
export class WatchedRun {
	createdTime: string | null = null;

	isBeingRead = false;

	/** Whether a list has shown it. */
	isListed = false;

	/** When its details were read last, in ms since 1970. */
	readAt = 0;

	private name: string | null = null;

	private lastStatus: string | null = null;

	private trouble: Trouble | null = null;

	/** When it is to be seen whether a run that is not known has shown up; infinite once it was begun. */
	private decidingLook = Number.POSITIVE_INFINITY;

	private nextLook = Number.POSITIVE_INFINITY;

	private readonly since = Date.now();

	private waiters: Waiter[] = [];

	constructor(readonly id: string) {}

	/** Whether nobody waits for it any more. */
	get isOver(): boolean {
		return this.waiters.length === 0;
	}

	/** Through whom can be asked for it. */
	get asker(): Asker | undefined {
		return this.waiters.find(({ asker }) => !asker.stop.isOver)?.asker;
	}

	/** When something is to be done, in ms since 1970. @param looksFrom when looks may be begun again */
	nextEvent(looksFrom: number): number {
		return this.waiters.reduce(
			(next, { deadline, lastLook }) => Math.min(next, deadline, lastLook),
			Math.min(this.decidingLook, Math.max(this.nextLook, looksFrom)),
		);
	}

	async finished(asker: Asker, { maxWaitMs, submittedNow }: Patience): Promise<Run> {
		const now = Date.now();
		this.nextLook = Math.min(
			this.nextLook,
			now + (submittedNow ? SHORTEST_INTERVAL_MS : GATHER_MS),
		);
		const deadline = maxWaitMs === 0 ? Number.POSITIVE_INFINITY : now + maxWaitMs;
		const lastLook = deadline - Math.min(LAST_LOOK_MS, maxWaitMs * LAST_LOOK_PART);
		return await new Promise((resolve, reject) => {
			this.waiters.push({ asker, deadline, lastLook, resolve, reject });
		});
	}

	isDue(now: number): boolean {
		return this.nextLook <= now;
	}

	/** It is looked for now, so it need not be for a while. */
	noteLook(now: number): void {
		const interval = Math.max(SHORTEST_INTERVAL_MS, (now - this.since) * INTERVAL_PART);
		this.nextLook = now + Math.min(LONGEST_INTERVAL_MS, interval);
	}

	/** Whether it is time for somebody's last look, or for the one that decides; true once for each. */
	takeOwnLook(now: number): boolean {
		const due = this.waiters.filter(({ lastLook }) => lastLook <= now);
		for (const waiter of due) waiter.lastLook = Number.POSITIVE_INFINITY;
		const decides = this.decidingLook <= now;
		if (decides) this.decidingLook = Number.POSITIVE_INFINITY;
		return decides || due.length > 0;
	}

	/**
	 * Whether the look that met with this error may try again: not where the one before it failed too,
	 * since another look comes by itself, unless none comes in time for somebody. That too much is asked
	 * of the service is no trouble of the run.
	 */
	mayLookAgain(error: ServiceError): boolean {
		if (!isPassing(error)) return false;
		const isLast = this.waiters.some(({ deadline, lastLook }) => lastLook > deadline);
		return this.trouble === null || isLast || isRefusal(error);
	}

	/** Lets go those whose time or execution is over, whatever requests are under way. */
	expire(now: number): void {
		const { name, lastStatus, trouble } = this;
		this.waiters = this.waiters.filter(({ deadline, asker: { stop }, reject }) => {
			if (stop.error) reject(stop.error);
			else if (deadline <= now) reject(new WaitTimeout(this.id, name, lastStatus, trouble?.error));
			else return true;
			return false;
		});
	}

	noteListed(run: RunSummary): void {
		this.isListed = true;
		this.note(run);
	}

	note({ name, createdTime, status }: Pick<RunSummary, 'name' | 'createdTime' | 'status'>): void {
		this.name = name;
		this.createdTime = createdTime;
		this.lastStatus = status;
		this.trouble = null;
		this.decidingLook = Number.POSITIVE_INFINITY;
	}

	/** It could not be read: ends the wait where that will not change. */
	suffer(error: unknown, now: number): void {
		this.trouble = addTrouble(this.trouble, error, now);
		this.decidingLook = decidedAt(this.trouble);
		if (endsWait(this.trouble, now)) this.fail(error);
	}

	finish(run: Run): void {
		for (const { resolve } of this.waiters.splice(0)) resolve(run);
	}

	fail(error: unknown): void {
		for (const { reject } of this.waiters.splice(0)) reject(error);
	}
}
