import { Beginning } from './beginning';
import { Ledger } from './ledger';
import { allRuns } from './newRuns';
import { Poll, type TrackSettings, type TrackTools } from './poll';

/** A beginning that was left for longer, in ms, is not gone on with: much has finished meanwhile. */
const MAX_AGE_MS = 3_600_000;

/**
 * Begins a ledger, or goes on where the polls before did not come to an end with it.
 * @param former the ledger of other filters
 * @returns the poll that has begun; `progress.beginning` stays until the caller is done with it
 * @throws ServiceError, StoppedError
 */
export async function begin(
	settings: TrackSettings,
	tools: TrackTools,
	former?: Ledger,
): Promise<Poll> {
	const { clock, progress } = tools;
	const beginning = findBeginning(settings, tools, former);
	progress.beginning = beginning;
	const poll = new Poll(beginning.ledger, settings, tools);
	poll.beginning = true;
	const visible = () => clock.atLeast(poll.startedAt) - settings.overlapMs;
	await beginning.goOn(allRuns(poll), visible);
	poll.beginning = false;
	return poll;
}

function findBeginning(
	{ search, account, events }: TrackSettings,
	{ clock, progress }: TrackTools,
	former?: Ledger,
): Beginning {
	const { beginning } = progress;
	const [filters, now] = [JSON.stringify(search), clock.local()];
	const isSame = beginning?.ledger.filters === filters && now - beginning.localMs < MAX_AGE_MS;
	if (beginning && isSame) return beginning;
	progress.forget();
	const ledger = former?.successor(filters) ?? new Ledger(filters, account, events);
	return new Beginning(ledger, now);
}
