import type { RunLister, RunReader } from '../../service/client';
import { ServiceError } from '../../service/errors';
import type { Stop } from '../../service/stop';
import { settle } from '../../service/settle';
import { isFinished, type Run } from '../../service/types';
import { searchOpenLists } from '../../runs/openRuns';

const FIRST_INTERVAL_MS = 2_000;
const MAX_INTERVAL_MS = 30_000;
const INTERVAL_GROWTH = 1.5;

/** Lets all items of a node hand in their runs before the first look. */
const GATHER_MS = 50;

/** Up to this many runs are simply asked for, one by one. */
const FEW = 4;

/** A run that was just accepted may not be found yet. */
const NOT_FOUND_LIMIT = 3;

/** Looks in a row that may fail for a passing reason, each after its own retries. */
const FAILED_LOOKS_LIMIT = 10;

/** A run did not finish in the time that it was given. */
export class WaitTimeout extends Error {
	override readonly name = 'WaitTimeout';

	constructor(
		readonly runId: string,
		readonly lastStatus: string | null,
	) {
		super(`Run ${runId} did not finish in time (last status: ${lastStatus ?? 'unknown'})`);
	}
}

interface WatchedRun {
	createdTime: string | null;
	lastStatus: string | null;
	/** In ms since 1970; infinite to wait until cancelled. */
	deadline: number;
	notFound: number;
	finished: Promise<Run>;
	resolve: (run: Run) => void;
	reject: (error: unknown) => void;
}

/**
 * One watch for any number of runs. It looks after 2 s and ever more rarely, down to every 30 s; few
 * runs are asked for one by one, many are looked for in the lists of open runs, and only those that
 * left the lists are asked for.
 */
export class RunWatch {
	private readonly open = new Map<string, WatchedRun>();

	private interval = FIRST_INTERVAL_MS;

	private nextLook = 0;

	private failedLooks = 0;

	private running = false;

	constructor(
		private readonly reader: RunLister & RunReader,
		private readonly stop: Stop,
	) {}

	/**
	 * The details of the run once it completed or failed.
	 * @param maxWaitMs 0 to wait until the execution is cancelled
	 * @param submittedNow whether the run cannot have finished yet, so that the first look can wait
	 * @throws WaitTimeout, ServiceError, StoppedError
	 */
	async finished(id: string, maxWaitMs: number, submittedNow: boolean): Promise<Run> {
		const watched = this.open.get(id) ?? this.add(id, maxWaitMs);
		this.interval = FIRST_INTERVAL_MS;
		const soon = Date.now() + (submittedNow ? FIRST_INTERVAL_MS : GATHER_MS);
		this.nextLook = this.running ? Math.min(this.nextLook, soon) : soon;
		if (!this.running) void this.run();
		return await watched.finished;
	}

	private add(id: string, maxWaitMs: number): WatchedRun {
		let resolve!: WatchedRun['resolve'];
		let reject!: WatchedRun['reject'];
		const finished = new Promise<Run>((onResult, onError) => {
			resolve = onResult;
			reject = onError;
		});
		const deadline = maxWaitMs === 0 ? Number.POSITIVE_INFINITY : Date.now() + maxWaitMs;
		const watched = { createdTime: null, lastStatus: null, deadline, notFound: 0 };
		const run = { ...watched, finished, resolve, reject };
		this.open.set(id, run);
		return run;
	}

	private async run(): Promise<void> {
		this.running = true;
		const watched = await settle(this.lookUntilAllFinished());
		if (watched.ok) return;
		this.running = false;
		for (const id of [...this.open.keys()]) this.fail(id, watched.error);
	}

	private async lookUntilAllFinished(): Promise<void> {
		while (this.open.size > 0) {
			await this.untilNextLook();
			await this.look();
		}
		// At once, so that a run which is handed in from now on starts the watch anew.
		this.running = false;
	}

	/** Ends early for the first deadline, and when a run is added that is to be looked at sooner. */
	private async untilNextLook(): Promise<void> {
		const deadline = Math.min(...[...this.open.values()].map((run) => run.deadline));
		const target = () => Math.min(this.nextLook, deadline);
		for (let now = Date.now(); now < target(); now = Date.now()) {
			await this.stop.pause(Math.min(target() - now, FIRST_INTERVAL_MS));
		}
	}

	private async look(): Promise<void> {
		const looked = await settle(this.lookOnce());
		this.failedLooks = looked.ok ? 0 : this.failedLooks + 1;
		if (!looked.ok && !this.isPassing(looked.error)) throw looked.error;
		this.giveUpLate();
		this.nextLook = Date.now() + this.interval;
		this.interval = Math.min(MAX_INTERVAL_MS, this.interval * INTERVAL_GROWTH);
	}

	private async lookOnce(): Promise<void> {
		const now = Date.now();
		// Runs that are handed in during the look were not looked for: they are left to the next one.
		const open = new Map(this.open);
		const listed = new Set<string>();
		const worthIt =
			open.size > FEW &&
			(await searchOpenLists(this.reader, open, ({ id, createdTime, status }) => {
				listed.add(id);
				this.note(id, createdTime, status);
			}));
		const unsure = [...open]
			.filter(([id, run]) => !worthIt || !listed.has(id) || run.deadline <= now)
			.map(([id]) => id);
		const read = await Promise.all(unsure.map(async (id) => await settle(this.read(id))));
		for (const result of read) if (!result.ok) throw result.error;
	}

	/** An error that concerns this run alone ends its wait; what may pass is left to the watch. */
	private async read(id: string): Promise<void> {
		const details = await settle(this.reader.details(id));
		if (details.ok) {
			const run = details.value;
			this.note(id, run.createdTime, run.status);
			if (isFinished(run)) this.close(id)?.resolve(run);
			return;
		}
		const { error } = details;
		if (!(error instanceof ServiceError) || error.details.transient) throw error;
		if (!this.isNotFoundYet(id, error)) this.fail(id, error);
	}

	private isNotFoundYet(id: string, error: ServiceError): boolean {
		const run = this.open.get(id);
		if (error.details.status !== 404 || !run) return false;
		run.notFound++;
		return run.notFound < NOT_FOUND_LIMIT;
	}

	private isPassing(error: unknown): boolean {
		const transient = error instanceof ServiceError && error.details.transient;
		return transient && this.failedLooks < FAILED_LOOKS_LIMIT;
	}

	private note(id: string, createdTime: string | null, status: string | null): void {
		const run = this.open.get(id);
		if (run) Object.assign(run, { createdTime, lastStatus: status, notFound: 0 });
	}

	private giveUpLate(): void {
		const now = Date.now();
		for (const [id, run] of this.open) {
			if (run.deadline <= now) this.fail(id, new WaitTimeout(id, run.lastStatus));
		}
	}

	private fail(id: string, error: unknown): void {
		this.close(id)?.reject(error);
	}

	private close(id: string): WatchedRun | undefined {
		const run = this.open.get(id);
		this.open.delete(id);
		return run;
	}
}
