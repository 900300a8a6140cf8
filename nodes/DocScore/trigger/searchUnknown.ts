import { readSpan } from '../runs/creationWalk';
import type { List, Span } from '../runs/listing';
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
 */
export async function searchUnknown(poll: Poll, span: Span): Promise<void> {
	let asked = 0;
	const hurried = poll.hurriedList();
	const list: List = async (part, page) => {
		if (++asked > MAX_LISTS) throw new SearchedEnough();
		return await hurried(part, page);
	};
	const searched = await settle(search(poll, list, span));
	if (!searched.ok && !(searched.error instanceof SearchedEnough)) throw searched.error;
}

/** Where counts differ most is looked first. */
async function search(poll: Poll, list: List, whole: Span): Promise<void> {
	const parts: Array<{ span: Span; excess: number }> = [];
	const look = async (span: Span) => {
		const listing = await list(span);
		const excess = listing.total - poll.ledger.countIn(span);
		if (!listing.whole && excess !== 0) parts.push({ span, excess });
	};
	await look(whole);
	for (let part = parts.pop(); part; part = parts.pop()) {
		const { span, excess } = part;
		const middle = Number.isFinite(excess) ? middleOf(poll, span) : null;
		if (middle === null) {
			await readSpan(list, span);
		} else {
			await look({ from: span.from, to: middle });
			await look({ from: middle, to: span.to });
		}
		parts.sort((a, b) => a.excess - b.excess);
	}
}

/** Where the known runs of a span are parted in halves, in the widest gap near by. */
function middleOf({ ledger }: Poll, { from, to }: Span): number | null {
	const times = ledger.creations().filter((created) => created > from && created < to);
	const near = Math.max(1, times.length >> 3);
	const half = times.length >> 1;
	let best: { moment: number; gap: number } | null = null;
	for (let index = Math.max(1, half - near); index <= half + near; index++) {
		const [before, after] = [times[index - 1], times[index]];
		if (before === undefined || after === undefined) break;
		const gap = after - before;
		if (gap > (best?.gap ?? 1)) best = { moment: Math.floor((before + after) / 2), gap };
	}
	return best?.moment ?? null;
}
