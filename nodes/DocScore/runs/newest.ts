import { boundsIgnored } from './incompleteList';
import { ALWAYS, lastPageOf, type List, type ListedRun, type Listing } from './listing';
import { PRECISION_MS } from './serviceTime';

type DatedRun = ListedRun & { created: number };

interface Options {
	/** The first page of the list, if it was just read. */
	first?: Listing;
	/** Whether runs can leave the list. */
	mayLeave?: boolean;
}

/**
 * The newest runs of a list that have a creation time, newest first. Reads later and later spans
 * until one fits on a page.
 * @throws ServiceError also if the service does not find them by their own creation times
 */
export async function readNewest(
	list: List,
	count: number,
	{ first, mayLeave = false }: Options = {},
): Promise<DatedRun[]> {
	let newest: DatedRun[] = [];
	let span = ALWAYS;
	for (let page = first ?? (await list(span)); ; page = await list(span)) {
		const last = page.whole ? page : await list(span, lastPageOf(page));
		const shown = [...page.runs, ...last.runs].filter(isDated);
		const ids = new Set(shown.map(({ id }) => id));
		const isFound = newest.length === 0 || newest.some(({ id }) => ids.has(id));
		if (page.whole && !isFound && !mayLeave) throw boundsIgnored();
		const unique = new Map([...newest, ...shown].map((run) => [run.id, run]));
		newest = [...unique.values()].sort((a, b) => b.created - a.created).slice(0, count);
		const from = (newest.at(-1)?.created ?? ALWAYS.from) - PRECISION_MS;
		if (page.whole || from <= span.from) return newest;
		span = { ...ALWAYS, from };
	}
}

const isDated = (run: ListedRun): run is DatedRun => run.created !== null;
