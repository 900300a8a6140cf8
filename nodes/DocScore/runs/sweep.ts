import { toResult } from '../service/result';
import { MAX_PAGE_SIZE } from '../service/types';
import { keptChanging } from './incompleteList';
import { lastPageOf, type List, type Listing, type Span, timesOf, wholeSecond } from './listing';
import { readPages } from './pages';

/** Parts that are compared at once. */
const AT_ONCE = 10;

/** How full a part should be on average, so that few are too full. */
const FILL = 0.7;

/** The number of runs that a part should have, so that it fits on a page. */
const TARGET = MAX_PAGE_SIZE * FILL;

/** If runs do not leave the list, so many are read page by page: few change meanwhile. */
const MANY = 20 * MAX_PAGE_SIZE;

/** The most parts of a division, because the spread of many runs is not known. */
const MAX_PARTS = 150;

/** The parts of a division in search of a few differences. */
const FEW_PARTS = 5;

/** The parts of a division if the service does not count, and not more runs are known. */
const UNCOUNTED_PARTS = 4;

/** The most passes over the pages of one second. */
const MAX_PASSES = 10;

export interface Sweep {
	/** Readers of the lists that together show the span, in the order in which runs move. */
	lists: List[];
	/** Creation times, in ms since 1970, of the known runs in a span, by ID. */
	known(span: Span): Map<string, number>;
	/** Receives the IDs of known runs of a part that its lists do not show. */
	missing?(ids: string[]): void;
	/**
	 * Whether a later sweep corrects this one: then a part with as many runs as are known is equal, and
	 * pages may shift while they are read.
	 */
	trustsTotals?: boolean;
	/** Whether runs can leave the lists. */
	mayLeave?: boolean;
	/** Receives the creation time, in ms since 1970, up to which all is compared. */
	swept?(to: number): void;
	/** Called between two steps. @throws if the rest is to wait */
	check?(): void;
}

/** What is still to be compared. */
interface Part {
	span: Span;
	lists: List[];
}

/**
 * Compares lists of a span of creation times with the known runs, as replicas of a database are
 * compared (anti-entropy). If a page shows a whole part, it is a snapshot. Of more runs, totals are
 * compared, and if they differ, the part is divided between whole seconds. A second that one page
 * does not show is read page by page.
 * @throws ServiceError, CancelledError, after all parts of a step
 */
export async function sweep(asked: Sweep, span: Span): Promise<void> {
	for (let parts: Part[] = [{ span, lists: asked.lists }]; parts.length > 0; ) {
		const batch = parts.slice(0, AT_ONCE);
		const results = await Promise.all(
			batch.map(
				async (part) => await toResult(compare({ ...asked, lists: part.lists }, part.span)),
			),
		);
		const left = results.flatMap((each, at) => (each.ok ? each.value : batch.slice(at, at + 1)));
		parts = [...left, ...parts.slice(AT_ONCE)];
		asked.swept?.(parts[0]?.span.from ?? span.to);
		const failed = results.find(({ ok }) => !ok);
		if (failed && !failed.ok) throw failed.error;
		if (parts.length > 0) asked.check?.();
	}
}

/** Compares a part. @returns the parts that remain */
async function compare(asked: Sweep, span: Span): Promise<Part[]> {
	const known = asked.known(span);
	const first = await inOrder(asked.lists, async (list) => await list(span));
	const total = first.reduce((sum, page) => sum + page.total, 0);
	const isTrusted = asked.trustsTotals === true && Number.isFinite(total);
	const differ = () => Math.abs(total - asked.known(span).size);
	if (first.every(({ whole }) => whole)) return report(asked, known, idsOf(first));
	if (isTrusted && differ() === 0) return [];
	const isKnown = isMostlyKnown(total, known.size);
	const isEndless = !Number.isFinite(span.to);
	const isEndTelling = !isKnown || (isTrusted && isEndless);
	const last = isEndTelling ? await lastPages(asked.lists, span, first) : [];
	if (isTrusted && differ() === 0) return [];
	if (isTrusted && isReadFaster(first, differ())) return await readOnce(asked, span, known);
	// Without an end, new runs would hide in the total that others were deleted.
	const isStill = !asked.mayLeave && !isEndless;
	const isInPages = !isTrusted && isStill && total <= MANY;
	if (isInPages && (await readSurely(asked, span, known, 1))) return [];
	const runs = Number.isFinite(total) ? total : Math.max(known.size, UNCOUNTED_PARTS * TARGET);
	const size = asked.mayLeave || runs <= MANY ? TARGET : FILL * MANY;
	const parts = divide(span, isTrusted ? FEW_PARTS : runs / size, {
		// Stryker disable next-line ArrayDeclaration: nothing is divided at what is no time
		known: isKnown ? [...known.values()] : [],
		seen: [...known.values(), ...timesOf([...first, ...last], span)],
	});
	// The first list stays empty if it is: runs move from it to the next, never back.
	const lists = asked.lists.slice(first.findIndex((page) => page.total > 0));
	if (parts.length > 0) return parts.map((part) => ({ span: part, lists }));
	if (isTrusted) return await readOnce(asked, span, known);
	if (await readSurely(asked, span, known, MAX_PASSES)) return [];
	throw keptChanging();
}

