import type { List, Listing, Span } from '../listing';
import { PagesReading } from '../pagesReading';
import { PRECISION_MS } from '../serviceTime';
import { toResult } from '../../service/result';
import { MAX_PAGE_SIZE } from '../../service/types';
import { partition, isIn, isMostlyKnown } from './partition';

const CONCURRENT_PARTS = 10;

/**
 * The most passes over the pages of a changing list. If the service returns each page in a new
 * order, a pass misses a run with a probability of 37 %, and 20 passes miss it once in 400 million
 * times.
 */
const MAX_PASSES = 20;

/** What is compared: the service's lists, and the known runs. */
export interface ComparedRuns {
	list(status?: string): List;
	/** Creation times, in ms since 1970, of the known runs in a span, by ID. */
	known(span: Span): Map<string, number>;
	/** Receives IDs of known runs that were not listed. */
	missing?(ids: string[]): void;
	/** Is called if a span that cannot be divided counts more runs than its pages show. */
	lacking?(): void;
}

/** A span of creation times that is still to be compared; its end is exclusive. */
interface Part {
	span: Span;
	/** Statuses of the lists; undefined for the list of all runs. */
	statuses: ReadonlyArray<string | undefined>;
	/** Whether an equal total counts as equal runs. */
	trustsTotals: boolean;
	/**
	 * Returns a span in it whose runs are also compared one by one, as equal totals can hide a
	 * difference; undefined for none.
	 */
	spotCheck?: ((totalsDiffer: boolean) => Span | undefined) | undefined;
	/** The first page of its only list, if it was just read. */
	firstPage?: Listing | undefined;
	/** Runs of the lists that fitted on a page. */
	listedElsewhere: ReadonlySet<string>;
	/** The number of runs, if it follows from other totals. */
	total?: number;
	/** If this is the first half of a span: the second half, and the number of runs in both. */
	laterHalf?: { span: Span; total: number };
	/** Set if the span has no start or no end, and its first pages do not show everything. */
	first?: Listing[];
	/** Set if the span cannot be divided: its lists are read page by page. */
	pages?: ListPages[];
}

interface ListPages {
	status: string | undefined;
	reading: PagesReading;
	isOver: boolean;
}

export type SpanToCompare = Pick<
	Part,
	'span' | 'statuses' | 'trustsTotals' | 'spotCheck' | 'firstPage'
>;

/**
 * Compares the service's lists of a span of creation times with the known runs, as replicas of a
 * database are compared (anti-entropy). If a page shows a whole part, it is compared run by run. Of
 * more runs, totals are compared, and if they differ, the part is divided. The progress is kept
 * after each step, so an interrupted comparison continues there.
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

	/** The creation time up to which everything is compared, in ms since 1970. */
	get comparedTo(): number {
		return this.parts[0]?.span.from ?? this.end;
	}

	/**
	 * Compares several parts at once.
	 * @throws ServiceError, CancelledError after all parts; the next step compares the failed ones
	 */
	async step(compared: ComparedRuns): Promise<void> {
		const batch = this.parts.splice(0, CONCURRENT_PARTS);
		const results = await Promise.all(
			batch.map(async (part) => await toResult(comparePart(compared, part))),
		);
		const left = results.map((each, index) =>
			each.ok ? each.value : batch.slice(index, index + 1),
		);
		this.parts.unshift(...left.flat());
		const failed = results.find((each) => !each.ok);
		if (failed && !failed.ok) throw failed.error;
	}
}

/** Compares a part. Resolves to the parts that remain. */
async function comparePart(compared: ComparedRuns, part: Part): Promise<Part[]> {
	const { pages, first, total } = part;
	if (pages) return await readNextPage(compared, part, pages);
	if (first) return await divideByLastPages(compared, part, first);
	if (total === undefined) return await compareFirstPages(compared, part);
	const known = timesOf(compared, part);
	if (part.trustsTotals && total === known.length) return laterHalfOf(part, total);
	const isSure = total > MAX_PAGE_SIZE && isMostlyKnown(total, known.length);
	return isSure
		? [...divide(part, { total, known }, []), ...laterHalfOf(part, total)]
		: await compareFirstPages(compared, part);
}

