import { readSearch } from '../runs/search';
import { retryAfterOf, StoppedError } from '../service/errors';
import { settle } from '../service/settle';
import type { Run } from '../service/types';
import { isDenial, isSameAccount } from './account';
import { begin, discoverOlder } from './begin';
import { discover, readAgain, settleAfter, settleRuns } from './discover';
import { Ledger } from './ledger';
import { decode, encode } from './ledgerText';
import { EnoughListed, Poll, type TrackSettings, type TrackTools } from './poll';
import { reconcile } from './reconcile';
import { endsPoll, verify } from './verify';

/** What a poll came to. It has happened only once `state` is kept in place of the state before. */
export interface Tracked<Found = Run> {
	/** Runs that have finished, in order of creation, each as its details show it; or their items. */
	runs: Found[];
	state: string;
	/** What cut the poll short, unless it was its time, or a run that cannot be read. */
	error?: unknown;
}

/**
 * One poll of the trigger: lists what is new, finds out which open runs may have finished, and reads
 * their details. Whatever cuts it short, it returns what is proven until then, and what remains is left
 * to the next poll.
 * @param state what the poll before gave; null for the first
 * @throws ServiceError, StoppedError where a ledger could not be begun
 */
export async function track(
	state: string | null,
	settings: TrackSettings,
	tools: TrackTools,
): Promise<Tracked> {
	const known = await readKnown(state, settings, tools);
	if (known && known.filters !== JSON.stringify(settings.search)) {
		return await changeFilters(known, settings, tools);
	}
	const poll = new Poll(known ?? begun(settings), settings, tools);
	const error = await (known ? continuePoll(poll) : start(poll));
	if (poll.finished.length > 0 && error instanceof Error && !poll.troubles.includes(error)) {
		tools.log(`Other finished runs are left to the next poll: ${error.message}`);
	}
	return trackedBy(poll, error);
}

const begun = ({ search, account, events }: TrackSettings): Ledger =>
	new Ledger(JSON.stringify(search), account, events);

/** The ledger of the poll before; null where it begins. */
async function readKnown(
	state: string | null,
	settings: TrackSettings,
	tools: TrackTools,
): Promise<Ledger | null> {
	if (state === null) return null;
	const known = decode(state);
	if (known === null) {
		tools.log('What was known of the runs cannot be read: starting anew from the present');
		return null;
	}
	if (known.account === settings.account) return known;
	if (await isSameAccount(known, tools.reader)) {
		known.account = settings.account;
		return known;
	}
	tools.log('The credential belongs to another account: starting anew from its present runs');
	return null;
}

/** Only for want of time are older open runs left to later polls: what fails, fails the activation. */
async function start(poll: Poll): Promise<void> {
	await begin(poll);
	const listed = await settle(discoverOlder(poll));
	const isLate = poll.tools.leftMs() <= 0;
	if (!listed.ok && !isLate && !isTimeUp(listed.error)) throw listed.error;
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
	const formerSettings = { ...settings, search: readSearch(known.filters) };
	const formerPoll = new Poll(known, formerSettings, tools);
	// What can be settled is not read again, so that a poll has time for what is new.
	const settled = await settle(settleAfter(formerPoll, 0));
	if (!settled.ok && !isRefusal(settled.error)) {
		return trackedBy(formerPoll, errorToReport([settled.error]));
	}
	const successor = known.successor(JSON.stringify(settings.search));
	const newPoll = new Poll(successor, settings, tools);
	await start(newPoll);
	const looked = settled.ok ? await settle(readAgain(formerPoll)) : settled;
	// The new ledger is thrown away, and begun once more in the next poll.
	if (!looked.ok && !isRefusal(looked.error)) {
		return trackedBy(formerPoll, isTimeUp(looked.error) ? tooLong() : looked.error);
	}
	newPoll.ledger.inherit(known);
	return trackedBy(newPoll, undefined);
}

const tooLong = (): Error =>
	new Error(
		'The runs of the former filters could not all be listed in the time of a poll: this is tried again in the next one',
	);

/** The service refuses the former filters for good, such as one for a template that is gone. */
const isRefusal = (error: unknown): boolean => isDenial(error) && error.details.isOwnBody === true;

/** What a poll lists, in this order unless the one before had no time for all of it. */
const PARTS = [discover, discoverOlder, reconcile, settleRuns];

async function continuePoll(poll: Poll): Promise<unknown> {
	const { ledger, settings, tools } = poll;
	if (ledger.since !== null) tools.clock.begin(ledger.since);
	const errors = await listAll(poll);
	if (!errors.some(endsPoll)) errors.push(...(await verify(poll)));
	// From here on all that finishes is owed by what Trigger On says now.
	if (errors.length === 0 && !poll.isCut) ledger.events = settings.events;
	tools.postponed.keepOnly(ledger.open);
	return errorToReport([...errors, ...poll.troubles]);
}

/** What fails in one part does not keep the others from their work, unless nothing more is to be asked. */
async function listAll(poll: Poll): Promise<unknown[]> {
	const { firstPart } = poll.tools;
	const errors: unknown[] = [];
	const parts = [...PARTS.slice(firstPart.index), ...PARTS.slice(0, firstPart.index)];
	firstPart.index = 0;
	for (const part of parts) {
		if (errors.some(endsPoll)) break;
		const listed = await settle(part(poll));
		if (listed.ok) continue;
		errors.push(listed.error);
		// The next poll begins with the part after the one that took the time.
		if (listed.error instanceof EnoughListed && firstPart.index === 0) {
			firstPart.index = (PARTS.indexOf(part) + 1) % PARTS.length;
		}
	}
	return errors;
}

const isTimeUp = (error: unknown): boolean =>
	error instanceof StoppedError || error instanceof EnoughListed;

/** That the time was up is no error; and none must hide how long the service asked to wait. */
function errorToReport(errors: unknown[]): unknown {
	const told = errors.filter((error) => !isTimeUp(error));
	return told.find((error) => retryAfterOf(error) !== undefined) ?? told[0];
}

function trackedBy({ finished, ledger }: Poll, error: unknown): Tracked {
	return { runs: finished, state: encode(ledger), error };
}
