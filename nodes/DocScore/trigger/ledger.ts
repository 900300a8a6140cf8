import type { SeenRun } from '../runs/listing';
import { TimeStyle } from '../runs/serviceTime';
import { countOrNull, isObject, parseJson, textOrNull } from '../service/json';
import { isFinished } from '../service/types';

const VERSION = 1;

/** A run is taken for deleted when it was not found in so many polls. */
const NOT_FOUND_LIMIT = 3;

/** Finished runs are remembered a little beyond where listing begins, as bounds are not exact. */
const MEMORY_MARGIN_MS = 5_000;

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
}

/**
 * What the trigger knows. Runs created before `since` are settled: each is in `open`, or its end
 * was dealt with. Runs created later will be listed again; those of them whose end was dealt with are
 * in `done`. So a run that is owed is in `open` or will be listed, and none is emitted twice.
 */
export class Ledger {
	/** Null while the service has had no runs. */
	since: number | null = null;

	readonly style = new TimeStyle();

	older: OlderRuns | null = null;

	readonly open = new Map<string, OpenRun>();

	/** Creation times of runs whose end was dealt with. */
	private readonly done = new Map<string, number>();

	/** @param filters the filters for which the ledger is kept, as one text */
	constructor(readonly filters: string) {}

	/** A ledger that begins anew for other filters, and emits nothing a second time. */
	successor(filters: string): Ledger {
		const next = new Ledger(filters);
		for (const [id, created] of this.done) next.done.set(id, created);
		return next;
	}

	/** Takes over the runs that are owed under other filters, even if they have finished already. */
	inherit(former: Ledger): void {
		this.style.zoned ??= former.style.zoned;
		for (const [id, run] of former.open) {
			if (this.open.has(id)) continue;
			const listed = this.done.delete(id);
			this.open.set(id, { ...run, inherited: !listed });
		}
	}

	/** Notes a run as it was listed. Returns whether it has finished and is still to be dealt with. */
	observe({ id, status, created }: SeenRun): boolean {
		if (this.isDone(id) || (!this.open.has(id) && this.isForgotten(created))) return false;
		this.open.set(id, { created, notFound: 0, inherited: false });
		return isFinished({ status });
	}

	isDone(id: string): boolean {
		return this.done.has(id);
	}

	/** A run so old that is not tracked was dealt with, even if its status should change again. */
	private isForgotten(created: number): boolean {
		if (this.since === null || this.older !== null) return false;
		return created < this.since - MEMORY_MARGIN_MS;
	}

	/** The run's end was dealt with, be it by emitting the run. */
	finish(id: string): void {
		const run = this.open.get(id);
		if (!run) return;
		this.open.delete(id);
		this.done.set(id, run.created);
	}

	/** The service did not know the run. Returns whether it is given up, as deleted. */
	miss(id: string): boolean {
		const run = this.open.get(id);
		if (!run) return false;
		run.notFound++;
		return run.notFound >= NOT_FOUND_LIMIT && this.open.delete(id);
	}

	/** Runs created before that moment are settled, so that listing can begin there. */
	advanceTo(moment: number): void {
		this.since = Math.floor(moment);
		const forgotten = this.since - MEMORY_MARGIN_MS;
		for (const [id, created] of this.done) if (created < forgotten) this.done.delete(id);
	}

	/** How many runs are known that listing from `since` would show. */
	countSince(moment: number): number {
		const later = (created: number) => created >= moment;
		const open = [...this.open.values()].filter((run) => later(run.created)).length;
		return open + [...this.done.values()].filter(later).length;
	}

	/** One compact text, about 46 bytes for each open run with a UUID. */
	encode(): string {
		const open = [...this.open].map(([id, run]) => {
			const marks = `${run.notFound || ''}${run.inherited ? 'i' : ''}`;
			return entry(id, run.created) + (marks && `:${marks}`);
		});
		const done = [...this.done].map(([id, created]) => entry(id, created));
		return JSON.stringify({
			version: VERSION,
			filters: this.filters,
			since: this.since,
			zoned: this.style.zoned,
			older: this.older,
			open: open.join(','),
			done: done.join(','),
		});
	}

	/** Null for a text that is no ledger of this version. */
	static decode(text: string): Ledger | null {
		const data = parseJson(text);
		if (!isObject(data) || data.version !== VERSION) return null;
		const { filters, since, zoned } = data;
		const older = readOlder(data.older);
		const open = readEntries(data.open);
		const done = readEntries(data.done);
		if (typeof filters !== 'string' || older === undefined || !open || !done) return null;
		const ledger = new Ledger(filters);
		ledger.since = countOrNull(since);
		ledger.style.zoned = typeof zoned === 'boolean' ? zoned : null;
		ledger.older = older;
		for (const { id, created, marks } of open) {
			const notFound = Number.parseInt(marks, 10) || 0;
			ledger.open.set(id, { created, notFound, inherited: marks.endsWith('i') });
		}
		for (const { id, created } of done) ledger.done.set(id, created);
		return ledger;
	}
}

/** An id may hold anything, so what separates the entries is escaped in it. */
const entry = (id: string, created: number): string =>
	`${id.replace(/[%,:]/g, encodeURIComponent)}:${created.toString(36)}`;

const unescaped = (id: string): string =>
	id.replace(/%(25|2C|3A)/g, (escaped) => decodeURIComponent(escaped));

function readEntries(text: unknown) {
	if (typeof text !== 'string') return null;
	const entries = text.split(',').filter((part) => part !== '');
	const read = entries.map((part) => {
		const [id = '', created = '', marks = ''] = part.split(':');
		return { id: unescaped(id), created: Number.parseInt(created, 36), marks };
	});
	return read.some(({ created }) => Number.isNaN(created)) ? null : read;
}

/** Undefined for anything unreadable. */
function readOlder(older: unknown): OlderRuns | null | undefined {
	if (older === null) return null;
	if (!isObject(older) || !Array.isArray(older.statuses)) return undefined;
	const to = countOrNull(older.to);
	const statuses = older.statuses.map(textOrNull).filter((status) => status !== null);
	return to === null ? undefined : { statuses, from: countOrNull(older.from), to };
}
