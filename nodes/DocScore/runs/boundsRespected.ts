import { ALWAYS, type List, type ListedRun, type Listing, type Span } from './listing';
import { SHARPNESS_MS } from './serviceTime';

/** How often the runs are counted at most, with a bound and without, as long as runs arrive. */
const COUNTS = 5;

/**
 * Whether a narrower list, which was asked for by a span within a wider one, is the better for it:
 * either it is whole, or it shows no run of another time and counts less than the wider one, unless
 * all that the wider one shows is of this span too.
 */
export function areBoundsRespected(wider: Listing, narrower: Listing, { from, to }: Span): boolean {
	if (narrower.whole) return true;
	const belongs = ({ dated, created }: ListedRun) =>
		!dated || (created >= from - SHARPNESS_MS && created <= to + SHARPNESS_MS);
	if (!narrower.runs.every(belongs)) return false;
	const isLess = narrower.total < wider.total || !Number.isFinite(narrower.total);
	return isLess || wider.runs.every(belongs);
}

/**
 * Whether a bound before all runs leaves none out, as it may one that has no time. Runs arrive
 * meanwhile: only a count that was taken earlier surely lacks none of them, and only one that was taken
 * later surely has them all.
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
