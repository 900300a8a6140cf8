import type { SeenRun } from '../../runs/listing';
import { TimeStyle } from '../../runs/serviceTime';
import { isFinished } from '../../service/types';
import { wholeSecond } from '../../runs/comparison/partition';
import { LOOKBACK_MS, MAX_REMEMBERED } from './lookback';

/** A run is doubtful if it was not found in so many polls. */
const NOT_FOUND_LIMIT = 3;

/** How many ended runs are remembered permanently, to recognise the account. */
const MAX_LAST_ENDED = 3;

/** The creation time of a run that has none. Such a run is remembered permanently. */
export const UNDATED = 8_640_000_000_000_000;

export interface OpenRun {
	created: number;
	/** The number of polls in a row in which the service did not know the run. */
	notFound: number;
	/** Whether the run was taken over from other filters, and may not match the current ones. */
	inherited: boolean;
}

/** Whether only a list can tell that the run is still to be tracked. */
export const isDoubtful = ({ inherited, notFound }: OpenRun): boolean =>
	inherited || notFound === NOT_FOUND_LIMIT;

/** The lists of runs that were open when the trigger began, until they are read. */
export interface Baseline {
	statuses: string[];
	/**
	 * The creation time up to which the first list was read, in ms since 1970; null if not at all.
	 */
	from: number | null;
	/** The end of the lists' span, in ms since 1970. */
	to: number;
	/**
	 * How many runs of this span had finished when the first list was begun; null if not counted.
	 */
	finished: number | null;
}

/**
 * The trigger's state. Each poll compares runs created at the cursor or later with the service's
 * lists. Each run created earlier is in `open`, or is done, or is in a list of the baseline. `done`
 * contains runs since the cursor whose end is dealt with. So a run that is owed is in `open` or
 * will be listed, and none is emitted twice.
 */
export class Ledger {
	/** In ms since 1970, a whole second; minus infinity while the service has few runs. */
	cursor = Number.NEGATIVE_INFINITY;

	readonly style = new TimeStyle();

	baseline: Baseline | null = null;

	readonly open = new Map<string, OpenRun>();

	/** Creation times, in ms since 1970, of runs whose end is dealt with, by ID. */
	readonly done = new Map<string, number>();

	/**
	 * IDs in `done` that no list of the current filters has shown: they may match only former ones, so
	 * totals do not include them.
	 */
	readonly doneElsewhere = new Set<string>();

	/**
	 * The IDs of the last ended runs, however old: an account that knows one of them is the same
	 * account.
	 */
	ended: string[] = [];

	/**
	 * @param filters the filters of the ledger, as JSON
	 * @param accountHash identifies the account
	 * @param events the wanted ends; runs with other ends are done as well
	 */
	constructor(
		readonly filters: string,
		public accountHash: string,
		public events: string[],
	) {}

	/** A new ledger for other filters, which emits nothing a second time. */
	successor(filters: string): Ledger {
		const next = new Ledger(filters, this.accountHash, this.events);
		next.style.zoned = this.style.zoned;
		for (const [id, created] of this.done) {
			next.done.set(id, created);
			next.doneElsewhere.add(id);
		}
		next.ended = this.ended;
		return next;
	}

	/**
	 * Takes over the runs that are owed under the former filters, even if they have already finished.
	 */
	inherit(former: Ledger): void {
		this.style.zoned ??= former.style.zoned;
		for (const [id, run] of former.open) {
			if (this.open.has(id)) continue;
			const listed = this.done.delete(id);
			// Every run since the cursor that the filters match was listed, except runs without a time.
			const isCovered = listed || run.created === UNDATED || run.created < this.cursor;
			if (isCovered) this.open.set(id, { ...run, inherited: !listed });
		}
	}

	/** Records a listed run. @returns whether it has finished and is still to be dealt with */
	observe({ id, status, created }: SeenRun): boolean {
		this.doneElsewhere.delete(id);
		const known = this.open.get(id);
		const finished = isFinished({ status });
		if (this.isDone(id) || (!known && this.isHistory(created, finished))) return false;
		const date = created === UNDATED ? (known?.created ?? created) : created;
		this.open.set(id, { created: date, notFound: known?.notFound ?? 0, inherited: false });
		return finished;
	}

	isDone(id: string): boolean {
		return this.done.has(id);
	}

	/**
	 * Whether an untracked run is so old that it is dealt with, even if its status changes again.
	 */
	private isHistory(created: number, finished: boolean): boolean {
		const isInBaseline = this.baseline !== null && created < this.baseline.to;
		return created < this.cursor && (finished || !isInBaseline);
	}

	/** Records that the run's end is dealt with, by emitting it or because it was not wanted. */
	markDone(id: string): void {
		const run = this.open.get(id);
		if (!run) return;
		this.open.delete(id);
		this.done.set(id, run.created);
		this.ended = [...this.ended, id].slice(-MAX_LAST_ENDED);
	}

	/** Records that the service did not know the run. */
	recordMissing(id: string): void {
		const run = this.open.get(id);
		if (run) run.notFound = Math.min(run.notFound + 1, NOT_FOUND_LIMIT);
	}

	/**
	 * The latest position of the cursor, in ms since 1970: so far back that a clock that is set back
	 * loses nothing, but with no more finished runs than may be remembered.
	 * @param visible the creation time, in ms since 1970, up to which all runs are listed by now
	 */
	nextCursor(visible: number): number {
		const older = [...this.done.values()].filter((created) => created < visible);
		const enough = older.sort((a, b) => b - a)[MAX_REMEMBERED] ?? Number.NEGATIVE_INFINITY;
		return wholeSecond(Math.max(visible - LOOKBACK_MS, enough));
	}

	/**
	 * Moves the cursor to a moment, in ms since 1970, before which all runs were listed. It never goes
	 * back, to runs whose end is forgotten.
	 */
	advanceCursor(moment: number): void {
		this.cursor = Math.max(this.cursor, wholeSecond(moment));
		// Lists of the baseline may still show runs that have ended meanwhile.
		const from = this.baseline?.to ?? Number.NEGATIVE_INFINITY;
		for (const [id, created] of this.done) {
			if (created >= from && created < this.cursor) this.done.delete(id);
		}
	}
}
