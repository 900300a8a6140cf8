import type { Span } from '../runs/listing';
import { MAX_PAGE_SIZE } from '../service/types';

const SECOND_MS = 1_000;

/** Runs that a part should hold, so that it fits on a page although runs are never spread evenly. */
const TARGET = MAX_PAGE_SIZE * 0.7;

/** Of one cut. More runs are cut into parts that are cut again, so that no count is believed too far. */
const MAX_PARTS = 100;

/** Where to cut when the service does not tell how many runs there are. */
const UNCOUNTED_PARTS = 4;

/** What is known of a span that is to be cut. */
export interface SpanContents {
	/** The number of runs in the span; infinite if the service does not say and there are more. */
	total: number;
	/** Creation times in ms of known runs in the span, and of those that were just shown. */
	known: number[];
	shown: number[];
	/** Whether a part with as many runs as are known is left at that. */
	trustsTotals: boolean;
}

export const wholeSecond = (ms: number): number => Math.floor(ms / SECOND_MS) * SECOND_MS;

/** Whether known runs tell how all are spread; where the service does not count, a page of them does. */
export const isMostlyKnown = (total: number, known: number): boolean =>
	Number.isFinite(total) ? Math.abs(total - known) <= known / 2 : known > TARGET;

export const isIn = (created: number, { from, to }: Span): boolean =>
	created >= from && created < to;

/**
 * The parts of a span, the oldest first, cut between whole seconds, as bounds may be no sharper. None
 * where it cannot be divided.
 */
export function partition(span: Span, contents: SpanContents): Span[] {
	const { from, to } = span;
	const seconds = boundsIn(span, contents).map(wholeSecond);
	const cuts = [...new Set(seconds)].filter((ms) => ms > from && ms < to).sort((a, b) => a - b);
	const middle = wholeSecond((from + to) / 2);
	if (cuts.length === 0 && middle > from && middle < to) cuts.push(middle);
	if (cuts.length === 0) return [];
	return [from, ...cuts].map((start, index) => ({ from: start, to: cuts[index] ?? to }));
}

function boundsIn(span: Span, { total, known, shown, trustsTotals }: SpanContents): number[] {
	const isCounted = Number.isFinite(total);
	const isKnown = isMostlyKnown(total, known.length);
	const runs = isCounted ? total : isKnown ? known.length : UNCOUNTED_PARTS * TARGET;
	const count = Math.min(MAX_PARTS, Math.max(2, Math.ceil(runs / TARGET)));
	if (isKnown) return quantiles(known, trustsTotals && isCounted ? 2 : count);
	const seen = [...known, ...shown].filter((ms) => isIn(ms, span));
	const first = Number.isFinite(span.from) ? span.from : -greatest(seen.map((ms) => -ms));
	const last = Number.isFinite(span.to) ? span.to : greatest(seen) + SECOND_MS;
	const width = (last - first) / count;
	return Array.from({ length: count + 1 }, (_, index) => first + index * width);
}

/** Where as many of the known runs lie in each part. */
function quantiles(times: number[], count: number): number[] {
	const sorted = times.sort((a, b) => a - b);
	return Array.from({ length: count - 1 }, (_, index) => {
		return sorted[Math.floor((sorted.length * (index + 1)) / count)] ?? 0;
	});
}

const greatest = (times: number[]): number =>
	times.reduce((last, ms) => Math.max(last, ms), Number.NEGATIVE_INFINITY);
