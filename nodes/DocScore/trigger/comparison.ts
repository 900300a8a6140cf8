import type { List, Listing, Span } from '../runs/listing';
import { PagesReading } from '../runs/pagesReading';
import { toResult } from '../service/result';
import { MAX_PAGE_SIZE } from '../service/types';
import { partition, isIn, isMostlyKnown } from './partition';

/** Parts that are compared at once. */
const CONCURRENT_PARTS = 10;

/**
 * Passes over the pages of a list at most, where they keep changing. Where each page comes in an order of
 * its own, a pass misses a run with a probability of 37 %, so that 20 miss it once in 400 million times.
 */
const MAX_PASSES = 20;

/** How far outside its bounds a run may be shown, in ms: they may be no sharper than a second. */
const PRECISION_MS = 1_000;

/** What is compared: what lists show, with what is known to be in them. */
export interface ComparedRuns {
	list(status?: string): List;
	/** Creation times in ms of the known runs in a span, by their IDs. */
	known(span: Span): Map<string, number>;
	/** Gets runs that are known and were not listed. */
	missing?(ids: string[]): void;
}

/** A span of creation times that is still to be compared: from its start up to, not including, its end. */
interface Part {
	span: Span;
	/** Statuses of the lists; undefined for the list of all runs. */
	statuses: ReadonlyArray<string | undefined>;
	/** Whether as many runs as are known are taken for the same. */
	trustsTotals: boolean;
	/** A span in it whose runs are compared one by one even where totals are the same. */
	spotCheck?: Span;
	/** Runs in those other lists that fitted on a page. */
	listedElsewhere: ReadonlySet<string>;
	/** How many runs there are, where that follows from other counts. */
	total?: number;
	/** The later half of the span that this is the first half of, and how many runs are in both. */
	laterHalf?: { span: Span; total: number };
	/** Set where the span has no beginning or no end, and its first pages showed too little of it. */
	first?: Listing[];
	/** Set where it cannot be divided: the pages of its lists are read one by one. */
	pages?: ListPages[];
}

interface ListPages {
	status: string | undefined;
	reading: PagesReading;
	isOver: boolean;
}

export type SpanToCompare = Pick<Part, 'span' | 'statuses' | 'trustsTotals' | 'spotCheck'>;

/**
 * Compares what the service lists in a span of creation times with what is known of it, as replicas of a
 * store are compared. A page that shows all of a part is compared run by run. Of more runs, totals are
 * compared, and where they differ, the part is cut. How far that came is kept after each step, so a
 * comparison that is cut short goes on from there.
 */
export class Comparison {
	/** The oldest first. */
	private parts: Part[];

	private readonly end: number;

	/** @param asked parts, the oldest first */
	constructor(asked: SpanToCompare[]) {
		this.parts = asked.map((part) => ({ ...part, listedElsewhere: new Set<string>() }));
		this.end = asked.at(-1)?.span.to ?? Number.NEGATIVE_INFINITY;
	}

	get isOver(): boolean {
		return this.parts.length === 0;
	}

	/** Up to when all is compared, in ms since 1970. */
	get comparedTo(): number {
		return this.parts[0]?.span.from ?? this.end;
	}

	/**
	 * Compares some parts at once, each with lists that are asked for at once.
	 * @throws ServiceError, StoppedError after all of them; those that failed are compared in the next step
	 */
	async step(what: ComparedRuns): Promise<void> {
		const batch = this.parts.splice(0, CONCURRENT_PARTS);
		const compared = await Promise.all(
			batch.map(async (part) => await toResult(comparePart(what, part))),
		);
		const left = compared.map((each, index) =>
			each.ok ? each.value : batch.slice(index, index + 1),
		);
		this.parts.unshift(...left.flat());
		const failed = compared.find((each) => !each.ok);
		if (failed && !failed.ok) throw failed.error;
	}
}

/** Resolves to what is left to compare. */
async function comparePart(what: ComparedRuns, part: Part): Promise<Part[]> {
	const { pages, first, total } = part;
	if (pages) return await readNextPage(what, part, pages);
	if (first) return await divideByLastPages(what, part, first);
	if (total === undefined) return await compareFirstPages(what, part);
	const known = timesOf(what, part);
	if (part.trustsTotals && total === known.length) return laterHalfOf(part, total);
	const isSure = total > MAX_PAGE_SIZE && isMostlyKnown(total, known.length);
	return isSure
		? [...divide(part, { total, known }, []), ...laterHalfOf(part, total)]
		: await compareFirstPages(what, part);
}

async function compareFirstPages(what: ComparedRuns, part: Part): Promise<Part[]> {
	const bounds = boundsOf(part.span);
	const known = timesOf(what, part);
	const firstPages = await Promise.all(
		part.statuses.map(async (status) => ({ status, listing: await what.list(status)(bounds) })),
	);
	const overfull = firstPages.filter(({ listing }) => !listing.whole);
	const whole = firstPages.filter(({ listing }) => listing.whole);
	const ids = whole.flatMap(({ listing }) => listing.runs.map(({ id }) => id));
	const listedElsewhere = new Set([...part.listedElsewhere, ...ids]);
	const counted = firstPages.reduce((sum, { listing }) => sum + countOf(listing), 0);
	const left: Part = {
		...part,
		statuses: overfull.map(({ status }) => status),
		listedElsewhere,
		laterHalf: undefined,
		total: undefined,
		spotCheck: undefined,
	};
	const listings = overfull.map(({ listing }) => listing);
	const parts = [...spotCheckOf(part, left), ...compareTotals(what, left, { known, listings })];
	return [...parts, ...laterHalfOf(part, counted)];
}