async function compareFirstPages(compared: ComparedRuns, part: Part): Promise<Part[]> {
	const bounds = boundsOf(part.span);
	const known = timesOf(compared, part);
	const firstPages = await Promise.all(
		part.statuses.map(async (status) => ({
			status,
			listing: part.firstPage ?? (await compared.list(status)(bounds)),
		})),
	);
	const overfull = firstPages.filter(({ listing }) => !listing.whole);
	const whole = firstPages.filter(({ listing }) => listing.whole);
	const ids = whole.flatMap(({ listing }) => listing.runs.map(({ id }) => id));
	const listedElsewhere = new Set([...part.listedElsewhere, ...ids]);
	const counted = firstPages.reduce((sum, { listing }) => sum + countOf(listing), 0);
	const left: Part = {
		...part,
		statuses: overfull.map(({ status }) => status),
		firstPage: undefined,
		listedElsewhere,
		laterHalf: undefined,
		total: undefined,
		spotCheck: undefined,
	};
	const listings = overfull.map(({ listing }) => listing);
	const parts = compareTotals(compared, left, { known, listings });
	// Lists that fitted on a page were compared run by run.
	const spot = left.statuses.length > 0 ? part.spotCheck?.(parts.length > 0) : undefined;
	const spotCheck = spot ? [{ ...left, span: spot, trustsTotals: false }] : [];
	return [...spotCheck, ...parts, ...laterHalfOf(part, counted)];
}

/**
 * @param pages the first pages of the lists that did not fit on one, and the runs known before they
 * were read
 */
function compareTotals(
	compared: ComparedRuns,
	part: Part,
	{ known, listings }: { known: number[]; listings: Listing[] },
): Part[] {
	if (listings.length === 0) {
		reportMissing(compared, part, new Set());
		return [];
	}
	const total = listings.reduce((sum, listing) => sum + listing.total, 0);
	if (part.trustsTotals && total === knownOf(compared, part).size) return [];
	// The page is not full although the total is larger: smaller spans would not help.
	if (listings.some(({ runs }) => runs.length < MAX_PAGE_SIZE)) return [inPages(part)];
	const isTold = isMostlyKnown(total, known.length) || !isEndless(part.span);
	return isTold ? divide(part, { total, known }, listings) : [{ ...part, first: listings }];
}

/** The second half of a span: its total is the total of both minus that of the first. */
function laterHalfOf({ laterHalf, ...part }: Part, counted: number): Part[] {
	if (!laterHalf) return [];
	return [{ ...part, span: laterHalf.span, total: laterHalf.total - counted }];
}

const isEndless = ({ from, to }: Span): boolean => !Number.isFinite(from) || !Number.isFinite(to);

/** Divides an endless span by its first and last pages, which show both ends. */
async function divideByLastPages(
	compared: ComparedRuns,
	part: Part,
	first: Listing[],
): Promise<Part[]> {
	const bounds = boundsOf(part.span);
	const last = await Promise.all(
		part.statuses.map(async (status, index) => {
			const total = first[index]?.total ?? Number.POSITIVE_INFINITY;
			if (!Number.isFinite(total)) return [];
			return [await compared.list(status)(bounds, Math.ceil(total / MAX_PAGE_SIZE))];
		}),
	);
	const total = first.reduce((sum, listing) => sum + listing.total, 0);
	const known = timesOf(compared, part);
	return divide({ ...part, first: undefined }, { total, known }, [...first, ...last.flat()]);
}

/** @param contents the total, and the creation times of the known runs */
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

async function readNextPage(
	compared: ComparedRuns,
	part: Part,
	pages: ListPages[],
): Promise<Part[]> {
	const next = pages.find(({ isOver }) => !isOver);
	if (next) {
		const { status, reading } = next;
		const show = async (page: number) => await compared.list(status)(boundsOf(part.span), page);
		next.isOver = (await reading.step(show)) || reading.passes === MAX_PASSES;
	}
	if (pages.some(({ isOver }) => !isOver)) return [part];
	if (pages.some(({ reading }) => reading.lacking > 0)) compared.lacking?.();
	reportMissing(compared, part, new Set(pages.flatMap(({ reading }) => [...reading.found])));
	return [];
}

/**
 * The bounds that include every run of the span, whether the service treats them as inclusive or
 * not.
 */
export const boundsOf = ({ from, to }: Span): Span => ({ from: from - 1, to });

const isNear =
	({ from, to }: Span) =>
	(created: number): boolean =>
		created >= from - PRECISION_MS && created <= to + PRECISION_MS;

const countOf = ({ whole, runs, total }: Listing): number => (whole ? runs.length : total);

function knownOf(compared: ComparedRuns, { span, listedElsewhere }: Part): Map<string, number> {
	const known = compared.known(span);
	for (const id of listedElsewhere) known.delete(id);
	return known;
}

const timesOf = (compared: ComparedRuns, part: Part): number[] => [
	...knownOf(compared, part).values(),
];

function reportMissing(compared: ComparedRuns, part: Part, listed: ReadonlySet<string>): void {
	compared.missing?.([...knownOf(compared, part).keys()].filter((id) => !listed.has(id)));
}

/** The runs in a span, of the given IDs and creation times in ms since 1970. */
export function within(runs: Iterable<[string, number]>, span: Span): Map<string, number> {
	const found = new Map<string, number>();
	for (const [id, created] of runs) if (isIn(created, span)) found.set(id, created);
	return found;
}
