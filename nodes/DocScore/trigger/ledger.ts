import type { SeenRun } from '../runs/listing';
import { SHARPNESS_MS, TimeStyle } from '../runs/serviceTime';
import { isFinished } from '../service/types';
import { wholeSecond } from './cut';
import { LOOKBACK_MS, MAX_REMEMBERED } from './lookback';

/** A run is taken for deleted when it was not found in so many polls. */
const NOT_FOUND_LIMIT = 3;

/** So many runs are remembered for good, to know the account by. */
const MAX_ENDED = 3;

/** Stands for the creation time of a run that shows none: such a run is remembered for good. */
export const UNDATED = 8_640_000_000_000_000;

export interface OpenRun {
	created: number;
	/** Polls in a row in which the service did not know it. */
	notFound: number;
	/** Taken over from other filters: whether the present ones cover it is not known. */
	inherited: boolean;
}

/** Lists of open runs that are older than `since` and still to be read, up to that moment. */
export interface OlderRuns {
	statuses: string[];
	/** How far the first of them was read; null for not at all. */
	from: number | null;
	to: number;
	/** How many runs of that age had finished when the first list was begun; null for not counted. */
	finished: number | null;
}

/**
 * What the trigger knows. Runs created before `since` are settled: each is in `open`, or its end
 * was dealt with. Runs created later will be listed again; those of them whose end was dealt with are
 * in `done`, and so are those back to the horizon. So a run that is owed is in `open` or will be
 * listed, and none is emitted twice.
 */
export class Ledger {
	/** Null while the service has had hardly any runs. */
	since: number | null = null;

	/** From here on all runs are known that were listed; null like `since`. */
	horizon: number | null = null;

	/** What was created until then was listed once, so that what is new is looked for from there on. */
	reached: number | null = null;

	readonly style = new TimeStyle();

	older: OlderRuns | null = null;

	readonly open = new Map<string, OpenRun>();

	/** Creation times of runs whose end was dealt with. */
	readonly done = new Map<string, number>();

	/** The runs that ended last, however long ago: an account that knows one of them is the same one. */
	ended: string[] = [];

	/**
	 * @param filters the filters for which the ledger is kept, as one text
	 * @param account tells whose runs they are
	 * @param events which ends were wanted, as runs with other ends are dealt with as well
	 */
	constructor(
		readonly filters: string,
		public account: string,
		public events: string[],
	) {}

	/** A ledger that begins anew for other filters, and emits nothing a second time. */
	successor(filters: string): Ledger {
		const next = new Ledger(filters, this.account, this.events);
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
			// All that is covered was listed since the horizon, but for what shows no time.
			const isCovered = listed || run.created === UNDATED || !this.isSince(run.created);
			if (isCovered) this.open.set(id, { ...run, inherited: !listed });
		}
	}

	private isSince(created: number): boolean {
		return this.horizon === null || created >= this.horizon;
	}

	/** Notes a run as it was listed. Returns whether it has finished and is still to be dealt with. */
	observe({ id, status, created }: SeenRun): boolean {
		const known = this.open.get(id);
		const finished = isFinished({ status });
		if (this.isDone(id) || (!known && this.isSettled(created, finished))) return false;
		const date = created === UNDATED ? (known?.created ?? created) : created;
		this.open.set(id, { created: date, notFound: 0, inherited: false });
		return finished;
	}

	isDone(id: string): boolean {
		return this.done.has(id);
	}

	/** A run so old that is not tracked was dealt with, even if its status should change again. */
	private isSettled(created: number, finished: boolean): boolean {
		if (this.horizon === null || created >= this.horizon) return false;
		return this.older === null || finished;
	}

	/** The run's end was dealt with, be it by emitting the run. */
	finish(id: string): void {
		const run = this.open.get(id);
		if (!run) return;
		this.open.delete(id);
		this.done.set(id, run.created);
		this.ended = [...this.ended, id].slice(-MAX_ENDED);
	}

	/** The service did not know the run. Returns it where that was so in several polls by now. */
	miss(id: string): OpenRun | null {
		const run = this.open.get(id);
		if (!run) return null;
		run.notFound = Math.min(run.notFound + 1, NOT_FOUND_LIMIT);
		return run.notFound === NOT_FOUND_LIMIT ? run : null;
	}

	/** Begins at that moment: what was created before the horizon and is not open yet is history. */
	beginAt(since: number, horizon: number): void {
		this.since = wholeSecond(since);
		this.forgetBefore(horizon);
	}

	/**
	 * Runs created before that moment are settled, so that listing can begin there.
	 * @param isSearched whether nothing unknown is left since the horizon, so that it may be raised
	 */
	advanceTo(moment: number, isSearched: boolean): void {
		const since = wholeSecond(moment);
		this.since = since;
		const remembered = [...this.done.values()].filter((created) => created < since);
		const enough = beginningOf(
			remembered.sort((a, b) => b - a).slice(0, MAX_REMEMBERED + 1),
			since,
		);
		const before = this.horizon ?? since - LOOKBACK_MS;
		this.forgetBefore(Math.max(before, isSearched ? since - LOOKBACK_MS : before, enough));
	}

	private forgetBefore(moment: number): void {
		const horizon = wholeSecond(moment);
		this.horizon = horizon;
		// Lists of older open runs may still show those that have ended meanwhile.
		const from = this.older?.to ?? Number.NEGATIVE_INFINITY;
		for (const [id, created] of this.done) {
			if (created >= from && created < horizon) this.done.delete(id);
		}
	}

	/** From when on runs are listed where no moment is settled yet: a little before the first one. */
	get beginning(): number {
		const [first = UNDATED] = this.creations();
		return this.reached === null || first === UNDATED
			? Number.NEGATIVE_INFINITY
			: wholeSecond(first - LOOKBACK_MS);
	}

	/** The creation times of all runs that are known, in order. */
	creations(): Float64Array {
		const open = [...this.open.values()].map(({ created }) => created);
		return Float64Array.from([...open, ...this.done.values()]).sort();
	}
}

/** Where no more runs than may be remembered begin, after a gap, as bounds are not exact. */
function beginningOf(newestFirst: number[], since: number): number {
	if (newestFirst.length <= MAX_REMEMBERED) return Number.NEGATIVE_INFINITY;
	const first = newestFirst.findLast((created, index) => {
		const before = newestFirst[index + 1] ?? created;
		return created - before > 2 * SHARPNESS_MS;
	});
	return first === undefined ? since : first - SHARPNESS_MS;
}
