import type { ListedRun, Span } from './listing';
import { PRECISION_MS } from './serviceTime';

/** Known runs in a part; twice as many still fit on a page. */
const KNOWN_PER_SPAN = 50;

/** The smallest width of a part in ms; the margins of a narrower part would exceed the part. */
const MIN_WIDTH_MS = 8 * PRECISION_MS;

/** Divides a span at known runs into parts that should fit on one page each. */
export function pageSizedSpans(span: Span, known: Iterable<ListedRun>): Span[] {
	const times = [...known].flatMap(({ dated, created }) => (dated ? [created] : []));
	const bounds: number[] = [];
	let [last, inSpan] = [span.from, 0];
	for (const created of times.sort((a, b) => a - b)) {
		inSpan++;
		if (inSpan < KNOWN_PER_SPAN || created - last < MIN_WIDTH_MS) continue;
		bounds.push(created);
		[last, inSpan] = [created, 0];
	}
	// A run so close to a cut that one part misses it is in the previous part.
	const ends = [...bounds.map((cut) => cut + PRECISION_MS), span.to];
	return ends.map((to, index) => ({ from: bounds[index - 1] ?? span.from, to }));
}
