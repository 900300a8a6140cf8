import { ALWAYS, type List, type ListedRun, type Listing, type Span } from './listing';
import { PRECISION_MS } from './serviceTime';

/** The most times that runs are counted with and without a bound, while new runs arrive. */
const COUNTS = 5;

/**
 * Whether bounds work, judged by the list of a span within a wider one: the inner list is whole,
 * or it shows no run outside its span and counts less than the wider one, unless all runs of the
 * wider one are in this span too.
 */
export function areBoundsRespected(wider: Listing, inner: Listing, { from, to }: Span): boolean {
	if (inner.whole) return true;
	const belongs = ({ dated, created }: ListedRun) =>
		!dated || (created >= from - PRECISION_MS && created <= to + PRECISION_MS);
	if (!inner.runs.every(belongs)) return false;
	const isLess = inner.total < wider.total || !Number.isFinite(inner.total);
	return isLess || wider.runs.every(belongs);
}

/**
 * Whether a lower bound before all runs leaves no run out, such as one without a time. Runs arrive
 * meanwhile: only an earlier count surely includes no later run, and only a later count surely
 * includes all.
 */
export async function boundsLeaveNoneOut(list: List): Promise<boolean> {
	const bounds = { from: 0, to: ALWAYS.to };
	let before = await list(bounds);
	for (let attempt = 0; attempt < COUNTS; attempt++) {
		const all = await list(ALWAYS);
		if (all.total <= before.total) return true;
		const after = await list(bounds);
		if (all.total > after.total) return false;
		before = after;
	}
	return true;
}
