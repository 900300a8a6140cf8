import { MAX_PAGE_SIZE, type RunFilters, type RunSummary } from '../service/types';
import type { Sighting } from '../trigger/ledger';
import type { RunLister } from './openRuns';
import type { RunSearch } from './search';
import { readServiceTime, writeServiceTime } from './serviceTime';

/** A span of creation in ms since 1970, each end infinite for no limit. */
export interface Span {
	from: number;
	to: number;
}

export const ALWAYS: Span = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** One page of a list. Where it is whole it is a snapshot of the span, whatever its order. */
export interface Listing {
	runs: ListedRun[];
	/** How many runs the span holds; infinite where the service does not tell and there are more. */
	total: number;
	whole: boolean;
}

/** A run as it was listed. */
export interface ListedRun extends Sighting {
	run: RunSummary;
}

export type List = (span: Span, page?: number) => Promise<Listing>;

/** What the lists need to know of, and tell to, whoever reads them. */
export interface Reading {
	/** Whether the service writes its times with a zone, found out by reading; null until then. */
	zoned: boolean | null;
	/** Gets whatever was read, also when the reading is cut short later. */
	sight(runs: ListedRun[]): void;
}

/** The list of the runs that the search finds, of all statuses or of one. */
export function listOf(
	lister: RunLister,
	search: RunSearch,
	reading: Reading,
	status?: string,
): List {
	return async (span, page = 1) => {
		const limits = limitsWithin(search.filters, span, reading);
		const filters = { ...search.filters, ...limits, ...(status && { status }) };
		const query = { ...search, page, limit: MAX_PAGE_SIZE, filters };
		const { runs: docs, totalCount } = await lister.query(query);
		const runs = docs.map((run) => {
			const time = readServiceTime(run.createdTime);
			if (time) reading.zoned = time.zoned;
			const created = time?.ms ?? (Number.isFinite(span.from) ? span.from : 0);
			return { id: run.id, status: run.status, created, run };
		});
		reading.sight(runs);
		const unknown = runs.length < MAX_PAGE_SIZE ? runs.length : Number.POSITIVE_INFINITY;
		const total = totalCount ?? unknown;
		return { runs, total, whole: runs.length >= total || runs.length === 0 };
	};
}

/** The span as filters, as far as it is narrower than what the search asks for. */
function limitsWithin(asked: RunFilters = {}, { from, to }: Span, reading: Reading): RunFilters {
	const zoned = reading.zoned ?? true;
	const earliest = readServiceTime(asked.startTime ?? null)?.ms ?? Number.NEGATIVE_INFINITY;
	const latest = readServiceTime(asked.endTime ?? null)?.ms ?? Number.POSITIVE_INFINITY;
	return {
		...(from > earliest && { startTime: writeServiceTime({ ms: from, zoned }) }),
		...(to < latest && { endTime: writeServiceTime({ ms: to, zoned }) }),
	};
}
