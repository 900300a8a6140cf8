import { ALWAYS } from '../runs/listing';
import { parseCriteria } from '../runs/criteria';
import { toResult } from '../service/result';
import { isNotAccepted } from './accountIdentity';
import { readBaseline } from './baseline';
import { startLedger } from './startLedger';
import { Comparison } from '../runs/comparison/comparison';
import type { Ledger } from './ledger/ledger';
import { trackedRuns } from './newRuns';
import { isTimeUp, Poll, type TrackSettings, type TrackTools } from './poll';

/**
 * Begins a new ledger for other filters. A run that was created and finished since the last poll is
 * owed if both filters match it. So after the new ledger has begun, all runs that match the former
 * filters since their cursor are listed, in as many polls as it takes. Then the new ledger takes
 * over the runs that are owed.
 * @returns the poll of the new ledger or, with the reason, of the former one if the change is not
 * complete; whether its time ended while it read the first lists of the new one
 */
export async function changeFilters(
	known: Ledger,
	settings: TrackSettings,
	tools: TrackTools,
): Promise<{ poll: Poll; error: unknown; isCut: boolean }> {
	const former = new Poll(known, { ...settings, criteria: parseCriteria(known.filters) }, tools);
	const begun = await toResult(startLedger(settings, tools, known));
	if (!begun.ok) return { poll: former, error: toReport(begun.error), isCut: false };
	const listed = await toResult(listAll(former));
	if (!listed.ok && !areFiltersNotAccepted(listed.error))
		return { poll: former, error: toReport(listed.error), isCut: false };
	tools.progress.forget();
	const poll = begun.value;
	poll.ledger.inherit(known);
	const read = await toResult(readBaseline(poll));
	const isCut = !read.ok && isTimeUp(read.error);
	return { poll, error: read.ok || isCut ? undefined : read.error, isCut };
}

async function listAll(former: Poll): Promise<void> {
	const span = { from: former.ledger.cursor, to: ALWAYS.to };
	const start = () => new Comparison([{ span, statuses: [undefined], trustsTotals: false }]);
	await former.compare('former', trackedRuns(former), start);
}

const toReport = (error: unknown): unknown =>
	isTimeUp(error)
		? new Error(
				'Listing the runs of the previous filters takes more than one poll. The next poll continues',
			)
		: error;

/** The service rejects the former filters permanently, such as those with a deleted template. */
const areFiltersNotAccepted = (error: unknown): boolean =>
	isNotAccepted(error) && error.details.isOwnBody === true;
