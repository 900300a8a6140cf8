import { MAX_PAGE_SIZE } from '../service/types';
import { ALWAYS, type List, type ListedRun, type Listing, type Span } from './listing';
import { areBoundsRespected } from './boundsRespected';
import { SHARPNESS_MS } from './serviceTime';

type Side = 'oldest' | 'newest';

/** Where a list begins or ends, by creation time. */
export type Edge =
	/** The bounds that were asked for on the way did not do what they are for; null where no run has a time. */
	| { boundsRespected: false; created: number | null }
	/** `hasUndated`: a run was listed there that shows no time, and may lie beyond. */
	| { boundsRespected: true; created: number; hasUndated: boolean };

/** The least or greatest creation time in the list; the end of the span for an empty list. */
export async function findEdge(list: List, side: Side, within: Span = ALWAYS): Promise<number> {
	const { created } = await seekEdge(list, side, within);
	return created ?? (side === 'oldest' ? within.to : within.from);
}

/**
 * Asks for less and less, up to the run at the edge, until that fits on a page.
 * @param known what the list shows within, if that was asked for already
 */
export async function seekEdge(
	list: List,
	side: Side,
	within: Span = ALWAYS,
	known?: Listing,
): Promise<Edge> {
	let [span, first] = [within, known ?? (await list(within))];
	let outermost: ListedRun | undefined;
	for (let wider: Listing | null = null; ; ) {
		const created = outermost?.created ?? null;
		const isBetter = !wider || areBoundsRespected(wider, first, span);
		if (!isBetter) return { created, boundsRespected: false };
		// What was just asked for by its own time must be there.
		const lost = first.whole && outermost && !first.runs.some(({ id }) => id === outermost?.id);
		if (lost) return { created, boundsRespected: false };
		const last = first.whole ? first : await list(span, lastPage(first));
		const shown = [...first.runs, ...last.runs];
		outermost = atEdge(side, outermost ? [outermost, ...shown] : shown);
		if (!outermost) return { created: null, boundsRespected: false };
		const narrower = upTo(outermost.created, side, span);
		const stuck = narrower.from === span.from && narrower.to === span.to;
		if (first.whole || stuck) {
			const hasUndated = shown.some(({ dated }) => !dated);
			return { created: outermost.created, boundsRespected: true, hasUndated };
		}
		[wider, span, first] = [first, narrower, await list(narrower)];
	}
}

function atEdge(side: Side, runs: ListedRun[]): ListedRun | undefined {
	const dated = runs.filter((run) => run.dated).sort((a, b) => a.created - b.created);
	return side === 'oldest' ? dated[0] : dated.at(-1);
}

const upTo = (created: number, side: Side, { from, to }: Span): Span =>
	side === 'oldest'
		? { from, to: Math.min(to, created + SHARPNESS_MS) }
		: { from: Math.max(from, created - SHARPNESS_MS), to };

const lastPage = ({ total }: Listing): number =>
	Number.isFinite(total) ? Math.ceil(total / MAX_PAGE_SIZE) : 2;
