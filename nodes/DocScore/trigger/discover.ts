import { CreationWalk, readSpan } from '../runs/creationWalk';
import { ALWAYS } from '../runs/listing';
import type { Poll } from './poll';
import { searchUnknown } from './searchUnknown';

/** New runs are listed again for so long in ms, as many show up a little late. */
const LAG_MS = 60_000;

/** Finer than bounds may be: what it should miss is found when the runs are settled. */
const FINEST_MS = 2;

/**
 * Finds the runs that are new since the last poll. What was listed stays known, and how far listing
 * came is kept, so a poll goes on where the one before was cut short.
 */
export async function discover(poll: Poll): Promise<void> {
	const { ledger, tools } = poll;
	// A run of the very first moment is to be shown.
	const span = { from: (ledger.horizon ?? ALWAYS.from) - 1, to: ALWAYS.to };
	const firstLook = await poll.list()(span);
	poll.sawAll = firstLook.runs.length >= firstLook.total;
	if (poll.sawAll) {
		poll.listedFrom = span.from;
		return;
	}
	const excess = () => firstLook.total - ledger.countIn(span);
	if (excess() === tools.excess.runs) return;
	const before = ledger.countIn(span);
	const start = Math.max(span.from, ledger.reached ?? span.from);
	await readNew(poll, start);
	poll.listedFrom = start;
	const isRead = start === span.from || (await searchUnknown(poll, { from: span.from, to: start }));
	tools.excess.runs = isRead && ledger.countIn(span) === before ? excess() : 0;
}

async function readNew(poll: Poll, start: number): Promise<void> {
	const { ledger, tools } = poll;
	const limit = tools.clock.atLeast(poll.startedAt) - LAG_MS;
	const span = { from: start, to: ALWAYS.to };
	const walk = await CreationWalk.begin(poll.hurriedList(), span, FINEST_MS);
	for await (const step of walk.steps()) {
		const reached = Math.floor(Math.min(step, limit));
		if (Number.isFinite(reached) && reached > start) ledger.reached = reached;
	}
}

/**
 * Reads all runs that were created long enough ago to be visible, slice by slice, and settles them.
 * In steps, so that the ledger of an idle service stays the same from poll to poll.
 */
export async function settleRuns(poll: Poll, stepMs = poll.settings.overlapMs / 2): Promise<void> {
	const { ledger, settings, tools } = poll;
	const to = tools.clock.atLeast(poll.startedAt) - settings.overlapMs;
	const from = ledger.since ?? ALWAYS.from;
	if (!(to - from > stepMs)) return;
	if (poll.sawAll) return ledger.advanceTo(to);
	const walk = await CreationWalk.begin(poll.hurriedList(), { from, to });
	for await (const step of walk.steps()) ledger.advanceTo(step);
}

/** Reads every run of the former filters that may be new, and settles nothing. */
export async function readAgain(poll: Poll): Promise<void> {
	await readSpan(poll.list(), { from: poll.ledger.since ?? ALWAYS.from, to: ALWAYS.to });
}
