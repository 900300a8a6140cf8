import type { RunLister } from '../service/client';
import { MAX_PAGE_SIZE, type RunFilters, type RunSummary } from '../service/types';
import type { RunCriteria } from './criteria';
import type { TimeStyle } from './serviceTime';

/** An interval of creation times in ms since 1970; an end is infinite if it has no limit. */
export interface Span {
	from: number;
	to: number;
}

export const ALWAYS: Span = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** What lists say about a run. Times are in ms since 1970. */
export interface SeenRun {
	id: string;
	status: string | null;
	created: number;
}

/** A run as it was listed. */
export interface ListedRun extends SeenRun {
	/** Whether the service returned its creation time. */
	dated: boolean;
	run: RunSummary;
}

/** One page of a list. A whole page is a snapshot of the span, in any order. */
export interface Listing {
	runs: ListedRun[];
	/** The number of runs in the span; infinite if the service does not say and there are more. */
	total: number;
	whole: boolean;
}

/** The number of the last page of a list whose first page was read. */
export const lastPageOf = ({ total }: Listing): number =>
	Number.isFinite(total) ? Math.ceil(total / MAX_PAGE_SIZE) : 2;

export type List = (span: Span, page?: number) => Promise<Listing>;

/** Receives every listed run, even if the reading is interrupted later. */
export type ListObserver = (runs: ListedRun[]) => void;

/** Returns a reader of the list of matching runs, with one status or all. */
export function listOf(
	lister: RunLister,
	criteria: RunCriteria,
	style: TimeStyle,
	observe: ListObserver = () => {},
	status?: string,
): List {
	return async (span, page = 1) => {
		const filters = { ...criteria.filters, ...limitsOf(span, style), ...(status && { status }) };
		const query = { ...criteria, page, limit: MAX_PAGE_SIZE, filters };
		const { runs: docs, totalCount } = await lister.query(query);
		const runs = docs.map((run) => {
			const time = style.read(run.createdTime);
			const created = time ?? (Number.isFinite(span.from) ? span.from : 0);
			return { id: run.id, status: run.status, created, dated: time !== null, run };
		});
		observe(runs);
		const unknown = runs.length < MAX_PAGE_SIZE ? runs.length : Number.POSITIVE_INFINITY;
		const total = totalCount ?? unknown;
		return { runs, total, whole: runs.length >= total || runs.length === 0 };
	};
}

/** The span as filters. An end without a limit keeps the criteria's own filter. */
const limitsOf = ({ from, to }: Span, style: TimeStyle): RunFilters => ({
	...(from > ALWAYS.from && { startTime: style.write(from) }),
	...(to < ALWAYS.to && { endTime: style.write(to) }),
});
