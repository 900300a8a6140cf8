import { MAX_PAGE_SIZE } from '../service/types';
import type { List, ListedRun, Listing, Span } from './listing';
import { areSame, fellOnce, isSameOrder, NO_PASS, pagesOf, type Pass, readPass } from './pages';
import { notListed } from './incompleteList';

/**
 * Whether the first page of a list surely shows all of it at one moment. A full page may be followed
 * by another even where the count says otherwise, since counts may be behind.
 */
export async function isComplete(list: List, span: Span, first: Listing): Promise<boolean> {
	const { runs, total } = first;
	if (runs.length < MAX_PAGE_SIZE) return runs.length >= total;
	if (Number.isFinite(total) && total > runs.length) return false;
	const next = await list(span, 2);
	const shown = new Set(runs.map(({ id }) => id));
	// Past the end, some services show the last page again.
	const again = next.runs.length === runs.length && next.runs.every(({ id }) => shown.has(id));
	return next.runs.length === 0 || again;
}

/**
 * Reads all pages of a list, again until they show nothing new and no less than is counted: pages
 * shift while they are read, and the order may be another one each time. Runs that have left the list
 * stay found, and can stand for others that are not: where some left, the order must be the same.
 * @throws ServiceError where the pages stay the same, but show less than is counted
 */
export async function readAllPages(
	list: List,
	span: Span,
	known?: Iterable<string>,
): Promise<void> {
	const found = new Set(known);
	const paged = pagesOf(async (page) => await list(span, page));
	const counts: number[] = [];
	let before: Pass<ListedRun> = NO_PASS;
	for (;;) {
		const knownBefore = found.size;
		const pass = await readPass(paged);
		const { pages, total } = pass;
		for (const { id } of pages.flat()) found.add(id);
		counts.push(...pass.counts);
		const enough = found.size >= total && (!fellOnce(counts) || isSameOrder(before, pass));
		if (enough && found.size === knownBefore) return;
		if (!enough && areSame(before, pass)) throw notListed(total, found.size);
		before = pass;
	}
}