/** Lists that fitted on a page need no spot check: they were compared run by run. */
function spotCheckOf({ spotCheck }: Part, left: Part): Part[] {
	const isNeeded = spotCheck !== undefined && left.statuses.length > 0;
	return isNeeded ? [{ ...left, span: spotCheck, trustsTotals: false }] : [];
}

/** @param pages the first pages of the lists that did not fit on one, and what was known before they were read */
function compareTotals(
	what: ComparedRuns,
	part: Part,
	{ known, listings }: { known: number[]; listings: Listing[] },
): Part[] {
	if (listings.length === 0) {
		reportMissing(what, part, new Set());
		return [];
	}
	const total = listings.reduce((sum, listing) => sum + listing.total, 0);
	if (part.trustsTotals && total === knownOf(what, part).size) return [];
	// A page that is not full although more is counted: bounds would not make it fuller.
	if (listings.some(({ runs }) => runs.length < MAX_PAGE_SIZE)) return [inPages(part)];
	const isTold = isMostlyKnown(total, known.length) || !isEndless(part.span);
	return isTold ? divide(part, { total, known }, listings) : [{ ...part, first: listings }];
}

/** The later half, once the first one is counted: what is left of both is in it. */
function laterHalfOf({ laterHalf, ...part }: Part, counted: number): Part[] {
	if (!laterHalf) return [];
	const total = laterHalf.total - counted;
	return [{ ...part, span: laterHalf.span, total: total > 0 ? total : undefined }];
}

const isEndless = ({ from, to }: Span): boolean => !Number.isFinite(from) || !Number.isFinite(to);

/** The last page of a list shows its other end. */
async function divideByLastPages(
	what: ComparedRuns,
	part: Part,
	first: Listing[],
): Promise<Part[]> {
	const bounds = boundsOf(part.span);
	const last = await Promise.all(
		part.statuses.map(async (status, index) => {
			const total = first[index]?.total ?? Number.POSITIVE_INFINITY;
			if (!Number.isFinite(total)) return [];
			return [await what.list(status)(bounds, Math.ceil(total / MAX_PAGE_SIZE))];
		}),
	);
	const total = first.reduce((sum, listing) => sum + listing.total, 0);
	const known = timesOf(what, part);
	return divide({ ...part, first: undefined }, { total, known }, [...first, ...last.flat()]);
}

/** @param contents how many runs there are, and when those that are known were created */
function divide(
	part: Part,
	{ total, known }: { total: number; known: number[] },
	listings: Listing[],
): Part[] {
	const { span, trustsTotals } = part;
	const dated = listings.flatMap(({ runs }) => runs).filter((run) => run.dated);
	const shown = dated.map(({ created }) => created);
	const spans = shown.every(isNear(span))
		? partition(span, { total, known, shown, trustsTotals })
		: [];
	const own = { ...part, total: undefined, laterHalf: undefined };
	if (spans.length === 0) return [inPages(own)];
	const [first, second] = spans;
	const isHalved = trustsTotals && spans.length === 2 && Number.isFinite(total);
	if (isHalved && first && second)
		return [{ ...own, span: first, laterHalf: { span: second, total } }];
	return spans.map((each) => ({ ...own, span: each }));
}

const inPages = (part: Part): Part => ({
	...part,
	pages: part.statuses.map((status) => ({
		status,
		reading: new PagesReading({ mayLeave: status !== undefined }),
		isOver: false,
	})),
});

async function readNextPage(what: ComparedRuns, part: Part, pages: ListPages[]): Promise<Part[]> {
	const next = pages.find(({ isOver }) => !isOver);
	if (next) {
		const { status, reading } = next;
		const show = async (page: number) => await what.list(status)(boundsOf(part.span), page);
		next.isOver = (await reading.step(show)) || reading.passes === MAX_PASSES;
	}
	if (pages.some(({ isOver }) => !isOver)) return [part];
	reportMissing(what, part, new Set(pages.flatMap(({ reading }) => [...reading.found])));
	return [];
}

/** Bounds that leave no run of the span out, whether they are inclusive or not. */
export const boundsOf = ({ from, to }: Span): Span => ({ from: from - 1, to });

const isNear =
	({ from, to }: Span) =>
	(created: number): boolean =>
		created >= from - PRECISION_MS && created <= to + PRECISION_MS;

const countOf = ({ whole, runs, total }: Listing): number => (whole ? runs.length : total);

function knownOf(what: ComparedRuns, { span, listedElsewhere }: Part): Map<string, number> {
	const known = what.known(span);
	for (const id of listedElsewhere) known.delete(id);
	return known;
}

const timesOf = (what: ComparedRuns, part: Part): number[] => [...knownOf(what, part).values()];

function reportMissing(what: ComparedRuns, part: Part, listed: ReadonlySet<string>): void {
	what.missing?.([...knownOf(what, part).keys()].filter((id) => !listed.has(id)));
}

/** Known runs of a span, of those given with their creation times in ms. */
export function within(runs: Iterable<[string, number]>, span: Span): Map<string, number> {
	const found = new Map<string, number>();
	for (const [id, created] of runs) if (isIn(created, span)) found.set(id, created);
	return found;
}
