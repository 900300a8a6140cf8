import type { List, Span } from '../runs/listing';
import { MAX_PAGE_SIZE } from '../service/types';

/** Readings of all pages at most, for lists that never show what they count. */
const MOST_PASSES = 20;

/** Readings in a row that show nothing new. */
const QUIET_PASSES = 2;

/**
 * Reads lists page by page, again and again until nothing new turns up, since pages shift while runs
 * come and go. It goes on from the page that it has come to.
 */
export class PagesReading {
	readonly found = new Set<string>();

	private left: Array<string | undefined>;

	private page = 1;

	private passes = 0;

	private quiet = 0;

	/** What this reading of all pages has shown, the most that was counted, and how much was known before. */
	private shown = new Set<string>();

	private counted = 0;

	private knownBefore = 0;

	/** @param statuses of the lists; undefined for the list of all runs */
	constructor(statuses: ReadonlyArray<string | undefined>) {
		this.left = [...statuses];
	}

	/** Reads a page. @returns whether all was read */
	async readNext(list: (status?: string) => List, bounds: Span): Promise<boolean> {
		const [status] = this.left;
		const { runs, total } = await list(status)(bounds, this.page);
		const before = this.shown.size;
		for (const { id } of runs) {
			this.shown.add(id);
			this.found.add(id);
		}
		this.page++;
		if (Number.isFinite(total)) this.counted = Math.max(this.counted, total);
		const isEnd = runs.length < MAX_PAGE_SIZE && this.shown.size >= this.counted;
		if (this.shown.size > before && !isEnd) return false;
		this.endPass(status);
		return this.left.length === 0;
	}

	/** Runs leave the list of a status meanwhile, so that of all runs alone may be read once. */
	private endPass(status: string | undefined): void {
		const isNew = this.found.size > this.knownBefore;
		const isQuiet = !isNew && this.found.size >= this.counted;
		this.quiet = isQuiet ? this.quiet + 1 : 0;
		this.passes++;
		const isOver =
			(status === undefined && this.counted > 0 && this.shown.size >= this.counted) ||
			this.quiet === QUIET_PASSES ||
			this.passes === MOST_PASSES;
		[this.page, this.counted] = [1, 0];
		this.shown = new Set();
		this.knownBefore = this.found.size;
		if (!isOver) return;
		this.left = this.left.slice(1);
		[this.passes, this.quiet] = [0, 0];
	}
}
