import { MAX_PAGE_SIZE } from '../service/types';
import { ALWAYS, type List, type ListedRun, type Listing, type Span } from './listing';
import { SHARPNESS_MS } from './serviceTime';

/** Runs that a slice should hold: few requests, and seldom one too many. */
const TARGET = MAX_PAGE_SIZE * 0.7;

/** Passes over the pages of a slice that is too dense to be a single page. */
const MAX_PASSES = 20;

/** Passes in a row without anything new. */
const QUIET_PASSES = 2;

/** What is asked of the service, so that the span itself is surely within. */
export const withMargin = ({ from, to }: Span, marginMs = SHARPNESS_MS): Span => ({
	from: from - marginMs,
	to: to + marginMs,
});

/**
 * Reads every run created in a span, oldest slices first, each slice narrow enough for one page: so
 * the order of the list does not matter, nor that pages shift while runs come and go.
 */
export class CreationWalk {
	/** Everything created before was read. */
	private reached: number;

	/** How wide the next slice is to be, learned from those before. */
	private width: number;

	/** How many runs are left to read, as far as is known. */
	private left: number;

	private constructor(
		private readonly list: List,
		private readonly span: Span,
		/** The whole span in one page, if it fits. */
		readonly firstLook: Listing,
		private readonly finestMs: number,
	) {
		this.reached = span.from;
		this.width = widthFor(firstLook);
		this.left = leftAfter(firstLook);
	}

	/** @param finestMs slices are not made narrower, and overlap by as much */
	static async begin(list: List, span: Span, finestMs = SHARPNESS_MS): Promise<CreationWalk> {
		return new CreationWalk(list, span, await list(withMargin(span)), finestMs);
	}

	/** Yields how far everything was read, in ms since 1970, lastly the end of the span. */
	async *steps(): AsyncGenerator<number> {
		while (this.left > 0) {
			const to = Math.min(await this.nextBound(), this.span.to);
			const bounds = withMargin({ from: this.reached, to }, this.finestMs);
			const slice = await this.list(bounds);
			if (!slice.whole && to - this.reached > this.finestMs && Number.isFinite(this.reached)) {
				this.width *= between(TARGET / slice.total, 1 / 16, 1 / 2);
				continue;
			}
			if (!slice.whole) await readDense(this.list, bounds);
			yield to;
			if (to === this.span.to) return;
			await this.continueFrom(to, slice);
		}
		yield this.span.to;
	}

	/** Where the next slice ends. Where no beginning is known, the first one holds the oldest runs. */
	private async nextBound(): Promise<number> {
		if (!Number.isFinite(this.reached)) return await findEdge(this.list, 'oldest', this.span);
		return this.reached + Math.max(this.width, this.finestMs);
	}

	/** Runs come and go meanwhile, so what is left is counted anew before it seems to fit on a page. */
	private async continueFrom(moment: number, slice: Listing): Promise<void> {
		this.reached = moment;
		this.width *= between(TARGET / slice.total, 1 / 2, 4);
		this.left -= slice.total;
		if (this.left > TARGET && slice.total > 0) return;
		this.left = leftAfter(
			await this.list(withMargin({ from: moment, to: this.span.to }, this.finestMs)),
		);
	}
}

/** Reads every run created in the span. */
export async function readSpan(list: List, span: Span): Promise<void> {
	const steps = (await CreationWalk.begin(list, span)).steps();
	for (let step = await steps.next(); !step.done; ) step = await steps.next();
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
		const times = timesOf([...first.runs, ...last.runs]);
		if (times.length === 0) return edge === 'oldest' ? within.to : within.from;
		const found = edge === 'oldest' ? Math.min(...times) : Math.max(...times);
		const narrower =
			edge === 'oldest'
				? { from: span.from, to: Math.min(span.to, found + SHARPNESS_MS) }
				: { from: Math.max(span.from, found - SHARPNESS_MS), to: span.to };
		const stuck = narrower.from === span.from && narrower.to === span.to;
		if (first.whole || stuck) return found;
		span = narrower;
	}
}

/** Of the runs that show when they were created. */
const timesOf = (runs: ListedRun[]): number[] =>
	runs.filter(({ run }) => run.createdTime !== null).map(({ created }) => created);

const lastPage = ({ total }: Listing): number =>
	Number.isFinite(total) ? Math.ceil(total / MAX_PAGE_SIZE) : 2;

const leftAfter = ({ whole, total }: Listing): number => (whole ? 0 : total);

/** A width that suits the runs of a page, as they are mostly neighbours in time. */
function widthFor({ runs }: Listing): number {
	const times = timesOf(runs);
	if (times.length === 0) return SHARPNESS_MS;
	const spread = Math.max(...times) - Math.min(...times);
	return Math.max(SHARPNESS_MS, (spread / times.length) * TARGET);
}

/** Pages of a dense span need be read once only if they show all that is counted. */
async function readDense(list: List, span: Span): Promise<void> {
	const found = new Set<string>();
	const total = await readPass(list, span, found);
	if (total === 0 || found.size < total) await readPages(list, span, found);
}

/** Reads page after page, again and again until nothing new turns up, since pages shift. */
export async function readPages(
	list: List,
	span: Span,
	found: Set<string> = new Set(),
): Promise<void> {
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
