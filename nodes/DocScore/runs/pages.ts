import { MAX_PAGE_SIZE } from '../service/types';
import { notListed } from './incompleteList';

/**
 * Pages of one list that are requested at once if they are known to exist: as many as Max Concurrent
 * Requests by default, which may reduce them.
 */
export const PAGES_AT_ONCE = 20;

/**
 * A page, and the total of the list. If the service does not state it: infinite, or 0 if the runs of
 * the pages shall count instead.
 */
interface Page {
	runs: Array<{ id: string }>;
	total: number;
}

type ShowPage = (page: number) => Promise<Page>;

interface Options {
	/** The number of runs on each page except the last. */
	size?: number;
	/** How many runs are enough, in any selection. */
	wanted?: number;
	/** Whether runs can leave the list, as in the list of a status. */
	mayLeave?: boolean;
	/** The most passes. */
	passes: number;
}

/**
 * Reads a list page by page, in passes from the first page to the last, because pages shift while
 * runs come and go. It is complete when at least as many runs were found as counted. Runs that left
 * the list remain found and can replace others in the count. So if runs may leave, two passes over
 * several pages must show the same.
 * @returns the IDs that were found; null if the list kept changing
 * @throws ServiceError if the pages stay the same, but show fewer runs than counted
 */
export async function readPages(show: ShowPage, options: Options): Promise<Set<string> | null> {
	const { size = MAX_PAGE_SIZE, wanted = Number.POSITIVE_INFINITY, passes } = options;
	const found = new Set<string>();
	let before: string | null = null;
	for (let number = 0; number < passes; number++) {
		const pass = await readOnce(show, size, wanted);
		for (const id of pass.shown) found.add(id);
		const text = [...pass.shown].join();
		const mayLeave = options.mayLeave && !Number.isFinite(wanted);
		const missing = Math.min(pass.total, wanted) - (mayLeave ? pass.shown : found).size;
		// Stryker disable next-line ConditionalExpression,EqualityOperator: a second pass only takes time
		if (missing <= 0 && (!mayLeave || pass.pages <= 1 || text === before)) return found;
		if (text === before && !pass.hasChanged) throw notListed(found.size + missing, found.size);
		before = text;
	}
	return null;
}

/** One pass. */
async function readOnce(show: ShowPage, size: number, wanted: number): Promise<Pass> {
	const pass = new Pass(size);
	while (!pass.isOver && pass.shown.size < wanted) {
		const left = Math.ceil(Math.min(pass.total, wanted) / size) - pass.pages;
		const count = Number.isFinite(pass.total) ? Math.min(PAGES_AT_ONCE, Math.max(1, left)) : 1;
		const numbers = Array.from({ length: count }, (_, index) => pass.pages + 1 + index);
		for (const page of await Promise.all(numbers.map(show))) pass.add(page);
	}
	return pass;
}

class Pass {
	readonly shown = new Set<string>();

	pages = 0;

	/** The number of runs: the total or, if larger, the number of listed entries. */
	total = 0;

	/** Whether the total changed, so that a run may have moved to a page that was read before. */
	hasChanged = false;

	isOver = false;

	/** The entries on the pages, in which a run may appear twice and another not at all. */
	private entries = 0;

	private counted = 0;

	private lastPage = new Set<string>();

	constructor(private readonly size: number) {}

	add({ runs, total }: Page): void {
		const isNew = runs.some(({ id }) => !this.shown.has(id));
		const ids = new Set(runs.map(({ id }) => id));
		// Past the end, some services show the last page again.
		const isAgain =
			ids.size === this.lastPage.size && [...ids].every((id) => this.lastPage.has(id));
		if (!isAgain) this.entries += runs.length;
		this.lastPage = ids;
		this.hasChanged ||= this.pages > 0 && total !== this.counted;
		this.counted = total;
		const before = Number.isFinite(this.total) ? this.total : 0;
		this.total = Math.max(before, total, this.entries);
		this.pages++;
		for (const id of ids) this.shown.add(id);
		// Only a short page is surely the last one, because a total may lag.
		this.isOver ||= !isNew || (runs.length < this.size && this.entries >= total);
	}
}
