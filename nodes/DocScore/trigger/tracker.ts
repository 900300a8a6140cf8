import { readSearch } from '../runs/search';
import { readServiceTime } from '../runs/serviceTime';
import { retryAfterOf, ServiceError, StoppedError } from '../service/errors';
import { settle } from '../service/settle';
import type { Run } from '../service/types';
import { begin, discover, discoverOlder } from './discover';
import { Ledger } from './ledger';
import { Poll, type TrackSettings, type TrackTools } from './poll';
import { reconcile } from './reconcile';
import { endsPoll, verify } from './verify';

/** What a poll came to. It has happened only once `state` is kept in place of the state before. */
export interface Tracked {
	/** Runs that have finished, in order of creation, each as its details show it. */
	runs: Run[];
	state: string;
	/** What cut the poll short, unless it was its time. */
	error?: unknown;
}

/**
 * One poll of the trigger: lists what is new, finds out which open runs may have finished, and reads
 * their details. Whatever cuts it short, it returns what is proven until then, and the rest is left
 * to the next poll.
 * @param state what the poll before gave; null for the first
 * @throws ServiceError, StoppedError where a ledger could not be begun
 */
export async function track(
	state: string | null,
	settings: TrackSettings,
	tools: TrackTools,
): Promise<Tracked> {
	const filters = JSON.stringify(settings.search);
	const known = state === null ? null : Ledger.decode(state);
	if (state !== null && known === null) {
		tools.log('What was known of the runs cannot be read: starting anew from the present');
	}
	if (known && known.filters !== filters) return await changeFilters(known, settings, tools);
	const poll = new Poll(known ?? new Ledger(filters), settings, tools);
	const error = await (known ? continuePoll(poll) : start(poll));
	if (poll.finished.length > 0 && error instanceof Error) {
		tools.log(`The rest of the finished runs is left to the next poll: ${error.message}`);
	}
	return trackedBy(poll, error);
}

/** Only for want of time are older open runs left to later polls: what fails, fails the activation. */
async function start(poll: Poll): Promise<void> {
	await begin(poll);
	const listed = await settle(discoverOlder(poll));
	if (!listed.ok && !(listed.error instanceof StoppedError)) throw listed.error;
}

/**
 * Begins anew for other filters. What was created and finished since the last poll is owed if both
 * filters cover it, so there are two polls: the first begins the new ledger, the second looks through
 * the former filters once more. In this order nothing falls between the two.
 */
async function changeFilters(
	known: Ledger,
	settings: TrackSettings,
	tools: TrackTools,
): Promise<Tracked> {
	const newPoll = new Poll(known.successor(JSON.stringify(settings.search)), settings, tools);
	await start(newPoll);
	const formerSettings = { ...settings, search: readSearch(known.filters) };
	const formerPoll = new Poll(known, formerSettings, { ...tools, enoughListed: () => false });
	const looked = await settle(discover(formerPoll));
	// The new ledger is thrown away, and begun once more in the next poll.
	if (!looked.ok && isPassing(looked.error)) {
		return trackedBy(formerPoll, errorToReport([looked.error]));
	}
	newPoll.ledger.inherit(known);
	return trackedBy(newPoll, undefined);
}

/** The service may refuse the former filters for good, such as one for a template that is gone. */
const isPassing = (error: unknown): boolean =>
	!(error instanceof ServiceError) || error.details.transient;

async function continuePoll(poll: Poll): Promise<unknown> {
	const found = await settle(findCandidates(poll));
	const errors = found.ok ? [] : [found.error];
	if (!errors.some(endsPoll)) errors.push(...(await verify(poll)));
	return errorToReport(errors);
}

async function findCandidates(poll: Poll): Promise<void> {
	await discover(poll);
	await discoverOlder(poll);
	await reconcile(poll);
}

/** That the time was up is no error; and none must hide how long the service asked to wait. */
function errorToReport(errors: unknown[]): unknown {
	const told = errors.filter((error) => !(error instanceof StoppedError));
	return told.find((error) => retryAfterOf(error) !== undefined) ?? told[0];
}

function trackedBy({ finished, ledger }: Poll, error: unknown): Tracked {
	const created = (run: Run) => readServiceTime(run.createdTime)?.ms ?? 0;
	const runs = finished.sort((a, b) => created(a) - created(b));
	return { runs, state: ledger.encode(), error };
}
