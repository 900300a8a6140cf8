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
 * change status. Pages that show each run once, and none fewer than are counted, have shown all; with a
 * filter for the status, only where they show the same again. Otherwise the span of creation times is
 * fixed from what is there by then, and read in slices that fit on one page each, many at once. Where
 * narrower spans bring no less, and at last where the slices show less than is counted, page after page
 * is read, until nothing changes.
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
	const first = await list(ALWAYS);
	if (!(await isComplete(list, ALWAYS, first))) {
		checkCounted(first);
		const shown = await readPages(list, first, hasStatus(search));
		if (shown !== 'all') {
			// With a filter for the status, runs leave the search: those of before prove nothing.
			const known = hasStatus(search) ? new Map<string, ListedRun>() : found;
			const knowing = listOf(limited, search, style, (runs) => {
				keep(runs);
				for (const run of runs) known.set(run.id, run);
			});
			const look = listOf(limited, search, style, keep);
			const isAll = shown === 'some' && (await readSpan(knowing, look, search, style, known));
			if (!isAll) await readAllPages(knowing, ALWAYS, known.keys());
		}
	}
	return [...found.values()].sort((a, b) => b.created - a.created).map(({ run }) => run);
}

/** Reads the pages that follow the first one, and tells whether they show all, or less than is counted. */
async function readPages(
	list: List,
	first: Listing,
	mayLeave: boolean,
): Promise<'all' | 'some' | 'too few'> {
	const pass = await readPass(
		pagesOf(async (page) => (page === 1 ? first : await list(ALWAYS, page))),
	);
	if (showsTooFew(pass)) return 'too few';
	if (!showsEachOnce(pass)) return 'some';
	if (!mayLeave) return 'all';
	const again = await readPass(pagesOf(async (page) => await list(ALWAYS, page)));
	return showsEachOnce(again) && areSame(pass, again) ? 'all' : 'some';
}

/** Reads the span of what is there in slices, and tells whether that was all. */
async function readSpan(
	list: List,
	look: List,
	search: RunSearch,
	style: TimeStyle,
	found: ReadonlyMap<string, unknown>,
): Promise<boolean> {
	const lookOnce = askOnce(look);
	const span = await findSpan(lookOnce, search, style);
	if (span === null) return false;
	const first = await lookOnce(ALWAYS);
	const covering = hasTimes(search) || boundsCoverAll(look, span);
	const [covered] = await Promise.all([covering, readSlices(list, span, first)]);
	if (!covered || (!hasStatus(search) && found.size < first.total)) return false;
	return await showsNoMore(list, span, found);
}

/** Both edges begin with the same questions. */
function askOnce(list: List): List {
	const asked = new Map<string, Promise<Listing>>();
	return async ({ from, to }, page = 1) => {
		const question = `${from} ${to} ${page}`;
		const answer = asked.get(question) ?? list({ from, to }, page);
		asked.set(question, answer);
		return await answer;
	};
}

const hasTimes = ({ filters = {} }: RunSearch): boolean =>
	filters.startTime !== undefined || filters.endTime !== undefined;

const hasStatus = ({ filters }: RunSearch): boolean => filters?.status !== undefined;

/** The span of all that is there by now; null where narrower spans would not do. */
async function findSpan(look: List, search: RunSearch, style: TimeStyle): Promise<Slice | null> {
	// Where the service names no zone, nobody knows which of its times are within the user's own.
	if (hasTimes(search) && style.zoned === false) return null;
	const [oldest, newest] = await Promise.all([seekEdge(look, 'oldest'), seekEdge(look, 'newest')]);
	const [from, to] = [oldest.created, newest.created];
	if (!oldest.narrows || !newest.narrows || from === null || to === null) return null;
	const margin = style.zoned === false ? SET_BACK_MS + SHARPNESS_MS : SHARPNESS_MS;
	const end = search.filters?.endTime === undefined ? to + margin : ALWAYS.to;
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
		'Its answer has no totalCount. Turn Return All off and set a Limit instead.',
	);
}
