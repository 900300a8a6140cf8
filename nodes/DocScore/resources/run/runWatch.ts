import { searchOpenLists } from '../../runs/openRuns';
import { Alarm } from '../../service/alarm';
import { StoppedError } from '../../service/errors';
import { settle } from '../../service/settle';
import type { MayRepeat } from '../../service/transport';
import { isFinished, type Run, type RunPage, type RunQuery } from '../../service/types';
import { LookBudget } from './lookBudget';
import { isPassing } from './trouble';
import { type Asker, GATHER_MS, type Patience, WatchedRun } from './watchedRun';

/** Up to this many runs are simply asked for, one by one. */
const FEW = 2;

/** So many times in a row lists that fail for a passing reason are waited for; then done without. */
const FAILED_LISTS = 3;

/**
 * One watch for all runs that the executions of an account wait for. Few runs are asked for one by one;
 * many are looked for in the lists of open runs, which serves all of them at once, and only those that
 * left the lists are asked for. No run waits for the answer to another one, and what is asked goes
 * through an execution that is still there.
 */
export class RunWatch {
	/** By their ids in lower case, since the service may write them in another one. */
	private readonly open = new Map<string, WatchedRun>();

	private readonly askers = new WeakSet<Asker>();

	private readonly alarm = new Alarm();

	private readonly budget: LookBudget;

	private failedLists = 0;

	private isListing = false;

	private isRunning = false;

	/** @param pace tells how many requests a second are no burden */
	constructor(pace: { sparePerSecond: number }) {
		this.budget = new LookBudget(pace);
	}

	/**
	 * The details of the run once it completed or failed.
	 * @throws WaitTimeout, ServiceError, StoppedError
	 */
	async finished(asker: Asker, id: string, patience: Patience): Promise<Run> {
		this.notice(asker);
		const run = this.open.get(id.toLowerCase()) ?? new WatchedRun(id);
		this.open.set(id.toLowerCase(), run);
		const finished = run.finished(asker, patience);
		if (this.isRunning) this.alarm.noLaterThan(run.nextEvent(this.budget.nextAt));
		else void this.watch();
		return await finished;
	}

	/** Lets the watch know when the execution ends. */
	private notice(asker: Asker): void {
		if (this.askers.has(asker)) return;
		this.askers.add(asker);
		void asker.stop.ended.then(() => this.alarm.noLaterThan(Date.now()));
	}

	private async watch(): Promise<void> {
		this.isRunning = true;
		this.budget.begin();
		while (this.letGo() > 0) {
			const now = Date.now();
			for (const run of this.open.values()) if (run.takeOwnLook(now)) void this.read(run);
			if (this.budget.nextAt <= now) this.look(now);
			await this.alarm.until(this.nextEvent());
		}
		this.isRunning = false;
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
		const events = [...this.open.values()].map((run) => run.nextEvent(this.budget.nextAt));
		return events.reduce((next, each) => Math.min(next, each), Number.POSITIVE_INFINITY);
	}

	/** Looks for what is due: a list shows all at once. */
	private look(now: number): void {
		const runs = [...this.open.values()];
		if (!runs.some((run) => run.isDue(now))) return;
		const isFew = runs.length <= FEW;
		const looked = isFew ? runs.filter((run) => run.isDue(now + GATHER_MS)) : runs;
		for (const run of looked) run.noteLook(now);
		if (!isFew) void this.lookIntoLists();
		else for (const run of looked) void this.read(run);
	}

	/** Never rejects. */
	private async lookIntoLists(): Promise<void> {
		if (this.isListing) return;
		this.isListing = true;
		const open = new Map(this.open);
		const listed = new Set<string>();
		const searched = await settle(
			searchOpenLists({ query: async (query) => await this.query(query) }, open, (run) => {
				listed.add(run.id);
				open.get(run.id)?.noteListed(run);
			}),
		);
		this.isListing = false;
		if (searched.ok) {
			this.failedLists = 0;
			const missing = [...open].filter(([id]) => !listed.has(id)).map(([, run]) => run);
			await this.readAll(missing, searched.value);
		} else if (isPassing(searched.error) && ++this.failedLists < FAILED_LISTS) {
			for (const run of open.values()) run.suffer(searched.error, Date.now());
		} else {
			await this.readAll([...open.values()], false);
		}
	}

	/**
	 * What has left the lists has finished. What was never in them may have, or is not listed yet: of
	 * that as much is asked for as the budget allows, and more as long as it has indeed finished.
	 */
	private async readAll(runs: WatchedRun[], haveLeft: boolean): Promise<void> {
		const isGone = (run: WatchedRun) => haveLeft && run.isListed;
		for (const run of runs.filter(isGone)) void this.read(run);
		const others = runs.filter((run) => !isGone(run)).sort((a, b) => a.readAt - b.readAt);
		let size = Math.max(1, Math.floor(this.budget.left));
		while (others.length > 0 && size >= 1) {
			const batch = others.splice(0, size);
			await Promise.all(batch.map(async (run) => await this.read(run)));
			size = batch.every((run) => run.isOver) ? 2 * size : Math.floor(this.budget.left);
		}
	}

	private async read(run: WatchedRun): Promise<void> {
		if (run.isOver || run.isBeingRead) return;
		run.isBeingRead = true;
		run.readAt = Date.now();
		const mayRepeat: MayRepeat = (error) => run.mayLookAgain(error);
		const read = async ({ client }: Asker) => await client.details(run.id, mayRepeat);
		const details = await settle(askThrough(() => run.asker, read));
		run.isBeingRead = false;
		if (details.ok && isFinished(details.value)) {
			run.finish(details.value);
			return this.forget(run);
		}
		this.budget.spend(1);
		if (details.ok) run.note(details.value);
		else run.suffer(details.error, Date.now());
		this.alarm.noLaterThan(run.isOver ? Date.now() : this.nextEvent());
	}

	/** Somebody may have begun anew to wait for the same one. */
	private forget(run: WatchedRun): void {
		const id = run.id.toLowerCase();
		if (this.open.get(id) === run) this.open.delete(id);
	}

	/** A page of a list, through anybody who waits. */
	private async query(query: RunQuery): Promise<RunPage> {
		this.budget.spend(1);
		const page = await askThrough(
			() => [...this.open.values()].find((run) => run.asker)?.asker,
			async ({ client }) => await client.query(query),
		);
		const runs = page.runs.map((run) => ({ ...run, id: run.id.toLowerCase() }));
		return { ...page, runs };
	}
}

/** Asks through one execution, or through another where that one ends before it is its turn. */
async function askThrough<T>(
	find: () => Asker | undefined,
	ask: (asker: Asker) => Promise<T>,
): Promise<T> {
	for (let asker = find(); asker; asker = find()) {
		const answer = await settle(ask(asker));
		if (answer.ok) return answer.value;
		if (!asker.stop.isOver || !(answer.error instanceof StoppedError)) throw answer.error;
	}
	throw new StoppedError('Nobody waits any more');
}
