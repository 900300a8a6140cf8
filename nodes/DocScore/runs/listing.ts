import { MAX_PAGE_SIZE, type RunFilters } from '../service/types';
import type { RunSearch } from './allRuns';
import type { Sighting } from './ledger';
import type { RunLister } from './openLists';
import { readServiceTime, writeServiceTime } from './time';

/** A span of creation in ms since 1970, each end infinite for no limit. */
export interface Span {
	from: number;
	to: number;
}

export const ALWAYS: Span = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** One page of a list. Where it is whole it is a snapshot of the span, whatever its order. */
export interface Listing {
	runs: Sighting[];
	/** How many runs the span holds; infinite where the service does not tell and there are more. */
	total: number;
	whole: boolean;
}

export type List = (span: Span, page?: number) => Promise<Listing>;

/** What the lists need to know of, and tell to, whoever reads them. */
export interface Reading {
	/** Whether the service writes its times with a zone, found out by reading; null until then. */
	zoned: boolean | null;
	/** Gets whatever was read, also when the reading is cut short later. */
	sight(runs: Sighting[]): void;
}

/** The list of the runs that the search finds, of all statuses or of one. */
export function listOf(
	lister: RunLister,
	search: RunSearch,
	reading: Reading,
	status?: string,
): List {
	return async (span, page = 1) => {
		const filters = { ...search.filters, ...limits(span, reading), ...(status && { status }) };
		const query = { ...search, page, limit: MAX_PAGE_SIZE, filters };
		const { runs: docs, totalCount } = await lister.query(query);
		const runs = docs.map((run) => {
			const time = readServiceTime(run.createdTime);
			if (time) reading.zoned = time.zoned;
			const created = time?.ms ?? (Number.isFinite(span.from) ? span.from : 0);
			return { id: run.id, status: run.status, created };
		});
		reading.sight(runs);
		const unknown = runs.length < MAX_PAGE_SIZE ? runs.length : Number.POSITIVE_INFINITY;
		const total = totalCount ?? unknown;
		return { runs, total, whole: runs.length >= total || runs.length === 0 };
	};
}

function limits({ from, to }: Span, reading: Reading): RunFilters {
	const zoned = reading.zoned ?? true;
	return {
		...(Number.isFinite(from) && { startTime: writeServiceTime({ ms: from, zoned }) }),
		...(Number.isFinite(to) && { endTime: writeServiceTime({ ms: to, zoned }) }),
	};
}
