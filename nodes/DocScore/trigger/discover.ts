import { findEdge, firstLook, readSpan, walkCreation, withMargin } from '../runs/creationWalk';
import { ALWAYS } from '../runs/listing';
import { OPEN_STATUSES } from '../runs/openRuns';
import type { Round } from './poll';

/** Reads all runs that were created since the ledger is settled, and settles it further. */
export async function discover(round: Round): Promise<void> {
	const { ledger, settings, tools } = round;
	const { clock } = tools;
	const startedAt = clock.local();
	const from = ledger.since ?? ALWAYS.from;
	const span = { from, to: ALWAYS.to };
	// In steps, so that the ledger of an idle service stays the same from poll to poll.
	const step = settings.overlapMs / 2;
	const target = () => clock.atLeast(startedAt) - settings.overlapMs;
	const list = round.list();
	const rest = await firstLook(list, span);
	const nothingNew = !rest.whole && rest.total === ledger.countSince(withMargin(span).from);
	if (nothingNew && target() - from < step) return;
	for await (const reached of walkCreation(list, span, rest)) {
		// What becomes visible late is created after this moment, whatever was read by now.
		const moment = Math.min(reached, target());
		if (ledger.zoned !== null && moment - from >= step) ledger.settleUntil(moment);
		if (tools.enoughListed()) return;
	}
}

/**
 * Begins a ledger: open runs are tracked, and runs that have finished already are not emitted, save
 * those that were tracked before. Older open runs are left to `discoverOlder`.
 */
export async function begin(round: Round): Promise<void> {
	const { ledger, settings, tools } = round;
	const startedAt = tools.clock.local();
	const list = round.list();
	round.beginning = true;
	await findEdge(list, 'newest');
	if (ledger.zoned === null) return;
	const since = tools.clock.atLeast(startedAt) - settings.overlapMs;
	ledger.settleUntil(since);
	await readSpan(list, { from: since, to: ALWAYS.to });
	round.beginning = false;
	ledger.older = { statuses: OPEN_STATUSES, from: null, to: Math.ceil(since) };
}

/** Lists the open runs from before the ledger began, in as many polls as it takes. */
export async function discoverOlder(round: Round): Promise<void> {
	const { ledger, tools } = round;
	for (let { older } = ledger; older; { older } = ledger) {
		const [status, ...others] = older.statuses;
		const { to } = older;
		if (status === undefined) {
			ledger.older = null;
			return;
		}
		const list = round.list(status);
		const span = { from: older.from ?? ALWAYS.from, to };
		for await (const reached of walkCreation(list, span, await firstLook(list, span))) {
			ledger.older = { ...older, from: Math.floor(reached) };
			if (reached < to && tools.enoughListed()) return;
		}
		ledger.older = { statuses: others, from: null, to };
	}
}
