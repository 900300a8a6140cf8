import { MAX_PAGE_SIZE } from '../service/types';

/** A list of which any page can be asked for. */
export interface Paged<T extends { id: string }> {
	show(page: number): Promise<{ runs: T[]; total: number }>;
	/** How many runs are on a page that is not the last one. */
	size: number;
	/** How many different runs are enough. */
	wanted: number;
	/** How many pages are asked for at once, as far as they are known to be there. */
	atOnce: number;
}

/** Pages that are asked for at once, of which Max Concurrent Requests may let fewer through. */
export const MANY_PAGES = 20;

/** All pages of a list, each as full as can be. */
export const pagesOf = <T extends { id: string }>(
	show: Paged<T>['show'],
	atOnce = MANY_PAGES,
): Paged<T> => ({ show, size: MAX_PAGE_SIZE, wanted: Number.POSITIVE_INFINITY, atOnce });

/** What one reading of the pages, from the first to the last, has shown. */
export interface Pass<T> {
	pages: T[][];
	/** How many runs there are: as many as were listed or, where no end was seen, counted. */
	total: number;
	/** All that was counted meanwhile. */
	counts: number[];
}

/** Before anything was read. */
export const NO_PASS: Pass<never> = { pages: [], total: 0, counts: [] };

/** Reads page after page until they show nothing new or what is enough. */
export async function readPass<T extends { id: string }>(paged: Paged<T>): Promise<Pass<T>> {
	const { show, size, wanted, atOnce } = paged;
	const pages: T[][] = [];
	const counts: number[] = [];
	const shown = new Set<string>();
	for (let [wave, listed] = [1, 0]; ; ) {
		const first = pages.length + 1;
		const numbers = Array.from({ length: wave }, (_, index) => first + index);
		const listings = await Promise.all(numbers.map(show));
		let [total, atEnd] = [0, false];
		for (const { runs, total: counted } of listings) {
			pages.push(runs);
			counts.push(counted);
			total = Math.max(counted, listed);
			if (runs.every(({ id }) => shown.has(id))) {
				atEnd = true;
				continue;
			}
			for (const { id } of runs) shown.add(id);
			listed += runs.length;
			// Only a short page is the last one for sure: a count may be behind.
			if (runs.length < size && listed >= counted) [total, atEnd] = [listed, true];
		}
		if (atEnd || shown.size >= wanted) {
			return { pages, total: Math.max(total, placesOn(pages)), counts };
		}
		const left = Math.ceil(Math.min(total, wanted) / size) - pages.length;
		wave = Number.isFinite(total) ? Math.min(atOnce, Math.max(1, left)) : 1;
	}
}

/** Whether each page shows the same runs both times. */
export const areSame = <T extends { id: string }>(before: Pass<T>, now: Pass<T>): boolean =>
	before.pages.length === now.pages.length && textOf(before) === textOf(now);

const textOf = <T extends { id: string }>({ pages }: Pass<T>): string =>
	pages
		.map((runs) =>
			runs
				.map(({ id }) => id)
				.sort()
				.join(),
		)
		.join(';');

/** Whether the runs that were shown both times came one after the other in the same way. */
export function isSameOrder<T extends { id: string }>(before: Pass<T>, now: Pass<T>): boolean {
	const [first, second] = [idsOf(before), idsOf(now)];
	const inBoth = [...second].filter((id) => first.has(id));
	return [...first].filter((id) => second.has(id)).every((id, index) => id === inBoth[index]);
}

const idsOf = <T extends { id: string }>({ pages }: Pass<T>): Set<string> =>
	new Set(pages.flat().map(({ id }) => id));

/** The pages of a list but for those past its end, where some services show the last one again. */
function listedPages<T extends { id: string }>(pages: T[][]): T[][] {
	const isPastEnd = (runs: T[], index: number) => {
		const before = new Set(pages[index - 1]?.map(({ id }) => id));
		return runs.length === before.size && runs.every(({ id }) => before.has(id));
	};
	return pages.filter((runs, index) => runs.length > 0 && !isPastEnd(runs, index));
}

/** How many runs there is room for on the pages, where some may come twice and others not. */
const placesOn = <T extends { id: string }>(pages: T[][]): number =>
	listedPages(pages).flat().length;

/**
 * Whether pages of the usual size surely showed all there was, if nothing left meanwhile: as many
 * different runs as there were places, and no fewer than were counted.
 */
export function showsEachOnce<T extends { id: string }>(pass: Pass<T>): boolean {
	const listed = listedPages(pass.pages);
	const shown = idsOf(pass).size;
	const isFull = listed.slice(0, -1).every(({ length }) => length === MAX_PAGE_SIZE);
	return (
		isFull &&
		placesOn(pass.pages) === shown &&
		!fellOnce(pass.counts) &&
		isAtLeast(shown, pass.counts)
	);
}

/** Whether there were fewer places on the pages than runs were counted, all the time. */
export const showsTooFew = <T extends { id: string }>(pass: Pass<T>): boolean =>
	!fellOnce(pass.counts) && placesOn(pass.pages) < Math.min(...pass.counts);

const isAtLeast = (shown: number, counts: number[]): boolean =>
	counts.every((count) => shown >= count);

export const fellOnce = (counts: number[]): boolean =>
	counts.some((count, index) => count < (counts[index - 1] ?? 0));
