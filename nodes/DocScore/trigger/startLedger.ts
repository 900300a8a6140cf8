import { Bootstrap } from './bootstrap';
import { Ledger } from './ledger/ledger';
import { trackedRuns } from './newRuns';
import { Poll, type TrackSettings, type TrackTools } from './poll';

/**
 * The age, in ms, after which an interrupted bootstrap begins again, because much has finished
 * meanwhile.
 */
const MAX_AGE_MS = 3_600_000;

/**
 * Begins a ledger, or continues an interrupted beginning.
 * @param former the ledger of the former filters
 * @returns the poll of the new ledger; `progress.bootstrap` stays until the caller has finished
 * @throws ServiceError, CancelledError
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
