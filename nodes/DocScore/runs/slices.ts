import { MAX_PAGE_SIZE } from '../service/types';
import type { List, Listing, Span } from './listing';
import { narrowingHelps } from './narrowing';
import { SHARPNESS_MS } from './serviceTime';
import { isComplete, readAllPages } from './wholePages';

/** Slices are made for a page to be two thirds full, since runs are never spread evenly. */
const RUNS_PER_SLICE = MAX_PAGE_SIZE / 1.5;

/** Narrower slices would read more of their neighbours than of their own, in ms. */
const MIN_WIDTH_MS = 8 * SHARPNESS_MS;

/** Of one cut. More runs are cut into parts that are cut again, so that no count is believed too far. */
const MOST_PARTS = 100;

/** A part of the span of creation times, and the bounds that it is asked for by. */
export interface Slice {
	from: number;
	to: number;
	bounds: Span;
}

/**
 * Reads the parts of a slice, each a snapshot of one page, or in parts again. Where narrower spans
 * bring no less, page after page is read instead.
 */
export async function readSlices(list: List, slice: Slice, listing: Listing): Promise<void> {
	const parts = listing.runs.length < MAX_PAGE_SIZE ? [] : cut(slice, listing.total);
	const looks = await Promise.all(parts.map(async (part) => await lookAt(list, part)));
	const left = looks.filter(({ complete }) => !complete);
	const helps = left.every(({ part, narrower }) => narrowingHelps(listing, narrower, part.bounds));
	if (parts.length === 0 || !helps) await readAllPages(list, slice.bounds);
	else
		await Promise.all(
			left.map(async ({ part, narrower }) => await readSlices(list, part, narrower)),
		);
}

async function lookAt(list: List, part: Slice) {
	const narrower = await list(part.bounds);
	return { part, narrower, complete: await isComplete(list, part.bounds, narrower) };
}

/** No parts where they would be too narrow. */
function cut({ from, to, bounds }: Slice, count: number): Slice[] {
	const parts = Math.min(MOST_PARTS, Math.max(2, Math.ceil(count / RUNS_PER_SLICE)));
	const width = (to - from) / parts;
	if (width < MIN_WIDTH_MS) return [];
	return Array.from({ length: parts }, (_, index) => {
		const start = from + index * width;
		const end = start + width;
		// What lies so close to a bound that one part lacks it is in the part before.
		const outer = {
			from: index === 0 ? bounds.from : start,
			to: index === parts - 1 ? bounds.to : end + SHARPNESS_MS,
		};
		return { from: start, to: end, bounds: outer };
	});
}
