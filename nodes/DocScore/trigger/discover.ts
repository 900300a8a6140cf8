import { CreationWalk, readSpan } from '../runs/creationWalk';
import { ALWAYS } from '../runs/listing';
import { endOfSecond } from '../runs/serviceTime';
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
	const span = { from: (ledger.horizon ?? ledger.beginning) - 1, to: ALWAYS.to };
	const firstLook = await poll.list()(span);
	poll.sawAll = firstLook.runs.length >= firstLook.total;
	poll.isSearched = poll.sawAll;
	if (poll.sawAll) {
		poll.listedFrom = span.from;
		return;
	}
	const excess = () => firstLook.total - ledger.countIn(span);
	// Until a moment is settled, nothing would read what a count hides.
	poll.isSearched = ledger.since !== null && excess() === tools.excess.runs;
	if (poll.isSearched) return;
	const before = ledger.countIn(span);
	const start = Math.max(span.from, ledger.reached ?? span.from, ledger.since ?? span.from);
	await readNew(poll, start);
	poll.listedFrom = start;
	const earlier = { from: span.from, to: endOfSecond(start) };
	// What is earlier is found by counts, where there are any.
	const isCounted = Number.isFinite(firstLook.total);
	poll.isSearched = start <= span.from || !isCounted || (await searchUnknown(poll, earlier));
	tools.excess.runs = isCounted && ledger.countIn(span) === before ? excess() : 0;
}

async function readNew(poll: Poll, start: number): Promise<void> {
	const { ledger, tools } = poll;
	const limit = tools.clock.atLeast(poll.startedAt) - LAG_MS;
	const span = { from: start, to: ALWAYS.to };
	const walk = await CreationWalk.begin(poll.hurriedList(), span, { marginMs: FINEST_MS });
	for await (const step of walk.steps()) {
		const reached = Math.floor(Math.min(step, limit));
		if (reached > start) ledger.reached = reached;
	}
}

/**
 * Reads all runs that were created long enough ago to be visible, slice by slice, and settles them.
 * In steps, so that the ledger of an idle service stays the same from poll to poll.
 */
export async function settleRuns(poll: Poll): Promise<void> {
	await settleAfter(poll, poll.settings.overlapMs / 2);
}

/** Does so as soon as that much time can be settled. */
export async function settleAfter(poll: Poll, stepMs: number): Promise<void> {
	const { ledger, settings, tools } = poll;
	const to = tools.clock.atLeast(poll.startedAt) - settings.overlapMs;
	const from = ledger.since ?? ledger.beginning;
	// Before any run was listed it is not known how the service writes its times.
	if (ledger.style.zoned === null || !(to - from > stepMs)) return;
	if (poll.sawAll) return ledger.advanceTo(to, true);
	const walk = await CreationWalk.begin(poll.hurriedList(), { from, to });
	for await (const step of walk.steps()) ledger.advanceTo(step, poll.isSearched);
}

/** Reads every run of the former filters that may be new, and settles nothing. */
export async function readAgain(poll: Poll): Promise<void> {
	await readSpan(poll.list(), {
		from: poll.ledger.since ?? poll.ledger.beginning,
		to: ALWAYS.to,
	});
}
