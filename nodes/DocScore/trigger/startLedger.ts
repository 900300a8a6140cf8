import { Bootstrap } from './bootstrap';
import { Ledger } from './ledger';
import { trackedRuns } from './newRuns';
import { Poll, type TrackSettings, type TrackTools } from './poll';

/** A bootstrap that was left for longer, in ms, is not gone on with: much has finished meanwhile. */
const MAX_AGE_MS = 3_600_000;

/**
 * Starts a ledger, or goes on where the polls before did not come to an end with it.
 * @param former the ledger of other filters
 * @returns the poll that has begun; `progress.bootstrap` stays until the caller is done with it
 * @throws ServiceError, StoppedError
 */
export async function startLedger(
	settings: TrackSettings,
	tools: TrackTools,
	former?: Ledger,
): Promise<Poll> {
	const { clock, progress } = tools;
	const bootstrap = findBootstrap(settings, tools, former);
	progress.bootstrap = bootstrap;
	const poll = new Poll(bootstrap.ledger, settings, tools);
	poll.isBootstrap = true;
	const visible = () => clock.atLeast(poll.startedAt) - settings.overlapMs;
	await bootstrap.resume(trackedRuns(poll), visible);
	poll.isBootstrap = false;
	return poll;
}

function findBootstrap(
	{ criteria, accountHash, events }: TrackSettings,
	{ clock, progress }: TrackTools,
	former?: Ledger,
): Bootstrap {
	const { bootstrap } = progress;
	const [filters, now] = [JSON.stringify(criteria), clock.local()];
	const isSame = bootstrap?.ledger.filters === filters && now - bootstrap.localMs < MAX_AGE_MS;
	if (bootstrap && isSame) return bootstrap;
	progress.forget();
	const ledger = former?.successor(filters) ?? new Ledger(filters, accountHash, events);
	return new Bootstrap(ledger, now);
}
