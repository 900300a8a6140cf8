import { MAX_PAGE_SIZE } from '../service/types';
import { mostRequests } from './allowance';
import { findEdge } from './edge';
import type { List, Listing, Span } from './listing';
import { narrowingHelps, withMargin } from './narrowing';
import { SHARPNESS_MS } from './serviceTime';
import { readDense, readPages } from './shiftingPages';

/** Runs that a slice should hold: few requests, and seldom one too many. */
const TARGET = MAX_PAGE_SIZE * 0.7;

/** Of how many margins: narrower slices would read more of their neighbours than of their own. */
const NARROWEST = 4;

/** How a list is to be walked through. */
export interface Walking {
	/** Margin in ms by which slices overlap, as the service's times and bounds are so sharp at least. */
	marginMs?: number;
	/** Whether runs leave the list while it is read, as they do with a filter for an open status. */
	shrinks?: boolean;
}

/**
 * Reads every run created in a span, oldest slices first, each slice narrow enough for one page: so
 * the order of the list does not matter, nor that pages shift while runs come and go. Where that takes
 * too many requests for the runs that it brings, page after page is read instead.
 */
export class CreationWalk {
	/** Everything created before was read. */
	private reached: number;

	/** How wide the next slice is to be, learned from those before. */
	private width: number;

	/** How many runs are left to read, as far as is known. */
	private left: number;

	/** Whether the next run may be far off, as no beginning is known or the slice before was empty. */
	private inGap: boolean;

	/** When the oldest run was created that is left, as was found in a gap. */
	private oldest = Number.NEGATIVE_INFINITY;

	/** Where a gap ends, as far as is known, with more than a page of runs behind it. */
	private gapEnd = Number.NEGATIVE_INFINITY;

	private constructor(
		private readonly list: List,
		private readonly isTooMuch: () => boolean,
		private readonly span: Span,
		/** The whole span in one page, if it fits. */
		readonly firstLook: Listing,
		private readonly walking: Required<Walking>,
	) {
		this.reached = span.from;
		this.inGap = !Number.isFinite(span.from);
		this.width = Math.max(widthFor(firstLook), this.minWidth);
		this.left = leftAfter(firstLook);
	}

	static async begin(list: List, span: Span, walking: Walking = {}): Promise<CreationWalk> {
		const settings = { marginMs: SHARPNESS_MS, shrinks: false, ...walking };
		const { counted, isTooMuch } = counting(list);
		return new CreationWalk(counted, isTooMuch, span, await counted(withMargin(span)), settings);
	}

	/** Yields how far everything was read, in ms since 1970, lastly the end of the span. */
	async *steps(): AsyncGenerator<number> {
		const { marginMs, shrinks } = this.walking;
		let wider = this.firstLook;
		while (this.left > 0) {
			const to = Math.min(await this.nextBound(), this.span.to);
			const bounds = withMargin({ from: this.reached, to }, marginMs);
			const slice = await this.list(bounds);
			if (this.isTooMuch() || !narrowingHelps(wider, slice, bounds)) {
				await readPages(this.list, withMargin({ from: this.reached, to: this.span.to }));
				break;
			}
			if (this.canNarrow(slice, to)) {
				this.narrow(slice, to);
				wider = slice;
				continue;
			}
			if (!slice.whole) await readDense(this.list, bounds, shrinks);
			yield to;
			if (to === this.span.to) return;
			await this.continueFrom(to, slice);
			wider = this.firstLook;
		}
		yield this.span.to;
	}

	/** Where the next slice ends. After a gap it ends with the oldest of the runs that are left. */
	private async nextBound(): Promise<number> {
		if (this.gapEnd > this.reached) return this.gapEnd;
		const next = this.reached + this.width;
		if (!this.inGap) return next;
		const left = { from: this.reached, to: this.span.to };
		this.oldest = await findEdge(this.list, 'oldest', left);
		return Math.max(next, this.oldest);
	}

	/** A page that is not full shows all that there is to see, whatever is counted. */
	private canNarrow({ whole, runs }: Listing, to: number): boolean {
		if (whole || runs.length < MAX_PAGE_SIZE || !Number.isFinite(this.reached)) return false;
		return to - this.reached > this.minWidth;
	}

	/** What is dense of a slice that begins with a gap is behind the gap, which is read by itself. */
	private narrow({ total }: Listing, to: number): void {
		const gapEnd = this.inGap ? this.oldest - this.minWidth / 2 : this.reached;
		const isGap = gapEnd - this.reached > this.minWidth && gapEnd < to;
		this.gapEnd = isGap ? gapEnd : this.reached;
		this.inGap = false;
		this.width = Math.min(this.width, to - this.gapEnd);
		this.resize(TARGET / total, 1 / 16, 1 / 2);
	}

	private resize(factor: number, least: number, most: number): void {
		this.width = Math.max(this.width * between(factor, least, most), this.minWidth);
	}

	private get minWidth(): number {
		return NARROWEST * this.walking.marginMs;
	}

	/** Runs come and go meanwhile, so what is left is counted anew before it seems to fit on a page. */
	private async continueFrom(moment: number, { runs, whole, total }: Listing): Promise<void> {
		const held = whole ? runs.length : total;
		const atCrowd = moment === this.gapEnd;
		this.reached = moment;
		this.inGap = runs.length === 0 && !atCrowd;
		if (!atCrowd) this.resize(TARGET / held, 1 / 2, 4);
		this.left -= held;
		if (this.left > TARGET) return;
		const left = withMargin({ from: moment, to: this.span.to }, this.walking.marginMs);
		this.left = leftAfter(await this.list(left));
	}
}

/** The same list, and whether it was asked for more than its runs are worth. */
function counting(list: List) {
	let asked = 0;
	const shown = new Set<string>();
	const counted: List = async (span, page) => {
		asked++;
		const listing = await list(span, page);
		for (const { id } of listing.runs) shown.add(id);
		return listing;
	};
	return { counted, isTooMuch: () => asked >= mostRequests(shown.size) };
}

/** Reads every run created in the span. */
export async function readSpan(list: List, span: Span): Promise<void> {
	const steps = (await CreationWalk.begin(list, span)).steps();
	for (let step = await steps.next(); !step.done; ) step = await steps.next();
}

const leftAfter = ({ whole, total }: Listing): number => (whole ? 0 : total);

/** A width that suits the runs of a page, as they are mostly neighbours in time. */
function widthFor({ runs }: Listing): number {
	const times = runs.filter(({ dated }) => dated).map(({ created }) => created);
	if (times.length === 0) return 0;
	const spread = Math.max(...times) - Math.min(...times);
	return (spread / times.length) * TARGET;
}

const between = (value: number, min: number, max: number): number =>
	Math.min(Math.max(value, min), max);
