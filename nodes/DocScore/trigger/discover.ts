import { CreationWalk, findEdge, readSpan, withMargin } from '../runs/creationWalk';
import { ALWAYS, type Listing, type Span } from '../runs/listing';
import { OPEN_STATUSES } from '../service/types';
import type { Ledger } from './ledger';
import type { Poll } from './poll';

/** Reads all runs that were created since the moment of the ledger, and advances that moment. */
export async function discover(poll: Poll): Promise<void> {
	const { ledger, settings, tools } = poll;
	const startedAt = tools.clock.local();
	const from = ledger.since ?? ALWAYS.from;
	const span = { from, to: ALWAYS.to };
	// What becomes visible late is created after this moment, whatever was read by now.
	const surelyVisible = () => tools.clock.atLeast(startedAt) - settings.overlapMs;
	// In steps, so that the ledger of an idle service stays the same from poll to poll.
	const isStep = (moment: number) => moment - from >= settings.overlapMs / 2;
	const walk = await CreationWalk.begin(poll.list(), span);
	if (hasNothingNew(ledger, walk.firstLook, span) && !isStep(surelyVisible())) return;
	for await (const reached of walk.steps()) {
		const moment = Math.min(reached, surelyVisible());
		if (ledger.style.zoned !== null && isStep(moment)) ledger.advanceTo(moment);
		if (tools.enoughListed()) return;
	}
}

/** There are more runs than a page shows, but not more than are known. */
function hasNothingNew(ledger: Ledger, { whole, total }: Listing, span: Span): boolean {
	return !whole && total === ledger.countSince(withMargin(span).from);
}

/**
 * Begins a ledger: open runs are tracked, and runs that have finished already are not emitted, save
 * those that were tracked before. Older open runs are left to `discoverOlder`.
 */
export async function begin(poll: Poll): Promise<void> {
	const { ledger, settings, tools } = poll;
	const startedAt = tools.clock.local();
	const list = poll.list();
	poll.beginning = true;
	await findEdge(list, 'newest');
	if (ledger.style.zoned === null) return;
	const since = tools.clock.atLeast(startedAt) - settings.overlapMs;
	ledger.advanceTo(since);
	await readSpan(list, { from: since, to: ALWAYS.to });
	poll.beginning = false;
	ledger.older = { statuses: [...OPEN_STATUSES], from: null, to: Math.ceil(since) };
}

/** Lists the open runs from before the ledger began, in as many polls as it takes. */
export async function discoverOlder(poll: Poll): Promise<void> {
	const { ledger, tools } = poll;
	for (let { older } = ledger; older; { older } = ledger) {
		const [status, ...others] = older.statuses;
		const { to } = older;
		if (status === undefined) {
			ledger.older = null;
			return;
		}
		const walk = await CreationWalk.begin(poll.list(status), {
			from: older.from ?? ALWAYS.from,
			to,
		});
		for await (const reached of walk.steps()) {
			ledger.older = { ...older, from: Math.floor(reached) };
			if (reached < to && tools.enoughListed()) return;
		}
		ledger.older = { statuses: others, from: null, to };
	}
}
