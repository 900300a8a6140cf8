import type { RunLister } from '../service/client';
import { MAX_PAGE_SIZE, type RunFilters, type RunSummary } from '../service/types';
import type { RunCriteria } from './criteria';
import { boundsIgnored } from './incompleteList';
import { PRECISION_MS, readServiceTime, type TimeStyle } from './serviceTime';

/** An interval of creation times in ms since 1970, without its end; infinite if it has no limit. */
export interface Span {
	from: number;
	to: number;
}

export const ALWAYS: Span = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

export const wholeSecond = (ms: number): number => Math.floor(ms / 1_000) * 1_000;

const isIn = (ms: number, { from, to }: Span): boolean => ms >= from && ms < to;

/** The runs in a span, by ID, of these IDs and creation times in ms since 1970. */
export function within(runs: Iterable<[string, number]>, span: Span): Map<string, number> {
	return new Map([...runs].filter(([, created]) => isIn(created, span)));
}

/** A run as it was listed. */
export interface ListedRun {
	id: string;
	status: string | null;
	/** In ms since 1970; null if the service did not return it. */
	created: number | null;
	run: RunSummary;
}

/** The creation times in a span, in ms since 1970, that these pages show. */
export const timesOf = (pages: Listing[], span: Span): number[] =>
	pages
		.flatMap(({ runs }) => runs)
		.map(({ created }) => created ?? Number.NaN)
		.filter((ms) => isIn(ms, span));

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

/** @throws ServiceError also if the list shows runs outside the span */
export type List = (span: Span, page?: number) => Promise<Listing>;

/** Returns a reader of the list of matching runs, with one status or all. */
export function listOf(
	lister: RunLister,
	criteria: RunCriteria,
	style: TimeStyle,
	/** Receives every listed run, even if the reading is interrupted later. */
	observe: (runs: ListedRun[]) => void = () => {},
	status?: string,
): List {
	return async (span, page = 1) => {
		const limits = limitsOf(span, style, criteria.filters);
		const filters = { ...criteria.filters, ...limits, ...(status && { status }) };
		const query = { ...criteria, page, limit: MAX_PAGE_SIZE, filters };
		const { runs: docs, totalCount } = await lister.query(query);
		const runs = docs.map((run) => {
			return { id: run.id, status: run.status, created: style.read(run.createdTime), run };
		});
		checkBounds(span, runs, style.marginMs);
		observe(runs);
		const unknown = runs.length < MAX_PAGE_SIZE ? runs.length : Number.POSITIVE_INFINITY;
		const total = totalCount ?? unknown;
		return { runs, total, whole: runs.length >= total };
	};
}

/**
 * Bounds that include every run of the span, whether the service treats them as inclusive or not. A
 * narrower filter of the criteria stays.
 */
function limitsOf({ from, to }: Span, style: TimeStyle, given: RunFilters = {}): RunFilters {
	const timeOf = (text?: string) => readServiceTime(text ?? null)?.ms;
	return {
		...(from > (timeOf(given.startTime) ?? ALWAYS.from) && { startTime: style.write(from - 1) }),
		...(to < (timeOf(given.endTime) ?? ALWAYS.to) && { endTime: style.write(to) }),
	};
}

function checkBounds({ from, to }: Span, runs: ListedRun[], marginMs: number): void {
	// Two seconds: a bound and a time may each be cut to whole ones.
	const margin = marginMs + PRECISION_MS;
	const isOutside = ({ created }: ListedRun) =>
		created !== null && (created < from - margin || created > to + margin);
	if (runs.some(isOutside)) throw boundsIgnored();
}
