import { readSearch } from '../runs/search';
import { retryAfterOf, StoppedError } from '../service/errors';
import { settle } from '../service/settle';
import type { Run, RunSummary } from '../service/types';
import { isDenial, isSameAccount } from './account';
import { begin, discoverOlder } from './baseline';
import { findFinished } from './finishedRuns';
import { Ledger } from './ledger';
import { decode, encode } from './ledgerText';
import { findAllNew, findNew, settleAfter, settleRuns } from './newRuns';
import { EnoughListed, Poll, type TrackSettings, type TrackTools } from './poll';
import { endsPoll, verify } from './verify';

/** What a poll came to. It has happened only once `state` is kept in place of the state before. */
export interface Tracked<Found = Run | RunSummary> {
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
	tools.progress.begin(state);
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
 * filters cover it, so the former filters are looked through before the new ledger begins, in as many
 * polls as that takes, and once more after it began: so nothing falls between the two.
 */
async function changeFilters(
	known: Ledger,
	settings: TrackSettings,
	tools: TrackTools,
): Promise<Tracked> {
	const { comparisons } = tools.progress;
	const formerPoll = new Poll(known, { ...settings, search: readSearch(known.filters) }, tools);
	const caughtUp = await settle(catchUp(formerPoll));
	if (!caughtUp.ok && !isRefusal(caughtUp.error)) {
		return trackedBy(formerPoll, isTimeUp(caughtUp.error) ? tooLong() : caughtUp.error);
	}
	comparisons.clear();
	const newPoll = new Poll(known.successor(JSON.stringify(settings.search)), settings, tools);
	await start(newPoll);
	const begun = new Map(comparisons);
	comparisons.clear();
	const looked = caughtUp.ok ? await settle(findAllNew(formerPoll)) : caughtUp;
	// The new ledger is thrown away, and begun once more in the next poll.
	if (!looked.ok && !isRefusal(looked.error)) {
		return trackedBy(formerPoll, isTimeUp(looked.error) ? tooLong() : looked.error);
	}
	for (const [name, comparison] of begun) comparisons.set(name, comparison);
	newPoll.ledger.inherit(known);
	return trackedBy(newPoll, undefined);
}

/** What can be settled is not listed again, so that a poll has time for what is new. */
async function catchUp(poll: Poll): Promise<void> {
	await settleAfter(poll, 0);
	await findNew(poll);
}

const tooLong = (): Error =>
	new Error(
		'The runs of the former filters could not all be listed in the time of a poll: the next one goes on',
	);

/** The service refuses the former filters for good, such as one for a template that is gone. */
const isRefusal = (error: unknown): boolean => isDenial(error) && error.details.isOwnBody === true;

/** What a poll does, in this order unless the one before had no time for all of it. */
const PARTS: ReadonlyArray<(poll: Poll) => Promise<unknown[] | void>> = [
	findNew,
	discoverOlder,
	findFinished,
	settleRuns,
	verify,
];

async function continuePoll(poll: Poll): Promise<unknown> {
	const { ledger, settings, tools } = poll;
	if (ledger.since !== null) tools.clock.begin(ledger.since);
	const errors = await doParts(poll);
	// From here on all that finishes is owed by what Trigger On says now.
	if (errors.length === 0 && !poll.isCut) ledger.events = settings.events;
	tools.postponed.keepOnly(ledger.open);
	tools.progress.keepOnly(ledger.open);
	return errorToReport([...errors, ...poll.troubles]);
}

/**
 * What fails in one part does not keep the others from their work, unless nothing more is to be asked.
 * The next poll begins with the part that had no time, so that each of them comes to its turn.
 */
async function doParts(poll: Poll): Promise<unknown[]> {
	const { firstPart, enoughListed } = poll.tools;
	const errors: unknown[] = [];
	const first = firstPart.index;
	let next: number | undefined;
	for (const index of inTurn(first)) {
		if (errors.some(endsPoll)) break;
		const part = PARTS[index] ?? verify;
		const isLeft = index !== first && part !== verify && enoughListed();
		const worked = isLeft ? [new EnoughListed()] : await errorsOf(part(poll));
		errors.push(...worked);
		const isCut = isLeft || worked.some((error) => error instanceof StoppedError);
		if (isCut && index !== first) next ??= index;
	}
	firstPart.index = next ?? 0;
	return errors;
}

/** Details are read last, so that what the lists show is emitted in the same poll. */
function inTurn(first: number): number[] {
	const details = PARTS.length - 1;
	const isFirst = first === details;
	const lists = PARTS.slice(0, details).map((_, done) => ((isFirst ? 0 : first) + done) % details);
	return isFirst ? [details, ...lists, details] : [...lists, details];
}

async function errorsOf(work: Promise<unknown[] | void>): Promise<unknown[]> {
	const worked = await settle(work);
	return worked.ok ? (worked.value ?? []) : [worked.error];
}

const isTimeUp = (error: unknown): boolean =>
	error instanceof StoppedError || error instanceof EnoughListed;

/** That the time was up is no error; and none must hide how long the service asked to wait. */
function errorToReport(errors: unknown[]): unknown {
	const told = errors.filter((error) => !isTimeUp(error));
	return told.find((error) => retryAfterOf(error) !== undefined) ?? told[0];
}

function trackedBy({ finished, ledger, tools }: Poll, error: unknown): Tracked {
	const state = encode(ledger);
	tools.progress.end(state);
	return { runs: finished, state, error };
}
