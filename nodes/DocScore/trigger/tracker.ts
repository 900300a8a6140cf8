import { retryAfterOf } from '../service/errors';
import { toResult } from '../service/result';
import type { Run, RunSummary } from '../service/types';
import { isSameAccount } from './accountIdentity';
import { readBaseline } from './baseline';
import { noteCut } from './cutPolls';
import { dropUnlisted } from './doubtfulRuns';
import { startLedger } from './startLedger';
import { changeFilters } from './filterChange';
import { findFinished } from './finishedRuns';
import type { Ledger } from './ledger/ledger';
import { decode, encode } from './ledger/ledgerText';
import { findNew, moveCursor } from './newRuns';
import { ListTimeUp, isTimeUp, Poll, type TrackSettings, type TrackTools } from './poll';
import { endsPoll, verify } from './verify';

/** The result of a poll. The poll counts only when `state` has replaced the state before. */
export interface PollResult<Found = Run | RunSummary> {
	/** The finished runs in order of creation, as their details show them; or their items. */
	runs: Found[];
	state: string;
	/**
	 * The error that interrupted the poll; not that its time was over, nor a run that cannot be read.
	 */
	error?: unknown;
}

/**
 * One poll of the trigger: finds new runs, finds open runs that may have finished, and reads their
 * details. If it is interrupted, it returns what is proven until then, and the next poll continues.
 * @param state the state after the previous poll; null for the first poll
 * @throws ServiceError, CancelledError if no ledger could be begun
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
		const { poll, error, isCut } = await changeFilters(known, settings, tools);
		noteCut(poll, isCut);
		return resultOf(poll, error);
	}
	const poll = new Poll(known, settings, tools);
	const error = await runPhases(poll);
	if (poll.finished.length > 0 && error instanceof Error && !poll.failedReads.includes(error)) {
		tools.log(`Other finished runs are left to the next poll: ${error.message}`);
	}
	return resultOf(poll, error);
}

/** The ledger of the previous poll; null if a new one begins. */
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

/**
 * Begins a ledger. Later polls read the baseline only if the time is over; any other error fails
 * the activation.
 */
async function startAnew(settings: TrackSettings, tools: TrackTools): Promise<Poll> {
	const poll = await startLedger(settings, tools);
	const listed = await toResult(readBaseline(poll));
	const isLate = tools.leftMs() <= 0;
	if (!listed.ok && !isLate && !isTimeUp(listed.error)) throw listed.error;
	tools.progress.bootstrap = null;
	return poll;
}

/**
 * The phases that read lists, in this order unless the previous poll had no time for all of them.
 */
const LIST_PHASES: ReadonlyArray<(poll: Poll) => Promise<void>> = [
	findNew,
	readBaseline,
	findFinished,
	moveCursor,
	dropUnlisted,
];

/** The last phase reads details, so that a run that a list shows is emitted in the same poll. */
const DETAILS_PHASE = LIST_PHASES.length;

/**
 * Runs the phases. An error in one phase does not stop the others, unless no further request may be
 * sent. The next poll begins with the phase that had no time, so that each phase gets time.
 * @returns the error to report
 */
async function runPhases(poll: Poll): Promise<unknown> {
	const { ledger, settings, tools } = poll;
	const { firstPhase, progress } = tools;
	// A bootstrap for other filters would not know what is emitted from here on.
	progress.bootstrap = null;
	if (Number.isFinite(ledger.cursor)) tools.clock.seed(ledger.cursor);
	const errors: unknown[] = [];
	const first = firstPhase.index;
	const cut: number[] = [];
	for (const index of phaseOrder(first)) {
		const isOver = errors.some(endsPoll);
		const worked = isOver ? [] : await runPhase(poll, index);
		errors.push(...worked);
		if (index !== first && (isOver || worked.some(isTimeUp))) cut.push(index);
	}
	const isCut = poll.isIncomplete || errors.some(isTimeUp);
	firstPhase.index = cut.sort((a, b) => turnAfter(first, a) - turnAfter(first, b))[0] ?? 0;
	// From here on, the current Trigger On decides which finished runs are owed.
	if (errors.length === 0 && !poll.isIncomplete) ledger.events = settings.events;
	tools.readBackoff.keepOnly(ledger.open);
	progress.keepOnly(ledger.open);
	const error = errorToReport([...errors, ...poll.failedReads]);
	noteCut(poll, isCut && error === undefined);
	return error;
}

/** In how many turns a phase comes after the first one, so that each comes first some time. */
const turnAfter = (first: number, index: number): number =>
	(index - first + DETAILS_PHASE + 1) % (DETAILS_PHASE + 1);

/** @returns its errors */
async function runPhase(poll: Poll, index: number): Promise<unknown[]> {
	const list = LIST_PHASES[index];
	if (!list) return await errorsOf(verify(poll));
	const isLeft = index !== poll.tools.firstPhase.index && poll.tools.isListTimeUp();
	return isLeft ? [new ListTimeUp()] : await errorsOf(list(poll));
}

/** The phases, beginning with the first one; details come again after the lists. */
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

/**
 * The error to report: not that the time was over, and first one with a pause that the service
 * asked for.
 */
function errorToReport(errors: unknown[]): unknown {
	const told = errors.filter((error) => !isTimeUp(error));
	return told.find((error) => retryAfterOf(error) !== undefined) ?? told[0];
}

function resultOf({ finished, ledger, tools }: Poll, error: unknown): PollResult {
	const state = encode(ledger);
	tools.progress.noteState(state);
	return { runs: finished, state, error };
}
