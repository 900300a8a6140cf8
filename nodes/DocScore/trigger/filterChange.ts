import { ALWAYS } from '../runs/listing';
import { readSearch } from '../runs/search';
import { settle } from '../service/settle';
import { isDenial } from './account';
import { readBaseline } from './baseline';
import { begin } from './begin';
import { Comparison } from './comparison';
import type { Ledger } from './ledger';
import { allRuns } from './newRuns';
import { isTimeUp, Poll, type TrackSettings, type TrackTools } from './poll';

/**
 * Begins anew for other filters. What was created and finished since the last poll is owed if both
 * filters cover it, so once the new ledger has begun, all that the former filters show since their
 * cursor is listed, in as many polls as that takes. Then the new ledger takes over what is owed.
 * @returns the poll that goes on from then, or that of the former filters and why it is not done yet
 */
export async function changeFilters(
	known: Ledger,
	settings: TrackSettings,
	tools: TrackTools,
): Promise<{ poll: Poll; error: unknown }> {
	const former = new Poll(known, { ...settings, search: readSearch(known.filters) }, tools);
	const begun = await settle(begin(settings, tools, known));
	if (!begun.ok) return { poll: former, error: told(begun.error) };
	const listed = await settle(listAll(former));
	if (!listed.ok && !isRefusal(listed.error)) return { poll: former, error: told(listed.error) };
	tools.progress.forget();
	const poll = begun.value;
	poll.ledger.inherit(known);
	const read = await settle(readBaseline(poll));
	return { poll, error: read.ok || isTimeUp(read.error) ? undefined : read.error };
}

async function listAll(former: Poll): Promise<void> {
	const span = { from: former.ledger.cursor, to: ALWAYS.to };
	const begin = () => new Comparison([{ span, statuses: [undefined], trusts: false }]);
	await former.compare('former', allRuns(former), begin);
}

const told = (error: unknown): unknown =>
	isTimeUp(error)
		? new Error(
				'The runs of the former filters could not all be listed in the time of a poll: the next one goes on',
			)
		: error;

/** The service refuses the former filters for good, such as one for a template that is gone. */
const isRefusal = (error: unknown): boolean => isDenial(error) && error.details.isOwnBody === true;
