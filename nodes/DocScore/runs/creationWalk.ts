import { MAX_PAGE_SIZE } from '../service/types';
import { ALWAYS, type List, type Listing, type Span } from './listing';

/** Covers times that the service truncates, and bounds that it takes as exclusive. */
const MARGIN_MS = 1_000;

/** Slices are not made narrower, as times may be whole seconds. */
const MIN_WIDTH_MS = 1_000;

/** Runs that a slice should hold: few requests, and seldom one too many. */
const TARGET = MAX_PAGE_SIZE * 0.7;

/** Passes over the pages of a slice that is too dense to be a single page. */
const MAX_PASSES = 20;

/** Passes in a row without anything new. */
const QUIET_PASSES = 2;

/** What is asked of the service, so that the span itself is surely within. */
export const withMargin = ({ from, to }: Span): Span => ({
	from: from - MARGIN_MS,
	to: to + MARGIN_MS,
});

/** What a walk starts with: the whole span in one page, if it fits. */
export const firstLook = async (list: List, span: Span): Promise<Listing> =>
	await list(withMargin(span));

/**
 * Reads every run created in the span, oldest slices first, each slice narrow enough for one page:
 * so the order of the list does not matter, nor that pages shift while runs come and go. Yields how
 * far everything was read, in ms since 1970, lastly the end of the span.
 * @param rest what `firstLook` gave for the span
 */
export async function* walkCreation(list: List, span: Span, rest: Listing): AsyncGenerator<number> {
	let reached = span.from;
	let width = firstWidth(rest);
	let left = rest.whole ? 0 : rest.total;
	while (left > 0) {
		const to = Math.min(await nextBound(list, reached, width, span), span.to);
		const bounds = withMargin({ from: reached, to });
		const slice = await list(bounds);
		if (!slice.whole && to - reached > MIN_WIDTH_MS && Number.isFinite(reached)) {
			width *= between(TARGET / slice.total, 1 / 16, 1 / 2);
			continue;
		}
		if (!slice.whole) await readPages(list, bounds);
		yield to;
		if (to === span.to) return;
		reached = to;
		width *= between(TARGET / slice.total, 1 / 2, 4);
		left -= slice.total;
		if (left > TARGET && slice.total > 0) continue;
		rest = await list(withMargin({ from: reached, to: span.to }));
		left = rest.whole ? 0 : rest.total;
	}
	yield span.to;
}

/** Reads every run created in the span. */
export async function readSpan(list: List, span: Span): Promise<void> {
	const walk = walkCreation(list, span, await firstLook(list, span));
	for (let step = await walk.next(); !step.done; ) step = await walk.next();
}

/** Where the next slice ends. Where no beginning is known, the first slice holds the oldest runs. */
async function nextBound(list: List, reached: number, width: number, span: Span): Promise<number> {
	if (Number.isFinite(reached)) return reached + Math.max(width, MIN_WIDTH_MS);
	return await findEdge(list, 'oldest', span);
}

/** The least or greatest creation time in the list; the end of the span for an empty list. */
export async function findEdge(
	list: List,
	edge: 'oldest' | 'newest',
	within: Span = ALWAYS,
): Promise<number> {
	for (let span = within; ; ) {
		const first = await list(span);
		const last = first.whole ? first : await list(span, lastPage(first));
		const times = [...first.runs, ...last.runs].map((run) => run.created);
		if (times.length === 0) return edge === 'oldest' ? within.to : within.from;
		const found = edge === 'oldest' ? Math.min(...times) : Math.max(...times);
		const narrower =
			edge === 'oldest'
				? { from: span.from, to: Math.min(span.to, found + MARGIN_MS) }
				: { from: Math.max(span.from, found - MARGIN_MS), to: span.to };
		const stuck = narrower.from === span.from && narrower.to === span.to;
		if (first.whole || stuck) return found;
		span = narrower;
	}
}

const lastPage = ({ total }: Listing): number =>
	Number.isFinite(total) ? Math.ceil(total / MAX_PAGE_SIZE) : 2;

/** A width that suits the runs of a page, as they are mostly neighbours in time. */
function firstWidth({ runs }: Listing): number {
	const times = runs.map((run) => run.created);
	const spread = Math.max(...times) - Math.min(...times);
	return Math.max(MIN_WIDTH_MS, (spread / runs.length) * TARGET);
}

/** Reads page after page, again and again until nothing new turns up, since pages shift. */
export async function readPages(list: List, span: Span): Promise<void> {
	const found = new Set<string>();
	for (let pass = 0, quiet = 0; pass < MAX_PASSES && quiet < QUIET_PASSES; pass++) {
		const before = found.size;
		const total = await readPass(list, span, found);
		quiet = found.size === before && found.size >= total ? quiet + 1 : 0;
	}
}

/** Resolves to how many runs the span holds, as far as the service tells. */
async function readPass(list: List, span: Span, found: Set<string>): Promise<number> {
	for (let page = 1, shown = 0; ; page++) {
		const { runs, total } = await list(span, page);
		for (const { id } of runs) found.add(id);
		shown += runs.length;
		if (runs.length === 0 || shown >= total) return Number.isFinite(total) ? total : 0;
	}
}

const between = (value: number, min: number, max: number): number =>
	Math.min(Math.max(value, min), max);
