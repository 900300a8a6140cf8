import type { Span } from '../listing';
import { MAX_PAGE_SIZE } from '../../service/types';

const SECOND_MS = 1_000;

/**
 * The number of runs that a part should have, so that it fits on a page even if runs are spread
 * unevenly.
 */
const TARGET = MAX_PAGE_SIZE * 0.7;

/**
 * The most parts of one division. More runs are divided again, so that no total is trusted too far.
 */
const MAX_PARTS = 100;

/**
 * The number of parts of the first division if the spread of many runs is unknown: more parts would
 * often be empty or too full. Their totals show the spread.
 */
const ROUGH_PARTS = 10;

/** With more parts than this, a rough division comes first. */
const MAX_EVEN_PARTS = 40;

/** The number of parts if the service does not count. */
const UNCOUNTED_PARTS = 4;

/** What is known of a span to divide. */
export interface SpanContents {
	/** The number of runs in the span; infinite if the service does not count. */
	total: number;
	/**
	 * Creation times, in ms since 1970, of known runs in the span, and of runs that were just listed.
	 */
	known: number[];
	shown: number[];
	/** Whether a part with an equal total needs no further comparison. */
	trustsTotals: boolean;
}

export const wholeSecond = (ms: number): number => Math.floor(ms / SECOND_MS) * SECOND_MS;

/**
 * Whether the known runs show how all runs are spread; if the service does not count, a page of
 * them does.
 */
export const isMostlyKnown = (total: number, known: number): boolean =>
	Number.isFinite(total) ? Math.abs(total - known) <= known / 2 : known > TARGET;

export const isIn = (created: number, { from, to }: Span): boolean =>
	created >= from && created < to;

/**
 * Divides a span into parts, oldest first, between whole seconds, because bounds may be no more
 * exact. Empty if it cannot be divided.
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
	const parts = count > MAX_EVEN_PARTS ? ROUGH_PARTS : count;
	const width = (last - first) / parts;
	return Array.from({ length: parts + 1 }, (_, index) => first + index * width);
}

/** The cuts that give each part the same number of known runs. */
function quantiles(times: number[], count: number): number[] {
	const sorted = times.sort((a, b) => a - b);
	return Array.from({ length: count - 1 }, (_, index) => {
		return sorted[Math.floor((sorted.length * (index + 1)) / count)] ?? 0;
	});
}

const greatest = (times: number[]): number =>
	times.reduce((last, ms) => Math.max(last, ms), Number.NEGATIVE_INFINITY);
