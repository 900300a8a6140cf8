import type { ListedRun, Span } from './listing';
import { SHARPNESS_MS } from './serviceTime';

/** In a part there may be twice as many before they fill a page. */
const KNOWN_PER_PART = 50;

/** Narrower parts would show more of their neighbours than of their own, in ms. */
const MIN_WIDTH_MS = 8 * SHARPNESS_MS;

/** Cuts a span at known runs, into parts that should fit on a page each. */
export function partsOf(span: Span, known: Iterable<ListedRun>): Span[] {
	const times = [...known].flatMap(({ dated, created }) => (dated ? [created] : []));
	const cuts: number[] = [];
	let [last, inPart] = [span.from, 0];
	for (const created of times.sort((a, b) => a - b)) {
		inPart++;
		if (inPart < KNOWN_PER_PART || created - last < MIN_WIDTH_MS) continue;
		cuts.push(created);
		[last, inPart] = [created, 0];
	}
	// What lies so close to a cut that one part lacks it is in the part before.
	const ends = [...cuts.map((cut) => cut + SHARPNESS_MS), span.to];
	return ends.map((to, index) => ({ from: cuts[index - 1] ?? span.from, to }));
}
