import { retryAfterOf } from '../service/errors';
import { toResult } from '../service/result';
import type { Run, RunSummary } from '../service/types';
import { isSameAccount } from './accountIdentity';
import { readBaseline } from './baseline';
import { startLedger } from './startLedger';
import { changeFilters } from './filterChange';
import { findFinished } from './finishedRuns';
import type { Ledger } from './ledger';
import { decode, encode } from './ledgerText';
import { findNew, moveCursor } from './newRuns';
import { ListTimeUp, isTimeUp, Poll, type TrackSettings, type TrackTools } from './poll';
import { endsPoll, verify } from './verify';

/** What a poll came to. It has happened only once `state` is kept in place of the state before. */
export interface PollResult<Found = Run | RunSummary> {
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
): Promise<PollResult> {
	tools.progress.continueFrom(state);
	const known = await readKnown(state, settings, tools);
	if (!known) return resultOf(await startAnew(settings, tools), undefined);
	if (known.filters !== JSON.stringify(settings.criteria)) {
		const { poll, error } = await changeFilters(known, settings, tools);
		return resultOf(poll, error);
	}
	const poll = new Poll(known, settings, tools);
	const error = await runPhases(poll);
	if (poll.finished.length > 0 && error instanceof Error && !poll.failedReads.includes(error)) {
		tools.log(`Other finished runs are left to the next poll: ${error.message}`);
	}
	return resultOf(poll, error);
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
	if (known.accountHash === settings.accountHash) return known;
	if (await isSameAccount(known, tools.reader)) {
		known.accountHash = settings.accountHash;
		return known;
	}
	tools.log('The credential belongs to another account: starting anew from its present runs');
	return null;
}

/** Only for want of time is the baseline left to later polls: what fails, fails the activation. */
async function startAnew(settings: TrackSettings, tools: TrackTools): Promise<Poll> {
	const poll = await startLedger(settings, tools);
	const listed = await toResult(readBaseline(poll));
	const isLate = tools.leftMs() <= 0;
	if (!listed.ok && !isLate && !isTimeUp(listed.error)) throw listed.error;
	tools.progress.bootstrap = null;
	return poll;
}

/** What lists are read for, in this order unless the poll before had no time for all of it. */
const LIST_PHASES: ReadonlyArray<(poll: Poll) => Promise<void>> = [
	findNew,
	readBaseline,
	findFinished,
	moveCursor,
];

/** The phase after those: details are read last, so that what lists show is emitted in the same poll. */
const DETAILS_PHASE = LIST_PHASES.length;

/**
 * What fails in one phase does not keep the others from their work, unless nothing more is to be asked.
 * The next poll begins with the phase that had no time, so that each of them gets some.
 * @returns the error to tell of
 */
async function runPhases(poll: Poll): Promise<unknown> {
	const { ledger, settings, tools } = poll;
	const { firstPhase, progress } = tools;
	// What has begun for other filters would not know what is emitted from here on.
	progress.bootstrap = null;
	if (Number.isFinite(ledger.cursor)) tools.clock.seed(ledger.cursor);
	const errors: unknown[] = [];
	const first = firstPhase.index;
	let next: number | undefined;
	for (const index of phaseOrder(first)) {
		if (errors.some(endsPoll)) break;
		const worked = await runPhase(poll, index);
		errors.push(...worked);
		if (index !== first && worked.some(isTimeUp)) next ??= index;
	}
	firstPhase.index = next ?? 0;
	// From here on all that finishes is owed by what Trigger On says now.
	if (errors.length === 0 && !poll.isIncomplete) ledger.events = settings.events;
	tools.readBackoff.keepOnly(ledger.open);
	progress.keepOnly(ledger.open);
	return errorToReport([...errors, ...poll.failedReads]);
}

/** @returns what went wrong */
async function runPhase(poll: Poll, index: number): Promise<unknown[]> {
	const list = LIST_PHASES[index];
	if (!list) return await errorsOf(verify(poll));
	const isLeft = index !== poll.tools.firstPhase.index && poll.tools.isListTimeUp();
	return isLeft ? [new ListTimeUp()] : await errorsOf(list(poll));
}

/** The phases from the first one on; details come again after the lists. */
function phaseOrder(first: number): number[] {
	const lists = LIST_PHASES.map((_, index) =>
		first === DETAILS_PHASE ? index : (first + index) % DETAILS_PHASE,
	);
	return first === DETAILS_PHASE
		? [DETAILS_PHASE, ...lists, DETAILS_PHASE]
		: [...lists, DETAILS_PHASE];
}

async function errorsOf(work: Promise<unknown[] | void>): Promise<unknown[]> {
	const worked = await toResult(work);
	return worked.ok ? (worked.value ?? []) : [worked.error];
}

/** That the time was up is no error; and none must hide how long the service asked to wait. */
function errorToReport(errors: unknown[]): unknown {
	const told = errors.filter((error) => !isTimeUp(error));
	return told.find((error) => retryAfterOf(error) !== undefined) ?? told[0];
}

function resultOf({ finished, ledger, tools }: Poll, error: unknown): PollResult {
	const state = encode(ledger);
	tools.progress.noteState(state);
	return { runs: finished, state, error };
}
