import type { ListedRun, Span } from './listing';
import { SHARPNESS_MS } from './serviceTime';

/** In a part there may be twice as many before they fill a page. */
const KNOWN_PER_SPAN = 50;

/** Narrower parts would show more of their neighbours than of their own, in ms. */
const MIN_WIDTH_MS = 8 * SHARPNESS_MS;

/** Cuts a span at known runs, into parts that should fit on a page each. */
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
	// What lies so close to a cut that one part lacks it is in the part before.
	const ends = [...bounds.map((cut) => cut + SHARPNESS_MS), span.to];
	return ends.map((to, index) => ({ from: bounds[index - 1] ?? span.from, to }));
}
