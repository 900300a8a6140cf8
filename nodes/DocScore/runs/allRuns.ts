import type { RunLister } from '../service/client';
import type { RunSummary } from '../service/types';
import { isComplete, readAllPages } from './allPages';
import { boundsLeaveNoneOut } from './boundsRespected';
import { seekEdge } from './edge';
import { incompleteList } from './incompleteList';
import { ALWAYS, type List, type ListedRun, type Listing, listOf, type Span } from './listing';
import { areSame, pagesOf, readPass, showsEachOnce, showsTooFew } from './pages';
import { readParts } from './parts';
import { withRequestBudget } from './requestBudget';
import type { RunSearch } from './search';
import { SHARPNESS_MS, TimeStyle } from './serviceTime';

/** How far local time is set back in autumn, in ms: where no zone is told, later runs show earlier times. */
const SET_BACK_MS = 3_600_000;

type Found = Map<string, ListedRun>;

/**
 * Every run that the search finds, newest first, each once.
 *
 * The order in which the service lists runs is not documented, and pages shift while runs arrive and
 * change status. So what is created after the newest run is left out. Pages that show each run once,
 * and none fewer than are counted, have shown all; otherwise parts of one page each are read. Where
 * less was shown than is counted in the end, or bounds do not do what they are for, all pages are
 * read, again until they show nothing new.
 *
 * @throws ServiceError also where the service counts more runs than it lists
 */
export async function readAllRuns(lister: RunLister, search: RunSearch): Promise<RunSummary[]> {
	const found: Found = new Map();
	const keep = (runs: ListedRun[]) => {
		for (const run of runs) found.set(run.id, run);
	};
	const [style, limited] = [new TimeStyle(), withRequestBudget(lister, Number.POSITIVE_INFINITY)];
	const list = listOf(limited, search, style, keep);
	const look = listOf(limited, search, style);
	const first = await look(ALWAYS);
	if (await isComplete(look, ALWAYS, first)) {
		keep(first.runs);
	} else {
		checkCounted(first);
		const mayLeave = search.filters?.status !== undefined;
		const span = await findSpan(look, search, style, first);
		if (span) await readSpan(list, span, found, mayLeave);
		const isBounded = span && (hasTimes(search) || areAllWithin(look, found));
		const [isWithin] = await Promise.all([isBounded, span && readMissing(list, span, found)]);
		const isAll = isWithin && (mayLeave || found.size >= first.total);
		if (!isAll) await readAllPages(list, ALWAYS, found.keys());
	}
	return [...found.values()].sort((a, b) => b.created - a.created).map(({ run }) => run);
}

/** The span of all that is there by now; null where the service does not heed its bounds. */
async function findSpan(
	look: List,
	search: RunSearch,
	style: TimeStyle,
	first: Listing,
): Promise<Span | null> {
	// Where the service names no zone, nobody knows which of its times are within the user's own.
	if (hasTimes(search) && style.zoned === false) return null;
	const newest = await seekEdge(look, 'newest', ALWAYS, first);
	if (!newest.boundsRespected) return null;
	const isOpen = search.filters?.endTime !== undefined || newest.hasUndated;
	if (isOpen) return ALWAYS;
	const margin = style.zoned === false ? SET_BACK_MS + SHARPNESS_MS : SHARPNESS_MS;
	return { from: ALWAYS.from, to: newest.created + margin };
}

/** Runs may leave the list of a status: its pages show all only where they show the same again. */
async function readSpan(list: List, span: Span, found: Found, mayLeave: boolean): Promise<void> {
	const paged = pagesOf(async (page) => await list(span, page));
	const pass = await readPass(paged);
	if (showsEachOnce(pass) && (!mayLeave || areSame(pass, await readPass(paged)))) return;
	const known = [...found.values()];
	// Runs that have left prove nothing about those that are there.
	found.clear();
	if (!showsTooFew(pass)) await readParts(list, span, known);
}

/** Reads all pages where more is counted than was found. */
async function readMissing(list: List, span: Span, found: Found): Promise<void> {
	const { total } = await list(span);
	if (found.size < total) await readAllPages(list, span, found.keys());
}

const hasTimes = ({ filters = {} }: RunSearch): boolean =>
	filters.startTime !== undefined || filters.endTime !== undefined;

async function areAllWithin(look: List, found: Found): Promise<boolean> {
	let oldest = Number.POSITIVE_INFINITY;
	for (const { dated, created } of found.values()) if (dated) oldest = Math.min(oldest, created);
	return Number.isFinite(oldest) && (await boundsLeaveNoneOut(look, oldest));
}

function checkCounted({ total }: Listing): void {
	if (Number.isFinite(total)) return;
	throw incompleteList(
		'The service did not say how many runs there are',
		'Without that nobody can tell whether all were read. Turn Return All off and set a Limit instead',
	);
}
