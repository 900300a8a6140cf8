import type { ServiceError } from '../../service/errors';
import type { Run } from '../../service/types';
import { addTrouble, decidedAt, endsWait, isPassing, type Trouble } from './trouble';

/** The last look is so much before the end of a wait, in ms and as a part of the wait. */
const LAST_LOOK_MS = 1_000;
const LAST_LOOK_PART = 0.1;

const TOO_MANY_REQUESTS = 429;

/** A run did not finish in the time that it was given. */
export class WaitTimeout extends Error {
	override readonly name = 'WaitTimeout';

	constructor(
		readonly runId: string,
		readonly lastStatus: string | null,
		/** What kept the run from being read in the end. */
		readonly lastError: unknown,
	) {
		super(`Run ${runId} did not finish in time (last status: ${lastStatus ?? 'unknown'})`);
	}
}

/** An item that waits for a run; times in ms since 1970. */
interface Waiter {
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

	private lastStatus: string | null = null;

	private trouble: Trouble | null = null;

	/** When it is to be seen whether a run that is not known has shown up; infinite once it was begun. */
	private decidingLook = Number.POSITIVE_INFINITY;

	private waiters: Waiter[] = [];

	constructor(readonly id: string) {}

	/** Whether nobody waits for it any more. */
	get isOver(): boolean {
		return this.waiters.length === 0;
	}

	/** When something is to be done for one of those who wait. */
	get nextEvent(): number {
		return this.waiters.reduce(
			(next, { deadline, lastLook }) => Math.min(next, deadline, lastLook),
			this.decidingLook,
		);
	}

	/** @param maxWaitMs 0 to wait until the execution is cancelled */
	async finished(maxWaitMs: number): Promise<Run> {
		const deadline = maxWaitMs === 0 ? Number.POSITIVE_INFINITY : Date.now() + maxWaitMs;
		const lastLook = deadline - Math.min(LAST_LOOK_MS, maxWaitMs * LAST_LOOK_PART);
		return await new Promise((resolve, reject) => {
			this.waiters.push({ deadline, lastLook, resolve, reject });
		});
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
		return this.trouble === null || isLast || error.details.status === TOO_MANY_REQUESTS;
	}

	/** Lets go those whose time is over, whatever requests are under way. */
	expire(now: number): void {
		const late = this.waiters.filter(({ deadline }) => deadline <= now);
		this.waiters = this.waiters.filter((waiter) => !late.includes(waiter));
		const { lastStatus, trouble } = this;
		for (const { reject } of late) reject(new WaitTimeout(this.id, lastStatus, trouble?.error));
	}

	note(createdTime: string | null, status: string | null): void {
		this.createdTime = createdTime;
		this.lastStatus = status;
		this.trouble = null;
		this.decidingLook = Number.POSITIVE_INFINITY;
	}

	/** It could not be read: ends the wait where that will not change. */
	suffer(error: unknown, now: number): void {
		const lastingSince = this.trouble?.lastingSince ?? null;
		this.trouble = addTrouble(this.trouble, error, now);
		if (this.trouble.lastingSince !== lastingSince) this.decidingLook = decidedAt(this.trouble);
		if (endsWait(this.trouble, now)) this.fail(error);
	}

	finish(run: Run): void {
		for (const { resolve } of this.waiters.splice(0)) resolve(run);
	}

	fail(error: unknown): void {
		for (const { reject } of this.waiters.splice(0)) reject(error);
	}
}
