import type { ListedRun, Listing, Span } from './listing';
import { SHARPNESS_MS } from './serviceTime';

/** What is asked of the service, so that the span itself is surely within. */
export const withMargin = ({ from, to }: Span, marginMs = SHARPNESS_MS): Span => ({
	from: from - marginMs,
	to: to + marginMs,
});

/**
 * Whether a narrower list, which was asked for by a span within a wider one, is the better for it:
 * either it is whole, or it shows no run of another time and counts less than the wider one, unless
 * all that the wider one shows is of this span too.
 */
export function narrowingHelps(wider: Listing, narrower: Listing, span: Span): boolean {
	if (narrower.whole) return true;
	const { from, to } = withMargin(span);
	const belongs = ({ dated, created }: ListedRun) => !dated || (created >= from && created <= to);
	if (!narrower.runs.every(belongs)) return false;
	const isLess = narrower.total < wider.total || !Number.isFinite(narrower.total);
	return isLess || wider.runs.every(belongs);
}
