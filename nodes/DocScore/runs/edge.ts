import { MAX_PAGE_SIZE } from '../service/types';
import { ALWAYS, type List, type ListedRun, type Listing, type Span } from './listing';
import { narrowingHelps } from './narrowing';
import { SHARPNESS_MS } from './serviceTime';

type Side = 'oldest' | 'newest';

export interface Edge {
	/** Creation time of the run at the edge, as far as is known; null where no run has one. */
	created: number | null;
	/** Whether the bounds that were asked for on the way did what they are for. */
	narrows: boolean;
	/** Whether a run was listed there that shows no time: it may lie beyond. */
	hasUndated: boolean;
}

/** The least or greatest creation time in the list; the end of the span for an empty list. */
export async function findEdge(list: List, side: Side, within: Span = ALWAYS): Promise<number> {
	const { created } = await seekEdge(list, side, within);
	return created ?? (side === 'oldest' ? within.to : within.from);
}

/** Asks for less and less, up to the run at the edge, until that fits on a page. */
export async function seekEdge(list: List, side: Side, within: Span = ALWAYS): Promise<Edge> {
	let span = within;
	let outermost: ListedRun | undefined;
	for (let wider: Listing | null = null; ; ) {
		const first = await list(span);
		const created = outermost?.created ?? null;
		const hasUndated = first.runs.some(({ dated }) => !dated);
		if (wider && !narrowingHelps(wider, first, span))
			return { created, narrows: false, hasUndated };
		// What was just asked for by its own time must be there.
		const lost = first.whole && outermost && !first.runs.some(({ id }) => id === outermost?.id);
		if (lost) return { created, narrows: false, hasUndated };
		const last = first.whole ? first : await list(span, lastPage(first));
		const known: ListedRun[] = outermost ? [outermost] : [];
		outermost = atEdge(side, [...known, ...first.runs, ...last.runs]);
		if (!outermost) return { created: null, narrows: false, hasUndated };
		const narrower = upTo(outermost.created, side, span);
		const stuck = narrower.from === span.from && narrower.to === span.to;
		if (first.whole || stuck) return { created: outermost.created, narrows: true, hasUndated };
		[wider, span] = [first, narrower];
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
