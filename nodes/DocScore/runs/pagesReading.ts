import { MAX_PAGE_SIZE } from '../service/types';
import { notListed } from './incompleteList';

/**
 * A page, and the total of the list. If the service does not state it: infinite, or 0 if the runs of
 * the pages shall count instead.
 */
interface Page {
	runs: Array<{ id: string }>;
	total: number;
}

export type ShowPage = (page: number) => Promise<Page>;

/** The most pages of a step, whose runs are counted in one go. */
const LARGEST_STEP = 100;

interface Options {
	/** The number of runs on each page except the last. */
	size?: number;
	/** How many runs are enough, in any selection. */
	wanted?: number;
	/**
	 * How many pages a step may read if they are known to exist. It may also read as many as were
	 * read before it, because it waits for its slowest page. Default: one page in each step.
	 */
	pagesPerStep?: number;
	/** Whether runs can leave the list, as in the list of a status. */
	mayLeave?: boolean;
}

/** One reading of the pages, from the first to the last. */
class Pass {
	pages = 0;

	/** The number of pages that differ from the previous page. */
	listedPages = 0;

	/**
	 * The number of entries on the pages, in which a run may appear twice and another not at all.
	 */
	entries = 0;

	/** The number of runs: the total or, if larger, the number of listed entries. */
	total = 0;

	isOver = false;

	readonly shown = new Set<string>();

	private lastPage = new Set<string>();

	add({ runs, total }: Page, size: number): void {
		const isNew = runs.some(({ id }) => !this.shown.has(id));
		// Past the end, some services show the last page again.
		const isAgain =
			runs.length === this.lastPage.size && runs.every(({ id }) => this.lastPage.has(id));
		if (!isAgain) {
			this.entries += runs.length;
			this.listedPages++;
		}
		this.pages++;
		this.lastPage = new Set(runs.map(({ id }) => id));
		for (const id of this.lastPage) this.shown.add(id);
		const before = Number.isFinite(this.total) ? this.total : 0;
		this.total = Math.max(before, total, this.entries);
		// Only a short page is surely the last one, because a total may lag.
		this.isOver ||= !isNew || (runs.length < size && this.entries >= total);
	}
}

/**
 * Reads a list page by page, in passes from the first page to the last, because pages shift while
 * runs come and go, and the order may change with each request. It ends when at least as many runs
 * were found as counted. Runs that left the list remain found and can replace others in the count.
 * So if runs may have left, two passes over several pages must show the same. A step that was
 * interrupted continues at its page.
 */
export class PagesReading {
	readonly found = new Set<string>();

	/** The number of complete passes. */
	passes = 0;

	/** How many counted runs were not found by the end of the last pass. */
	lacking = 0;

	private pass = new Pass();

	/** The runs that the previous pass showed. */
	private before: string | null = null;

	/** The total on the last page. */
	private counted = 0;

	private mayLeave: boolean;

	constructor(private readonly options: Options = {}) {
		this.mayLeave = options.mayLeave ?? false;
	}

	/**
	 * Reads some pages.
	 * @returns whether it is over
	 * @throws what `show` throws; the next step then reads the same pages
	 */
	async step(show: ShowPage): Promise<boolean> {
		const { size = MAX_PAGE_SIZE, wanted = Number.POSITIVE_INFINITY, pagesPerStep } = this.options;
		const { pass } = this;
		const grown = Math.min(LARGEST_STEP, pass.pages);
		const most = pagesPerStep === undefined ? 1 : Math.max(pagesPerStep, grown);
		const left = Math.ceil(Math.min(pass.total, wanted) / size) - pass.pages;
		const count = Number.isFinite(pass.total) ? Math.min(most, Math.max(1, left)) : 1;
		const numbers = Array.from({ length: count }, (_, index) => pass.pages + 1 + index);
		for (const page of await Promise.all(numbers.map(show))) {
			if (page.total < this.counted && Number.isFinite(this.counted)) this.mayLeave = true;
			this.counted = page.total;
			pass.add(page, size);
			for (const { id } of page.runs) this.found.add(id);
		}
		const isEnough = this.found.size >= wanted;
		if (isEnough) this.lacking = 0;
		return isEnough || (pass.isOver && this.endPass(wanted));
	}

	/**
	 * Reads until it is over.
	 * @param passes the most passes
	 * @returns whether it is over
	 * @throws ServiceError if the pages stay the same, but show fewer runs than counted
	 */
	async readAll(show: ShowPage, passes = Number.POSITIVE_INFINITY): Promise<boolean> {
		let isOver = false;
		while (!isOver && this.passes < passes) isOver = await this.step(show);
		if (isOver && this.lacking > 0)
			throw notListed(this.found.size + this.lacking, this.found.size);
		return isOver;
	}

	private endPass(wanted: number): boolean {
		const { shown, total, listedPages } = this.pass;
		const text = [...shown].join();
		const isSame = text === this.before;
		// If any selection is enough, runs that have left count, too.
		const changes = this.mayLeave && !Number.isFinite(wanted);
		const missing = Math.min(total, wanted) - (changes ? shown : this.found).size;
		if (Number.isFinite(total)) this.lacking = Math.max(0, missing);
		this.passes++;
		this.before = text;
		this.pass = new Pass();
		return isSame || (missing <= 0 && (!changes || listedPages <= 1));
	}
}
