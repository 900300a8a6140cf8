import { areBoundsRespected } from './boundsRespected';
import { ALWAYS, lastPageOf, type List, type ListedRun, type Listing, type Span } from './listing';
import { PRECISION_MS } from './serviceTime';

/** The newest run of a list. */
export interface Newest {
	/** Its creation time, in ms since 1970; the start of the span if no run has a time. */
	created: number;
	/** Whether bounds are reliable: they were respected, and all runs shown have a time. */
	boundsRespected: boolean;
}

/** The newest run of a list. */
export async function findNewest(list: List, within?: Span): Promise<number> {
	return (await seekNewest(list, within)).created;
}

/**
 * Reads later and later spans up to the newest run, until one fits on a page.
 * @param known the listing of `within`, if it was already read
 */
export async function seekNewest(
	list: List,
	within: Span = ALWAYS,
	known?: Listing,
): Promise<Newest> {
	let [span, first] = [within, known ?? (await list(within))];
	let newest: ListedRun | undefined;
	for (let wider: Listing | null = null; ; ) {
		const created = newest?.created ?? within.from;
		// The run whose own time was requested must be listed.
		const isLost = first.whole && newest && !first.runs.some(({ id }) => id === newest?.id);
		const isWorse = wider && !areBoundsRespected(wider, first, span);
		if (isLost || isWorse) return { created, boundsRespected: false };
		const last = first.whole ? first : await list(span, lastPageOf(first));
		const shown = [...first.runs, ...last.runs];
		newest = latest(newest ? [newest, ...shown] : shown);
		if (!newest) return { created, boundsRespected: false };
		const from = Math.max(span.from, newest.created - PRECISION_MS);
		if (first.whole || from === span.from) {
			return { created: newest.created, boundsRespected: shown.every(({ dated }) => dated) };
		}
		span = { from, to: span.to };
		[wider, first] = [first, await list(span)];
	}
}

const latest = (runs: ListedRun[]): ListedRun | undefined =>
	runs.filter(({ dated }) => dated).sort((a, b) => b.created - a.created)[0];
