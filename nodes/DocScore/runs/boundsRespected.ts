import { ALWAYS, type List, type ListedRun, type Listing, type Span } from './listing';
import { SHARPNESS_MS } from './serviceTime';

/** How often the runs are counted at most, with bounds and without, as long as runs arrive. */
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
 * Whether no run is left out by each filter for the time, as one that has none may be. Runs arrive
 * meanwhile: only a count that was taken earlier surely lacks none of them, and only one that was
 * taken later surely has them all.
 */
export async function boundsLeaveNoneOut(look: List, oldest: number): Promise<boolean> {
	const bounds = { from: oldest - SHARPNESS_MS, to: ALWAYS.to };
	let before = await look(bounds);
	for (let attempt = 0; attempt < COUNTS; attempt++) {
		const all = await look(ALWAYS);
		if (all.total <= before.total) return true;
		const after = await look(bounds);
		if (all.total > after.total) return false;
		before = after;
	}
	return true;
}
