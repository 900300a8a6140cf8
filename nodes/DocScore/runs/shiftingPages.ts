import type { List, ListedRun, Span } from './listing';
import { areSame, NO_PASS, pagesOf, type Pass, readPass } from './pages';

/** Passes over the pages of a slice that is too dense to be a single page. */
const MAX_PASSES = 20;

/** Passes in a row without anything new. */
const QUIET_PASSES = 2;

/** The pages of a dense slice need be read once only if they show all that is counted. */
export async function readDense(list: List, span: Span, shrinks: boolean): Promise<void> {
	const { pages, counts } = await readPass(onePageAtATime(list, span));
	const found = new Set(pages.flat().map(({ id }) => id));
	const isAll = counts.every((count) => found.size >= count);
	if (shrinks || !isAll) await readPages(list, span, found);
}

/** Reads page after page, again and again until nothing new turns up, since pages shift. */
export async function readPages(
	list: List,
	span: Span,
	found: Set<string> = new Set(),
): Promise<void> {
	let before: Pass<ListedRun> = NO_PASS;
	for (let pass = 0, quiet = 0; pass < MAX_PASSES && quiet < QUIET_PASSES; pass++) {
		const knownBefore = found.size;
		const now = await readPass(onePageAtATime(list, span));
		for (const { id } of now.pages.flat()) found.add(id);
		const enough = found.size >= now.total || !Number.isFinite(now.total) || areSame(before, now);
		quiet = enough && found.size === knownBefore ? quiet + 1 : 0;
		before = now;
	}
}

/** One page at a time, so that nothing is under way any more when the reading is cut short. */
const onePageAtATime = (list: List, span: Span) =>
	pagesOf(async (page) => await list(span, page), 1);
