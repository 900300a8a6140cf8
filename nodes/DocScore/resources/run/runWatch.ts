import { searchOpenLists } from '../../runs/openRuns';
import type { RunLister, RunReader } from '../../service/client';
import { settle } from '../../service/settle';
import type { Stop } from '../../service/stop';
import type { MayRepeat } from '../../service/transport';
import { isFinished, type Run } from '../../service/types';
import { isPassing } from './trouble';
import { WatchedRun } from './watchedRun';

const FIRST_INTERVAL_MS = 2_000;
const MAX_INTERVAL_MS = 30_000;
const INTERVAL_GROWTH = 1.5;

/** Lets all items of a node hand in their runs before the first look. */
const GATHER_MS = 50;

/** Up to this many runs are simply asked for, one by one. */
const FEW = 4;

/** So many times in a row lists that fail for a passing reason are waited for; then done without. */
const FAILED_LISTS = 3;

/**
 * One watch for any number of runs. It looks after 2 s and ever more rarely, down to every 30 s; few
 * runs are asked for one by one, many are looked for in the lists of open runs, and only those that
 * left the lists are asked for. No run waits for the answer to another one.
 */
export class RunWatch {
	/** By their ids in lower case, since the service may write them in another one. */
	private readonly open = new Map<string, WatchedRun>();

	private readonly lister: RunLister;

	private interval = FIRST_INTERVAL_MS;

	private nextLook = 0;

	private failedLists = 0;

	private isListing = false;

	private running = false;

	/** When it goes on by itself, in ms since 1970. */
	private wakesAt = 0;

	private wake = () => {};

	constructor(
		private readonly reader: RunLister & RunReader,
		private readonly stop: Stop,
	) {
		this.lister = {
			query: async (query) => {
				const { runs, totalCount } = await reader.query(query);
				return { runs: runs.map((run) => ({ ...run, id: run.id.toLowerCase() })), totalCount };
			},
		};
	}

	/**
	 * The details of the run once it completed or failed.
	 * @param maxWaitMs 0 to wait until the execution is cancelled
	 * @param submittedNow whether the run cannot have finished yet, so that the first look can wait
	 * @throws WaitTimeout, ServiceError, StoppedError
	 */
	async finished(id: string, maxWaitMs: number, submittedNow: boolean): Promise<Run> {
		const watched = this.open.get(id.toLowerCase()) ?? new WatchedRun(id);
		this.open.set(id.toLowerCase(), watched);
		const finished = watched.finished(maxWaitMs);
		this.interval = FIRST_INTERVAL_MS;
		const soon = Date.now() + (submittedNow ? FIRST_INTERVAL_MS : GATHER_MS);
		this.nextLook = this.running ? Math.min(this.nextLook, soon) : soon;
		if (!this.running) void this.run();
		this.beThereAt(Math.min(this.nextLook, watched.nextEvent));
		return await finished;
	}

	private async run(): Promise<void> {
		this.running = true;
		const watched = await settle(this.lookUntilAllFinished());
		if (watched.ok) return;
		this.running = false;
		for (const run of this.open.values()) run.fail(watched.error);
		this.open.clear();
	}

	private async lookUntilAllFinished(): Promise<void> {
		while (this.letGo() > 0) {
			const now = Date.now();
			if (this.nextLook <= now) void this.look(now);
			for (const run of this.open.values()) if (run.takeOwnLook(now)) void this.read(run);
			this.wakesAt = this.nextEvent();
			const woken = new Promise<void>((wake) => (this.wake = wake));
			await this.stop.pause(this.wakesAt - now, woken);
		}
		// At once, so that a run which is handed in from now on starts the watch anew.
		this.running = false;
	}

	/** Wakes it where it would go on too late for that. */
	private beThereAt(time: number): void {
		if (time < this.wakesAt) this.wake();
	}

	/** How many are left without those whom nobody waits for. */
	private letGo(): number {
		for (const [id, run] of this.open) {
			run.expire(Date.now());
			if (run.isOver) this.open.delete(id);
		}
		return this.open.size;
	}

	private nextEvent(): number {
		const events = [...this.open.values()].map((run) => run.nextEvent);
		return events.reduce((next, each) => Math.min(next, each), this.nextLook);
	}

	/** Never rejects. A look whose answers do not come is followed by another, without what it asks. */
	private async look(now: number): Promise<void> {
		this.nextLook = now + MAX_INTERVAL_MS;
		const open = new Map(this.open);
		const unsure = open.size > FEW ? await this.notListed(open) : [...open.values()];
		await Promise.all(unsure.map(async (run) => await this.read(run)));
		this.nextLook = Math.min(this.nextLook, Date.now() + this.interval);
		this.beThereAt(this.nextEvent());
		this.interval = Math.min(MAX_INTERVAL_MS, this.interval * INTERVAL_GROWTH);
	}

	/** Those that are to be asked for: they are in no list of open runs, or the lists are of no help. */
	private async notListed(open: ReadonlyMap<string, WatchedRun>): Promise<WatchedRun[]> {
		if (this.isListing) return [];
		this.isListing = true;
		const listed = new Set<string>();
		const searched = await settle(
			searchOpenLists(this.lister, open, ({ id, createdTime, status }) => {
				listed.add(id);
				open.get(id)?.note(createdTime, status);
			}),
		);
		this.isListing = false;
		if (searched.ok) {
			this.failedLists = 0;
			return [...open].filter(([id]) => !searched.value || !listed.has(id)).map(([, run]) => run);
		}
		this.failedLists++;
		if (!isPassing(searched.error) || this.failedLists >= FAILED_LISTS) return [...open.values()];
		for (const run of open.values()) run.suffer(searched.error, Date.now());
		return [];
	}

	private async read(run: WatchedRun): Promise<void> {
		if (run.isOver || run.isBeingRead) return;
		run.isBeingRead = true;
		const mayRepeat: MayRepeat = (error) => run.mayLookAgain(error);
		const details = await settle(this.reader.details(run.id, mayRepeat));
		run.isBeingRead = false;
		if (!details.ok) {
			run.suffer(details.error, Date.now());
			return this.beThereAt(run.nextEvent);
		}
		run.note(details.value.createdTime, details.value.status);
		if (isFinished(details.value)) run.finish(details.value);
	}
}
