import type { Span } from '../runs/listing';
import type { Poll } from './poll';

/** Most lists that are asked for in a poll to find runs that showed up late. */
const MAX_LISTS = 30;

interface Part {
	span: Span;
	/** How many runs more than are known the service counts. */
	excess: number;
}

/**
 * Looks for runs that are not known in a span that was listed before: where the service counts
 * another number of runs than are known, in halves of the span, until what is left fits on a page.
 * @returns whether it was looked through to the end
 */
export async function searchUnknown(poll: Poll, span: Span): Promise<boolean> {
	const list = poll.hurriedList();
	const parts: Part[] = [];
	const look = async (part: Span) => {
		const { whole, total } = await list(part);
		const excess = total - poll.ledger.countIn(part);
		if (!whole && excess !== 0) parts.push({ span: part, excess });
	};
	await look(span);
	let asked = 1;
	while (parts.length > 0) {
		if (asked >= MAX_LISTS) return false;
		parts.sort((a, b) => a.excess - b.excess);
		const part = parts.pop();
		const middle = part && middleOf(poll, part.span);
		// Where too many for a page were created at once, they are read when they are settled.
		if (!part || middle === null || middle === undefined) continue;
		await look({ from: part.span.from, to: middle });
		await look({ from: middle, to: part.span.to });
		asked += 2;
	}
	return true;
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
