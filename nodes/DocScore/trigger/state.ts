import { type ListedRun, type Span, wholeSecond } from '../runs/listing';
import { TimeStyle } from '../runs/serviceTime';
import { isFinished } from '../service/types';
import { LOOKBACK_MS, MAX_REMEMBERED } from './lookback';

/** How many of the last ended runs are remembered permanently, to recognise the account. */
const MAX_LAST_ENDED = 3;

/** A moment counts as past if so many runs have later times, because a few may be dated ahead. */
export const CLOCK_SAMPLES = 5;

export interface OpenRun {
	/** In ms since 1970. */
	created: number;
	/** The number of polls in a row in which the service did not find the run. */
	notFound: number;
}

/** Whose runs a state describes. */
export interface Owner {
	workflow: string;
	/** A hash of the account. */
	account: string;
	/** The filters, as JSON. */
	filters: string;
	/** The wanted ends; runs with other ends are done as well. */
	events: string[];
}

/**
 * What the trigger knows. Each poll compares the runs since the cursor with the service's lists. Each
 * run that was created earlier is open, or done, or in a list of the older ones. So a run that is
 * owed is open or will be listed, and none is output twice.
 */
export class State {
	/** A whole second, in ms since 1970; minus infinity while the service has few runs. */
	cursor = Number.NEGATIVE_INFINITY;

	/** The span whose open runs are still to be listed, because they were there before the trigger. */
	older: Span | null = null;

	/** The runs that were not finished when they were read last. */
	readonly open = new Map<string, OpenRun>();

	/** Creation times, in ms since 1970, of runs since the cursor whose end is dealt with, by ID. */
	readonly done = new Map<string, number>();

	/** The IDs of the last ended runs, however old: their account is the same account. */
	ended: string[] = [];

	readonly style = new TimeStyle();

	constructor(readonly owner: Owner) {}

	/** Records a listed run. @returns whether it has finished and is still to be dealt with */
	observe({ id, status, created }: ListedRun): boolean {
		// Stryker disable next-line BooleanLiteral: a caller deals only with open runs
		if (created === null || this.done.has(id)) return false;
		const isEnded = isFinished({ status });
		const isOlder = !isEnded && created < (this.older?.to ?? Number.NEGATIVE_INFINITY);
		const isKnown = this.open.has(id);
		if (!isKnown && created < this.cursor && !isOlder) return false;
		if (!isKnown) this.open.set(id, { created, notFound: 0 });
		return isEnded;
	}

	/** Records that the run's end is dealt with, by its output or because it was not wanted. */
	markDone(id: string): void {
		const run = this.open.get(id);
		// Stryker disable next-line ConditionalExpression: callers know that it is open
		if (!run) return;
		this.open.delete(id);
		this.done.set(id, run.created);
		this.ended = [...this.ended, id].slice(-MAX_LAST_ENDED);
	}

	/** Creation times, in ms since 1970, of the open runs, by ID. */
	*openTimes(): Generator<[string, number]> {
		for (const [id, { created }] of this.open) yield [id, created];
	}

	/** A creation time that is surely past, in ms since 1970; minus infinity if none is known. */
	get past(): number {
		const times = [...this.openTimes(), ...this.done].map(([, created]) => created);
		return times.sort((a, b) => b - a)[CLOCK_SAMPLES - 1] ?? this.cursor;
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
		// Lists of older runs may still show runs that have ended meanwhile.
		const from = this.older?.to ?? Number.NEGATIVE_INFINITY;
		for (const [id, created] of this.done) {
			if (created >= from && created < this.cursor) this.done.delete(id);
		}
	}
}
