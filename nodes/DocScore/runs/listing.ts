import type { RunLister } from '../service/client';
import { MAX_PAGE_SIZE, type RunFilters, type RunSummary } from '../service/types';
import type { RunSearch } from './search';
import { readServiceTime, type TimeStyle } from './serviceTime';

/** A span of creation in ms since 1970, each end infinite for no limit. */
export interface Span {
	from: number;
	to: number;
}

export const ALWAYS: Span = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** A run as far as lists tell of it. Times are in ms since 1970. */
export interface SeenRun {
	id: string;
	status: string | null;
	created: number;
}

/** A run as it was listed. */
export interface ListedRun extends SeenRun {
	run: RunSummary;
}

/** One page of a list. Where it is whole it is a snapshot of the span, whatever its order. */
export interface Listing {
	runs: ListedRun[];
	/** How many runs the span holds; infinite where the service does not tell and there are more. */
	total: number;
	whole: boolean;
}

export type List = (span: Span, page?: number) => Promise<Listing>;

/** Gets whatever is listed, also when the reading is cut short later. */
export type ListObserver = (runs: ListedRun[]) => void;

/** The list of the runs that the search finds, of all statuses or of one. */
export function listOf(
	lister: RunLister,
	search: RunSearch,
	style: TimeStyle,
	observe: ListObserver = () => {},
	status?: string,
): List {
	return async (span, page = 1) => {
		const limits = limitsWithin(search.filters, span, style);
		const filters = { ...search.filters, ...limits, ...(status && { status }) };
		const query = { ...search, page, limit: MAX_PAGE_SIZE, filters };
		const { runs: docs, totalCount } = await lister.query(query);
		const runs = docs.map((run) => {
			const created = style.read(run.createdTime) ?? (Number.isFinite(span.from) ? span.from : 0);
			return { id: run.id, status: run.status, created, run };
		});
		observe(runs);
		const unknown = runs.length < MAX_PAGE_SIZE ? runs.length : Number.POSITIVE_INFINITY;
		const total = totalCount ?? unknown;
		return { runs, total, whole: runs.length >= total || runs.length === 0 };
	};
}

/** The span as filters, as far as it is narrower than what the search asks for. */
function limitsWithin(asked: RunFilters = {}, { from, to }: Span, style: TimeStyle): RunFilters {
	const earliest = readServiceTime(asked.startTime ?? null)?.ms ?? ALWAYS.from;
	const latest = readServiceTime(asked.endTime ?? null)?.ms ?? ALWAYS.to;
	return {
		...(from > earliest && { startTime: style.write(from) }),
		...(to < latest && { endTime: style.write(to) }),
	};
}
