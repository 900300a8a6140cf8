import { retryAfterOf } from '../service/errors';
import { settle } from '../service/settle';
import type { Run, RunSummary } from '../service/types';
import { isSameAccount } from './account';
import { readBaseline } from './baseline';
import { begin } from './begin';
import { changeFilters } from './filterChange';
import { findFinished } from './finishedRuns';
import type { Ledger } from './ledger';
import { decode, encode } from './ledgerText';
import { findNew, moveCursor } from './newRuns';
import { EnoughListed, isTimeUp, Poll, type TrackSettings, type TrackTools } from './poll';
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
	if (!known) return trackedBy(await beginAnew(settings, tools), undefined);
	if (known.filters !== JSON.stringify(settings.search)) {
		const { poll, error } = await changeFilters(known, settings, tools);
		return trackedBy(poll, error);
	}
	const poll = new Poll(known, settings, tools);
	const error = await doParts(poll);
	if (poll.finished.length > 0 && error instanceof Error && !poll.troubles.includes(error)) {
		tools.log(`Other finished runs are left to the next poll: ${error.message}`);
	}
	return trackedBy(poll, error);
}

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

/** Only for want of time is the baseline left to later polls: what fails, fails the activation. */
async function beginAnew(settings: TrackSettings, tools: TrackTools): Promise<Poll> {
	const poll = await begin(settings, tools);
	const listed = await settle(readBaseline(poll));
	const isLate = tools.leftMs() <= 0;
	if (!listed.ok && !isLate && !isTimeUp(listed.error)) throw listed.error;
	tools.progress.beginning = null;
	return poll;
}

/** What lists are read for, in this order unless the poll before had no time for all of it. */
const LISTS: ReadonlyArray<(poll: Poll) => Promise<void>> = [
	findNew,
	readBaseline,
	findFinished,
	moveCursor,
];

/** The part after those: details are read last, so that what lists show is emitted in the same poll. */
const DETAILS = LISTS.length;

/**
 * What fails in one part does not keep the others from their work, unless nothing more is to be asked.
 * The next poll begins with the part that had no time, so that each of them comes to its turn.
 * @returns the error to tell of
 */
async function doParts(poll: Poll): Promise<unknown> {
	const { ledger, settings, tools } = poll;
	const { firstPart, progress } = tools;
	// What has begun for other filters would not know what is emitted from here on.
	progress.beginning = null;
	if (Number.isFinite(ledger.cursor)) tools.clock.begin(ledger.cursor);
	const errors: unknown[] = [];
	const first = firstPart.index;
	let next: number | undefined;
	for (const index of inTurn(first)) {
		if (errors.some(endsPoll)) break;
		const worked = await doPart(poll, index);
		errors.push(...worked);
		if (index !== first && worked.some(isTimeUp)) next ??= index;
	}
	firstPart.index = next ?? 0;
	// From here on all that finishes is owed by what Trigger On says now.
	if (errors.length === 0 && !poll.isCut) ledger.events = settings.events;
	tools.postponed.keepOnly(ledger.open);
	progress.keepOnly(ledger.open);
	return errorToReport([...errors, ...poll.troubles]);
}

/** @returns what went wrong */
async function doPart(poll: Poll, index: number): Promise<unknown[]> {
	const list = LISTS[index];
	if (!list) return await errorsOf(verify(poll));
	const isLeft = index !== poll.tools.firstPart.index && poll.tools.enoughListed();
	return isLeft ? [new EnoughListed()] : await errorsOf(list(poll));
}

/** The parts from the first one on; details come again after the lists. */
function inTurn(first: number): number[] {
	const lists = LISTS.map((_, index) => (first === DETAILS ? index : (first + index) % DETAILS));
	return first === DETAILS ? [DETAILS, ...lists, DETAILS] : [...lists, DETAILS];
}

async function errorsOf(work: Promise<unknown[] | void>): Promise<unknown[]> {
	const worked = await settle(work);
	return worked.ok ? (worked.value ?? []) : [worked.error];
}

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
