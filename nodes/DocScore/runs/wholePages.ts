import { MAX_PAGE_SIZE } from '../service/types';
import type { List, Listing, Span } from './listing';
import { notListed } from './unreadable';

/** Pages that are asked for at once. */
const WAVE = 20;

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
	known: Iterable<string> = [],
): Promise<void> {
	const found = new Set(known);
	let most = 0;
	for (let before: string[][] = []; ; ) {
		const knownBefore = found.size;
		const { pages, total } = await readPass(list, span);
		for (const id of pages.flat()) found.add(id);
		most = Math.max(most, total);
		const enough = found.size >= total && (total === most || isSameOrder(before, pages));
		if (enough && found.size === knownBefore) return;
		if (!enough && areSame(before, pages)) throw notListed(total, found.size);
		before = pages;
	}
}

/** Whether the runs that were shown both times came one after the other in the same way. */
function isSameOrder(before: string[][], now: string[][]): boolean {
	const [first, second] = [new Set(before.flat()), new Set(now.flat())];
	const inBoth = [...second].filter((id) => first.has(id));
	return [...first].filter((id) => second.has(id)).every((id, index) => id === inBoth[index]);
}

/** Whether each page shows the same runs. */
const areSame = (before: string[][], now: string[][]): boolean => textOf(before) === textOf(now);

const textOf = (pages: string[][]): string => pages.map((ids) => ids.toSorted().join()).join(';');

/** The ids on each page, up to the end, and how many runs there are, as counted last or as listed. */
async function readPass(list: List, span: Span): Promise<{ pages: string[][]; total: number }> {
	const pages: string[][] = [];
	const shown = new Set<string>();
	let listed = 0;
	for (let wave = 1; ; ) {
		const first = pages.length + 1;
		const numbers = Array.from({ length: wave }, (_, index) => first + index);
		const listings = await Promise.all(numbers.map(async (page) => await list(span, page)));
		let [total, atEnd] = [0, false];
		for (const { runs, total: counted } of listings) {
			const ids = runs.map(({ id }) => id);
			atEnd ||= ids.every((id) => shown.has(id));
			for (const id of ids) shown.add(id);
			pages.push(ids);
			listed += ids.length;
			// Only a short page is the last one for sure; a count may be behind.
			const isLast = ids.length < MAX_PAGE_SIZE && listed >= counted;
			total = isLast ? listed : counted;
			atEnd ||= isLast;
		}
		if (atEnd) return { pages, total };
		const left = Math.ceil(total / MAX_PAGE_SIZE) - pages.length;
		wave = Math.min(WAVE, Math.max(1, left));
	}
}
