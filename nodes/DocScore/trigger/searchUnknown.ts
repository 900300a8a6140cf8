import { readSpan } from '../runs/creationWalk';
import type { List, Span } from '../runs/listing';
import { endOfSecond } from '../runs/serviceTime';
import { settle } from '../service/settle';
import type { Poll } from './poll';

/** Most lists that are asked for in a poll to find runs that showed up late. */
const MAX_LISTS = 60;

class SearchedEnough extends Error {}

/**
 * Looks for runs that are not known in a span that was listed before: where the service counts
 * another number of runs than are known, in halves of the span, until what is left fits on a page
 * or cannot be parted. It is left at that after a number of lists: counts can differ for good, and
 * what is not settled yet will be read all the same.
 * @returns whether all of the span was looked through
 */
export async function searchUnknown(poll: Poll, span: Span): Promise<boolean> {
	let asked = 0;
	const hurried = poll.hurriedList();
	const list: List = async (part, page) => {
		if (++asked > MAX_LISTS) throw new SearchedEnough();
		return await hurried(part, page);
	};
	const searched = await settle(search(poll, list, span));
	if (!searched.ok && !(searched.error instanceof SearchedEnough)) throw searched.error;
	return searched.ok;
}

interface Part {
	span: Span;
	/** How many runs more than are known the service counts. */
	excess: number;
}

/**
 * Of two halves, the one where counts differ more is first looked through to its end: so a search that
 * is cut short has found something, and the next one goes on from there.
 */
async function search(poll: Poll, list: List, whole: Span): Promise<void> {
	const parts: Part[] = [];
	const look = async (...spans: Span[]) => {
		const differing: Part[] = [];
		for (const span of spans) {
			const listing = await list(span);
			const excess = listing.total - poll.ledger.countIn(span);
			if (!listing.whole && excess !== 0) differing.push({ span, excess });
		}
		parts.push(...differing.sort((a, b) => a.excess - b.excess));
	};
	await look(whole);
	for (let part = parts.pop(); part; part = parts.pop()) {
		const { span, excess } = part;
		const middle = Number.isFinite(excess) ? middleOf(poll, span) : null;
		if (middle === null) await readSpan(list, span);
		else await look({ from: span.from, to: middle }, { from: middle, to: span.to });
	}
}

/** Where the known runs of a span are parted in halves, in the widest gap near by; null if there is none. */
function middleOf({ ledger }: Poll, { from, to }: Span): number | null {
	const times = ledger.creations().filter((created) => created > from && created < to);
	const half = times.length >> 1;
	for (let near = Math.max(1, times.length >> 3); near < 2 * times.length; near *= 2) {
		const first = Math.max(0, half - near - 1);
		const { moment, gap } = widestGap(times.subarray(first, half + near + 1));
		if (gap > 1) return moment;
	}
	return null;
}

function widestGap(times: Float64Array): { moment: number; gap: number } {
	let widest = { moment: 0, gap: 0 };
	times.forEach((after, index) => {
		const before = times[index - 1] ?? after;
		const gap = after - before;
		if (gap > widest.gap) widest = { moment: between(before, after), gap };
	});
	return widest;
}

function between(before: number, after: number): number {
	const middle = Math.floor((before + after) / 2);
	return endOfSecond(middle) < after ? endOfSecond(middle) : middle;
}