/** Whether the known runs show how all are spread. If the service does not count, a page of them does. */
const isMostlyKnown = (total: number, known: number): boolean =>
	Number.isFinite(total) ? Math.abs(total - known) <= known / 2 : known > TARGET;

/** Whether reading all pages takes fewer requests than looking for the differences by totals. */
function isReadFaster(first: Listing[], differ: number): boolean {
	const pages = first.reduce((sum, page) => sum + lastPageOf(page), 0);
	const steps = Math.ceil(Math.log(pages) / Math.log(FEW_PARTS));
	return pages <= differ * steps * FEW_PARTS * first.length;
}

/** The last pages show the other end of the span if lists are in order of creation. */
async function lastPages(lists: List[], span: Span, first: Listing[]): Promise<Listing[]> {
	return await inOrder(first, async (page, at) => {
		const list = lists[at];
		return page.whole || !list ? page : await list(span, lastPageOf(page));
	});
}

/** Compares all pages, although a run may be missed if they shift. */
async function readOnce({ lists, ...asked }: Sweep, span: Span, known: Map<string, number>) {
	const shown = await inOrder(lists, async (list) => {
		const first = await list(span);
		const numbers = Array.from({ length: lastPageOf(first) - 1 }, (_, index) => index + 2);
		return [first, ...(await Promise.all(numbers.map(async (page) => await list(span, page))))];
	});
	return report(asked, known, idsOf(shown.flat()));
}

/** Compares all pages in several passes. @returns whether they surely showed all */
async function readSurely(
	{ lists, mayLeave = false, ...asked }: Sweep,
	span: Span,
	known: Map<string, number>,
	passes: number,
): Promise<boolean> {
	const ids = await inOrder(lists, async (list) => {
		return await readPages(async (page) => await list(span, page), { mayLeave, passes });
	});
	const found = ids.filter((each) => each !== null);
	if (found.length < lists.length) return false;
	const shown = found.flatMap((each) => [...each]);
	report(asked, known, shown);
	return true;
}

function report(asked: Pick<Sweep, 'missing'>, known: Map<string, number>, ids: string[]): Part[] {
	const shown = new Set(ids);
	asked.missing?.([...known.keys()].filter((id) => !shown.has(id)));
	return [];
}

const idsOf = (pages: Listing[]): string[] => pages.flatMap(({ runs }) => runs.map(({ id }) => id));

/** One after the other: a run that moves from one list to the next meanwhile is in one of them. */
async function inOrder<T, R>(each: T[], read: (item: T, at: number) => Promise<R>): Promise<R[]> {
	const done: R[] = [];
	for (const [at, item] of each.entries()) done.push(await read(item, at));
	return done;
}

/**
 * Divides a span between whole seconds, because bounds may be no more exact: by the times of the
 * known runs, else evenly between the first and the last time that was seen. Empty if it cannot be
 * divided.
 */
function divide(span: Span, parts: number, times: { known: number[]; seen: number[] }): Span[] {
	const { from, to } = span;
	const count = Math.max(2, Math.min(MAX_PARTS, Math.ceil(parts)));
	const known = times.known.sort((a, b) => a - b);
	const first = Math.max(from, least(times.seen));
	const last = Math.min(to, -least(times.seen.map((ms) => -ms)) + 1_000);
	const shares = Array.from({ length: count - 1 }, (_, index) => (index + 1) / count);
	const choices = [
		shares.map((share) => known[Math.floor(known.length * share)] ?? to),
		[first, ...shares.map((share) => first + share * (last - first)), last],
		[(from + to) / 2],
	];
	for (const cuts of choices) {
		const inside = cuts.map(wholeSecond).filter((cut) => cut > from && cut < to);
		const starts = [from, ...new Set(inside)];
		if (starts.length > 1)
			return starts.map((start, at) => ({ from: start, to: starts[at + 1] ?? to }));
	}
	return [];
}

const least = (times: number[]): number =>
	times.reduce((first, ms) => Math.min(first, ms), Number.POSITIVE_INFINITY);
