import type { RunLister } from '../service/client';
import type { RunSummary } from '../service/types';
import { withAllowance } from './allowance';
import { seekEdge } from './edge';
import { ALWAYS, type List, type ListedRun, type Listing, listOf } from './listing';
import type { RunSearch } from './search';
import { SHARPNESS_MS, TimeStyle } from './serviceTime';
import { areSame, pagesOf, readPass, showsEachOnce, showsTooFew } from './pages';
import { readSlices, type Slice } from './slices';
import { unreadable } from './unreadable';
import { isComplete, readAllPages } from './wholePages';

/** How far local time is set back in autumn, in ms: where no zone is told, later runs show earlier times. */
const SET_BACK_MS = 3_600_000;

/** How often the runs are counted at most, with bounds and without, as long as runs arrive. */
const COUNTS = 5;

/**
 * Every run that the search finds, newest first, each once.
 *
 * The order in which the service lists runs is not documented, and pages shift while runs arrive and
 * change status. So the span of creation times is fixed from what is there at the start. Pages of it
 * that show each run once, and none fewer than are counted, have shown all; with a filter for the
 * status, only where they show the same again. Otherwise it is read in slices that fit on one page
 * each, many at once. Where narrower spans bring no less, and at last where less was shown than is
 * counted, page after page is read, until nothing changes.
 *
 * @throws ServiceError also where the service counts more runs than it lists
 */
export async function readAllRuns(lister: RunLister, search: RunSearch): Promise<RunSummary[]> {
	const found = new Map<string, ListedRun>();
	const keep = (runs: ListedRun[]) => {
		for (const run of runs) found.set(run.id, run);
	};
	const [style, limited] = [new TimeStyle(), withAllowance(lister, Number.POSITIVE_INFINITY)];
	const list = listOf(limited, search, style, keep);
	const look = listOf(limited, search, style);
	const lookOnce = askOnce(look);
	const first = await lookOnce(ALWAYS);
	const mayLeave = search.filters?.status !== undefined;
	const readSpan = async (span: Slice): Promise<boolean> => {
		const shown = await showPages(list, span, mayLeave);
		// Runs that have left the search prove nothing about those that are in it.
		if (shown !== 'all') found.clear();
		if (shown === 'too few') return false;
		if (shown === 'some') await readSlices(list, span, first);
		return (mayLeave || found.size >= first.total) && (await showsNoMore(list, span, found));
	};
	if (await isComplete(lookOnce, ALWAYS, first)) {
		keep(first.runs);
	} else {
		checkCounted(first);
		const span = await findSpan(lookOnce, search, style);
		const covering = span !== null && (hasTimes(search) || boundsCoverAll(look, span));
		const [isAll, covered] = await Promise.all([span !== null && readSpan(span), covering]);
		if (!isAll || !covered) await readAllPages(list, ALWAYS, found.keys());
	}
	return [...found.values()].sort((a, b) => b.created - a.created).map(({ run }) => run);
}

/** Reads the pages of the span, and tells whether they surely show all, or less than is counted. */
async function showPages(
	list: List,
	{ bounds }: Slice,
	mayLeave: boolean,
): Promise<'all' | 'some' | 'too few'> {
	const paged = pagesOf(async (page) => await list(bounds, page));
	const pass = await readPass(paged);
	if (showsTooFew(pass)) return 'too few';
	if (!showsEachOnce(pass)) return 'some';
	if (!mayLeave) return 'all';
	const again = await readPass(paged);
	return showsEachOnce(again) && areSame(pass, again) ? 'all' : 'some';
}

/** Both edges begin with the same questions. */
function askOnce(list: List): List {
	const asked = new Map<string, Promise<Listing>>();
	return async ({ from, to }, page) => {
		const question = `${from} ${to} ${page}`;
		const answer = asked.get(question) ?? list({ from, to }, page);
		asked.set(question, answer);
		return await answer;
	};
}

const hasTimes = ({ filters = {} }: RunSearch): boolean =>
	filters.startTime !== undefined || filters.endTime !== undefined;

/** The span of all that is there by now; null where narrower spans would not do. */
async function findSpan(look: List, search: RunSearch, style: TimeStyle): Promise<Slice | null> {
	// Where the service names no zone, nobody knows which of its times are within the user's own.
	if (hasTimes(search) && style.zoned === false) return null;
	const [oldest, newest] = await Promise.all([seekEdge(look, 'oldest'), seekEdge(look, 'newest')]);
	if (!oldest.narrows || !newest.narrows) return null;
	const [from, to] = [oldest.created, newest.created];
	const margin = style.zoned === false ? SET_BACK_MS + SHARPNESS_MS : SHARPNESS_MS;
	const isOpen = search.filters?.endTime !== undefined || newest.hasUndated;
	const end = isOpen ? ALWAYS.to : to + margin;
	return { from, to, bounds: { from: ALWAYS.from, to: end } };
}

/** Whether as many runs were found as are counted in the span. */
async function showsNoMore(
	list: List,
	{ to, bounds }: Slice,
	found: ReadonlyMap<string, unknown>,
): Promise<boolean> {
	const { total } = await list(bounds);
	if (found.size >= total) return true;
	// What arrived meanwhile may be the newest in the span.
	await list({ from: to - SHARPNESS_MS, to: bounds.to });
	return found.size >= total;
}

/**
 * Whether no run is left out by each filter for the time, as one that has none may be. Runs arrive
 * meanwhile: only a count that was taken earlier surely lacks none of them, and only one that was
 * taken later surely has them all.
 */
async function boundsCoverAll(look: List, { from }: Slice): Promise<boolean> {
	const bounds = { from: from - SHARPNESS_MS, to: ALWAYS.to };
	let before = await look(bounds);
	for (let attempt = 0; attempt < COUNTS; attempt++) {
		const all = await look(ALWAYS);
		if (all.total <= before.total) return true;
		const after = await look(bounds);
		if (all.total > after.total) return false;
		before = after;
	}
	return true;
}

function checkCounted({ total }: Listing): void {
	if (Number.isFinite(total)) return;
	throw unreadable(
		'The service did not say how many runs there are',
		'Without that nobody can tell whether all were read. Turn Return All off and set a Limit instead',
	);
}
