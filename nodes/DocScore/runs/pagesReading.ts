import { MAX_PAGE_SIZE } from '../service/types';
import { notListed } from './incompleteList';

/** Pages that are asked for at once, of which Max Concurrent Requests may let fewer through. */
export const MANY_PAGES = 20;

/** A page, and how many runs the service counts in the list; infinite where it does not tell. */
interface Page {
	runs: Array<{ id: string }>;
	total: number;
}

export type ShowPage = (page: number) => Promise<Page>;

interface Options {
	/** How many runs are on a page that is not the last one. */
	size?: number;
	/** How many runs are enough, whichever they are. */
	wanted?: number;
	/** How many pages a step reads at most, as far as they are known to be there. */
	atOnce?: number;
	/** Whether runs leave the list by themselves, as they do that of a status. */
	mayLeave?: boolean;
}

/** One reading of the pages, from the first to the last. */
class Pass {
	pages = 0;

	/** How many of the pages showed what the one before did not. */
	listedPages = 0;

	/** How many runs there is room for on the pages, where some may come twice and others not. */
	places = 0;

	/** How many runs there are: as many as were listed or, if more, counted. */
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
			this.places += runs.length;
			this.listedPages++;
		}
		this.pages++;
		this.lastPage = new Set(runs.map(({ id }) => id));
		for (const id of this.lastPage) this.shown.add(id);
		const before = Number.isFinite(this.total) ? this.total : 0;
		this.total = Math.max(before, total, this.places);
		// Only a short page is the last one for sure: a count may be behind.
		this.isOver ||= !isNew || (runs.length < size && this.places >= total);
	}
}

/**
 * Reads a list page by page, in passes from the first page to the last: pages shift while runs come and
 * go, and the order may be another one each time. It is over once no fewer runs were found than are
 * counted. Those that have left stay found and can stand for others: where some may have left, several
 * pages must show the same twice. It goes on from the page that it has come to.
 */
export class PagesReading {
	readonly found = new Set<string>();

	/** How many passes came to their end. */
	passes = 0;

	/** How many runs the list lacks that the service counts, once it is over. */
	lacking = 0;

	private pass = new Pass();

	/** What the pass before this one has shown. */
	private before: string | null = null;

	/** What the last page said. */
	private counted = 0;

	private mayLeave: boolean;

	constructor(private readonly options: Options = {}) {
		this.mayLeave = options.mayLeave ?? false;
	}

	/**
	 * Reads some pages. @returns whether it is over
	 * @throws what `show` throws; the next step reads the same pages then
	 */
	async step(show: ShowPage): Promise<boolean> {
		const { size = MAX_PAGE_SIZE, wanted = Number.POSITIVE_INFINITY, atOnce = 1 } = this.options;
		const { pass } = this;
		const left = Math.ceil(Math.min(pass.total, wanted) / size) - pass.pages;
		const count = Number.isFinite(pass.total) ? Math.min(atOnce, Math.max(1, left)) : 1;
		const numbers = Array.from({ length: count }, (_, index) => pass.pages + 1 + index);
		for (const page of await Promise.all(numbers.map(show))) {
			if (page.total < this.counted && Number.isFinite(this.counted)) this.mayLeave = true;
			this.counted = page.total;
			pass.add(page, size);
			for (const { id } of page.runs) this.found.add(id);
		}
		return this.found.size >= wanted || (pass.isOver && this.endPass(wanted));
	}

	/**
	 * Reads until it is over.
	 * @param passes how many may be made at most
	 * @returns whether it is over
	 * @throws ServiceError where the pages stay the same, but show less than is counted
	 */
	async readAll(show: ShowPage, passes = Number.POSITIVE_INFINITY): Promise<boolean> {
		let isOver = false;
		while (!isOver && this.passes < passes) isOver = await this.step(show);
		if (this.lacking > 0) throw notListed(this.found.size + this.lacking, this.found.size);
		return isOver;
	}

	private endPass(wanted: number): boolean {
		const { shown, total, listedPages } = this.pass;
		const text = [...shown].join();
		const isSame = text === this.before;
		// Where any runs are enough, those that have left are, too.
		const changes = this.mayLeave && !Number.isFinite(wanted);
		const missing = Math.min(total, wanted) - (changes ? shown : this.found).size;
		if (isSame && Number.isFinite(total)) this.lacking = Math.max(0, missing);
		this.passes++;
		this.before = text;
		this.pass = new Pass();
		return isSame || (missing <= 0 && (!changes || listedPages <= 1));
	}
}
