import { ServiceError, StoppedError } from '../service/errors';
import { settle } from '../service/settle';
import type { Run } from '../service/types';
import { begin, discover, discoverOlder } from './discover';
import { Ledger } from './ledger';
import { reconcile } from './reconcile';
import { Round, type TrackSettings, type TrackTools } from './poll';
import { readSearch } from '../runs/search';
import { readServiceTime } from '../runs/serviceTime';
import { endsPoll, restOf, verify } from './verify';

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
	const round = new Round(known ?? new Ledger(filters), settings, tools);
	const error = await (known ? goOn(round) : start(round));
	if (round.finished.length > 0 && error instanceof Error) {
		tools.log(`The rest of the finished runs is left to the next poll: ${error.message}`);
	}
	return trackedBy(round, error);
}

/** Only for want of time are older open runs left to later polls: what fails, fails the activation. */
async function start(round: Round): Promise<void> {
	await begin(round);
	const listed = await settle(discoverOlder(round));
	if (!listed.ok && !(listed.error instanceof StoppedError)) throw listed.error;
}

/**
 * Begins anew for other filters. What was created and finished since the last poll is owed if both
 * filters cover it, so the former ones are looked through once more, after the new ledger has begun:
 * then nothing falls between the two.
 */
async function changeFilters(
	known: Ledger,
	settings: TrackSettings,
	tools: TrackTools,
): Promise<Tracked> {
	const next = known.successor(JSON.stringify(settings.search));
	const round = new Round(next, settings, tools);
	await start(round);
	const formerSettings = { ...settings, search: readSearch(known.filters) };
	const former = new Round(known, formerSettings, { ...tools, enoughListed: () => false });
	const looked = await settle(discover(former));
	if (!looked.ok && mayPass(looked.error)) return trackedBy(former, toTell([looked.error]));
	next.inherit(known);
	return trackedBy(round, undefined);
}

/** The service may refuse the former filters for good, such as one for a template that is gone. */
const mayPass = (error: unknown): boolean =>
	!(error instanceof ServiceError) || error.details.transient;

async function goOn(round: Round): Promise<unknown> {
	const looked = await settle(lookAround(round));
	const errors = looked.ok ? [] : [looked.error];
	if (!errors.some(endsPoll)) errors.push(...(await verify(round)));
	return toTell(errors);
}

async function lookAround(round: Round): Promise<void> {
	await discover(round);
	await discoverOlder(round);
	await reconcile(round);
}

/** That the time was up is no error; and none must hide how long the service asked to wait. */
function toTell(errors: unknown[]): unknown {
	const told = errors.filter((error) => !(error instanceof StoppedError));
	return told.find((error) => restOf(error) !== undefined) ?? told[0];
}

function trackedBy({ finished, ledger }: Round, error: unknown): Tracked {
	const created = (run: Run) => readServiceTime(run.createdTime)?.ms ?? 0;
	const runs = finished.sort((a, b) => created(a) - created(b));
	return { runs, state: ledger.encode(), error };
}
