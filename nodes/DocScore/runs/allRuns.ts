import type { RunLister } from '../service/client';
import type { RunSummary } from '../service/types';
import { boundsLeaveNoneOut } from './boundsRespected';
import { incompleteList } from './incompleteList';
import { ALWAYS, type ListedRun, type Listing, listOf, type Span } from './listing';
import { seekNewest } from './newest';
import { MANY_PAGES, PagesReading } from './pagesReading';
import { pageSizedSpans } from './pageSizedSpans';
import { withRequestBudget } from './requestBudget';
import type { RunCriteria } from './criteria';
import { SHARPNESS_MS, TimeStyle } from './serviceTime';

/** How far local time is set back in autumn, in ms: where no zone is told, later runs show earlier times. */
const SET_BACK_MS = 3_600_000;

/** Passes over a list of many pages, before parts of one page each are read: those stay as they are. */
const PASSES = 2;

/**
 * Passes over a list without bounds that runs leave, which may never stay the same: where each page comes
 * in an order of its own, so many miss a run once in 3,000 times.
 */
const UNBOUNDED_PASSES = 8;

/**
 * Every run that the search finds, newest first, each once.
 *
 * The order in which the service lists runs is not documented, and pages shift while runs arrive and
 * change status. So what is created after the newest run is left out, and where two passes over the
 * pages up to there do not surely show all, parts of one page each are read. Where bounds do not do
 * what they are for, or fewer runs were found than counted at first, the pages are read without them.
 *
 * @throws ServiceError also where the service counts more runs than it lists
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
	const readingOf = () => new PagesReading({ atOnce: MANY_PAGES, mayLeave });
	const readPages = async (span: Span, passes?: number) =>
		await readingOf().readAll(async (page) => await list(span, page), passes);

	const first = await list(ALWAYS);
	if (!(await isWhole())) {
		checkCounted(first);
		const isAll = await readBounded();
		if (!isAll) await readPages(ALWAYS, mayLeave ? UNBOUNDED_PASSES : undefined);
	}
	return [...found.values()].sort((a, b) => b.created - a.created).map(({ run }) => run);

	/** A full page may be followed by another, whatever is counted: counts may be behind. */
	async function isWhole(): Promise<boolean> {
		const reading = readingOf();
		const show = async (page: number) => (page === 1 ? first : await list(ALWAYS, page));
		if (await reading.step(show)) return true;
		const isMore = Number.isFinite(first.total) && first.total > first.runs.length;
		return !isMore && (await reading.step(show)) && reading.found.size === first.runs.length;
	}

	/** Resolves to whether all was found. */
	async function readBounded(): Promise<boolean> {
		const newest = await seekNewest(peekList, ALWAYS, first);
		if (!newest.boundsRespected) return false;
		const margin = style.zoned === false ? SET_BACK_MS + SHARPNESS_MS : SHARPNESS_MS;
		const to = endTime === undefined ? newest.created + margin : ALWAYS.to;
		const span = { from: ALWAYS.from, to };
		const isStill = await readPages(span, PASSES);
		if (!isStill) {
			const spans = pageSizedSpans(span, found.values());
			await Promise.all(spans.map(async (part) => await readPages(part)));
		}
		// Where runs leave the list, what was counted at first proves nothing.
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
