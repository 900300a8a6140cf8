import type { RunLister } from '../service/client';
import { ServiceError } from '../service/errors';
import { MAX_PAGE_SIZE, type RunSummary } from '../service/types';
import { findEdge, readPages, withMargin } from './creationWalk';
import { ALWAYS, type List, type ListedRun, type Listing, listOf, type Span } from './listing';
import type { RunSearch } from './search';
import { SHARPNESS_MS, TimeStyle } from './serviceTime';

/** Slices are made for a page to be two thirds full, since runs are never spread evenly. */
const RUNS_PER_SLICE = MAX_PAGE_SIZE / 1.5;

/** Slices are not made narrower, in ms. */
const MIN_WIDTH_MS = 2;

/**
 * Every run that the search finds, newest first, each once.
 *
 * The order in which the service lists runs is not documented, and pages shift while runs arrive and
 * change status. So only answers that hold all runs they speak of are trusted: the span of creation
 * times is fixed from what is there at the start, and read in slices that fit on one page each, many
 * at once.
 *
 * @throws ServiceError also where the service counts more runs than it lists
 */
export async function readAllRuns(lister: RunLister, search: RunSearch): Promise<RunSummary[]> {
	const found = new Map<string, ListedRun>();
	const keep = (runs: ListedRun[]) => {
		for (const run of runs) found.set(run.id, run);
	};
	const style = new TimeStyle();
	const look = askOnce(listOf(lister, search, style));
	const { runs, whole, total } = await look(ALWAYS);
	if (whole) {
		keep(runs);
	} else {
		checkCounted(total);
		const edges = [findEdge(look, 'oldest'), findEdge(look, 'newest')] as const;
		const [from, to] = await Promise.all(edges);
		const list = listOf(lister, search, style, keep);
		await readSlices(list, withMargin({ from, to }), total);
		// With a filter for the status, runs leave and enter the search while it is read.
		if (!search.filters?.status) checkCount(found.size, total);
	}
	return [...found.values()].sort((a, b) => b.created - a.created).map(({ run }) => run);
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

async function readSlices(list: List, { from, to }: Span, count: number): Promise<void> {
	const slices = Math.max(2, Math.ceil(count / RUNS_PER_SLICE));
	const width = (to - from) / slices;
	const starts = Array.from({ length: slices }, (_, slice) => from + slice * width);
	await Promise.all(
		starts.map(async (start) => await readSlice(list, { from: start, to: start + width })),
	);
}

async function readSlice(list: List, slice: Span): Promise<void> {
	const width = slice.to - slice.from;
	// Covers bounds that the service takes as exclusive; wide slices can afford a wide margin.
	const margin = Math.max(1, Math.min(SHARPNESS_MS, width / 8));
	const bounds = { from: Math.floor(slice.from - margin), to: Math.ceil(slice.to + margin) };
	const { whole, total } = await list(bounds);
	if (whole) return;
	if (width > MIN_WIDTH_MS) await readSlices(list, slice, total);
	// More runs than fit on a page were created at once.
	else await readPages(list, bounds);
}

function checkCounted(total: number): void {
	if (Number.isFinite(total)) return;
	throw new ServiceError('The service did not say how many runs there are', {
		description: 'Its answer has no totalCount. Turn Return All off and set a Limit instead.',
		outcome: 'rejected',
		transient: false,
	});
}

function checkCount(listed: number, counted: number): void {
	if (listed >= counted) return;
	const message = `The service counts ${counted} runs, but lists only ${listed} of them`;
	throw new ServiceError(message, {
		description: 'Nothing was output, because some runs would be missing. Try again.',
		outcome: 'rejected',
		transient: false,
	});
}
