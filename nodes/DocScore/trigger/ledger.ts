import type { SeenRun } from '../runs/listing';
import { TimeStyle } from '../runs/serviceTime';
import { isFinished } from '../service/types';
import { wholeSecond } from './partition';
import { LOOKBACK_MS, MAX_REMEMBERED } from './lookback';

/** A run is taken for deleted when it was not found in so many polls. */
const NOT_FOUND_LIMIT = 3;

/** So many runs are remembered for good, to know the account by. */
const MAX_LAST_ENDED = 3;

/** Stands for the creation time of a run that shows none: such a run is remembered for good. */
export const UNDATED = 8_640_000_000_000_000;

export interface OpenRun {
	created: number;
	/** Polls in a row in which the service did not know it. */
	notFound: number;
	/** Taken over from other filters: whether the present ones cover it is not known. */
	inherited: boolean;
}

/** Lists of the runs that were open when the trigger began, as far as they are still to be read. */
export interface Baseline {
	statuses: string[];
	/** How far the first of them was read, in ms since 1970; null for not at all. */
	from: number | null;
	/** Up to when its runs were created, in ms since 1970. */
	to: number;
	/** How many runs of that age had finished when the first list was begun; null for not counted. */
	finished: number | null;
}

/**
 * What the trigger knows. Runs created at the cursor or later are compared with the service's lists in
 * each poll. Of those created earlier, each is in `open`, or its end was dealt with, or a list of the
 * baseline shows it. `done` holds runs since the cursor whose end was dealt with. So a run that is owed
 * is in `open` or will be listed, and none is emitted twice.
 */
export class Ledger {
	/** In ms since 1970, a whole second; minus infinity while the service has had hardly any runs. */
	cursor = Number.NEGATIVE_INFINITY;

	readonly style = new TimeStyle();

	baseline: Baseline | null = null;

	readonly open = new Map<string, OpenRun>();

	/** Creation times of runs whose end was dealt with. */
	readonly done = new Map<string, number>();

	/** The runs that ended last, however long ago: an account that knows one of them is the same one. */
	ended: string[] = [];

	/**
	 * @param filters the filters for which the ledger is kept, as one text
	 * @param accountHash tells whose runs they are
	 * @param events which ends were wanted, as runs with other ends are dealt with as well
	 */
	constructor(
		readonly filters: string,
		public accountHash: string,
		public events: string[],
	) {}

	/** A ledger that begins anew for other filters, and emits nothing a second time. */
	successor(filters: string): Ledger {
		const next = new Ledger(filters, this.accountHash, this.events);
		next.style.zoned = this.style.zoned;
		for (const [id, created] of this.done) next.done.set(id, created);
		next.ended = this.ended;
		return next;
	}

	/** Takes over the runs that are owed under other filters, even if they have finished already. */
	inherit(former: Ledger): void {
		this.style.zoned ??= former.style.zoned;
		for (const [id, run] of former.open) {
			if (this.open.has(id)) continue;
			const listed = this.done.delete(id);
			// All that is covered was listed since the cursor, but for what shows no time.
			const isCovered = listed || run.created === UNDATED || run.created < this.cursor;
			if (isCovered) this.open.set(id, { ...run, inherited: !listed });
		}
	}

	/** Notes a run as it was listed. Returns whether it has finished and is still to be dealt with. */
	observe({ id, status, created }: SeenRun): boolean {
		const known = this.open.get(id);
		const finished = isFinished({ status });
		if (this.isDone(id) || (!known && this.isHistory(created, finished))) return false;
		const date = created === UNDATED ? (known?.created ?? created) : created;
		this.open.set(id, { created: date, notFound: 0, inherited: false });
		return finished;
	}

	isDone(id: string): boolean {
		return this.done.has(id);
	}

	/** A run so old that is not tracked was dealt with, even if its status should change again. */
	private isHistory(created: number, finished: boolean): boolean {
		const isInBaseline = this.baseline !== null && created < this.baseline.to;
		return created < this.cursor && (finished || !isInBaseline);
	}

	/** The run's end was dealt with, be it by emitting the run. */
	finish(id: string): void {
		const run = this.open.get(id);
		if (!run) return;
		this.open.delete(id);
		this.done.set(id, run.created);
		this.ended = [...this.ended, id].slice(-MAX_LAST_ENDED);
	}

	/** The service did not know the run. Returns it where that was so in several polls by now. */
	recordMissing(id: string): OpenRun | null {
		const run = this.open.get(id);
		if (!run) return null;
		run.notFound = Math.min(run.notFound + 1, NOT_FOUND_LIMIT);
		return run.notFound === NOT_FOUND_LIMIT ? run : null;
	}

	/**
	 * Where the cursor may stand, in ms since 1970: so far back that a clock that is set back loses
	 * nothing, but for no more finished runs than may be remembered.
	 * @param visible up to when all runs show by now, in ms since 1970
	 */
	nextCursor(visible: number): number {
		const older = [...this.done.values()].filter((created) => created < visible);
		const enough = older.sort((a, b) => b - a)[MAX_REMEMBERED] ?? Number.NEGATIVE_INFINITY;
		return wholeSecond(Math.max(visible - LOOKBACK_MS, enough));
	}

	/** All runs that were created before that moment, in ms since 1970, were listed. */
	advanceCursor(moment: number): void {
		this.cursor = wholeSecond(moment);
		// Lists of the baseline may still show those that have ended meanwhile.
		const from = this.baseline?.to ?? Number.NEGATIVE_INFINITY;
		for (const [id, created] of this.done) {
			if (created >= from && created < this.cursor) this.done.delete(id);
		}
	}
}
