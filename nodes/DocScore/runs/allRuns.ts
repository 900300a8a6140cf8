import type { RunLister } from '../service/client';
import type { RunSummary } from '../service/types';
import { boundsLeaveNoneOut } from './boundsRespected';
import { incompleteList, keptChanging } from './incompleteList';
import { ALWAYS, type ListedRun, type Listing, listOf, type Span } from './listing';
import { seekNewest } from './newest';
import { PagesReading } from './pagesReading';
import { Comparison, within } from './comparison/comparison';
import { LISTS_AT_ONCE, withRequestBudget } from './requestBudget';
import type { RunCriteria } from './criteria';
import { PRECISION_MS, TimeStyle } from './serviceTime';

/**
 * How far local time is set back in autumn, in ms: without a zone, later runs can show earlier
 * times.
 */
const SET_BACK_MS = 3_600_000;

/**
 * Passes over a list of many pages, before smaller spans are compared, whose pages do not shift.
 */
const PASSES = 2;

/**
 * The passes over a list that runs leave, without bounds. It may never stay the same, for example
 * if each page comes in a new order.
 */
const UNBOUNDED_PASSES = 8;

/**
 * Every run that matches the criteria, newest first, each once. The order of the service's lists is
 * not documented, and pages shift while runs arrive and change status. So runs created after the
 * newest run are left out. If two passes over the pages up to there may not show everything, what
 * they found is compared with the lists of smaller and smaller time spans. If time bounds do not
 * work, or fewer runs were found than counted at first, the pages are read without bounds.
 * @throws ServiceError also if the service counts more runs than it lists, or its lists keep changing
 */
export async function readAllRuns(lister: RunLister, criteria: RunCriteria): Promise<RunSummary[]> {
	const found = new Map<string, ListedRun>();
	const keep = (runs: ListedRun[]) => {
		for (const run of runs) found.set(run.id, run);
	};
	const [style, limited] = [new TimeStyle(), withRequestBudget(lister, Number.POSITIVE_INFINITY)];
	const list = listOf(limited, criteria, style, keep);
	const peekList = listOf(limited, criteria, style);
	const { startTime, endTime, status } = criteria.filters ?? {};
	const mayLeave = status !== undefined;
	const readingOf = () => new PagesReading({ pagesPerStep: LISTS_AT_ONCE, mayLeave });
	const readPages = async (span: Span, passes?: number) =>
		await readingOf().readAll(async (page) => await list(span, page), passes);

	const first = await list(ALWAYS);
	if (!(await isWhole())) {
		checkCounted(first);
		const isAll = (await readBounded()) || (await readUnbounded());
		if (!isAll) throw keptChanging();
	}
	return [...found.values()].sort((a, b) => b.created - a.created).map(({ run }) => run);

	/**
	 * Whether the first pages show everything. A full page may be followed by another, whatever the
	 * total, because totals may lag.
	 */
	async function isWhole(): Promise<boolean> {
		const reading = readingOf();
		const show = async (page: number) => (page === 1 ? first : await list(ALWAYS, page));
		if (await reading.step(show)) return true;
		const isMore = Number.isFinite(first.total) && first.total > first.runs.length;
		return !isMore && (await reading.step(show)) && reading.found.size === first.runs.length;
	}

	/** Resolves to whether all was found. */
	async function readUnbounded(): Promise<boolean> {
		return await readPages(ALWAYS, mayLeave ? UNBOUNDED_PASSES : undefined);
	}

	/** Resolves to whether all was found. */
	async function compareSpans(span: Span): Promise<boolean> {
		let isAll = true;
		const compared = {
			list: () => list,
			known: (part: Span) => within(createdOf(found), part),
			lacking: () => {
				isAll = false;
			},
		};
		const comparison = new Comparison([{ span, statuses: [status], trustsTotals: false }]);
		while (!comparison.isOver) await comparison.step(compared);
		return isAll;
	}

	/** Resolves to whether all was found. */
	async function readBounded(): Promise<boolean> {
		const newest = await seekNewest(peekList, ALWAYS, first);
		if (!newest.boundsRespected) return false;
		const margin = style.zoned === false ? SET_BACK_MS + PRECISION_MS : PRECISION_MS;
		const to = endTime === undefined ? newest.created + margin : ALWAYS.to;
		const span = { from: ALWAYS.from, to };
		const isStill = await readPages(span, PASSES);
		if (!isStill && !(await compareSpans(span))) return false;
		// If runs leave the list, the first total proves nothing.
		if (found.size < first.total && (isStill || !mayLeave)) return false;
		const hasTimes = startTime !== undefined || endTime !== undefined;
		return hasTimes || (await boundsLeaveNoneOut(peekList));
	}
}

function checkCounted({ total }: Listing): void {
	if (Number.isFinite(total)) return;
	throw incompleteList(
		'The service did not return the number of runs',
		'Return All needs this number. Turn off Return All and set a Limit instead',
	);
}

/** IDs and creation times, in ms since 1970, of the runs that have one. */
function* createdOf(found: ReadonlyMap<string, ListedRun>): Generator<[string, number]> {
	for (const [id, { dated, created }] of found) if (dated) yield [id, created];
}
