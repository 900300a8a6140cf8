import { ALWAYS } from '../runs/listing';
import { readServiceTime } from '../runs/serviceTime';
import { retryAfterOf } from '../service/errors';
import { toResult } from '../service/result';
import type { Run, RunSummary } from '../service/types';
import { isSameAccount } from './account';
import { begin, changeFilters } from './begin';
import { endsPoll, readCandidates } from './details';
import { Findings, isTimeUp, type TrackSettings, type TrackTools } from './findings';
import { findFinished, readOlder } from './openRuns';
import type { State } from './state';
import { decode, encode } from './stateText';

/** The result of a poll. The poll counts only when `state` has replaced the state before. */
export interface PollResult<Found = Run | RunSummary> {
	/** The finished runs in order of creation, or their items. */
	runs: Found[];
	state: string;
	/** The error that interrupted the poll; not that its time was over. */
	error?: unknown;
	/** Whether the poll's time was over before its work. */
	isCut: boolean;
}

/**
 * One poll of the trigger. If it is interrupted, it returns what is proven until then.
 * @param text the state after the previous poll; null for the first poll
 * @throws ServiceError, TimeUp, CancelledError if no state could be begun
 */
export async function track(
	text: string | null,
	settings: TrackSettings,
	tools: TrackTools,
): Promise<PollResult> {
	const known = await knownState(text, settings, tools);
	if (known === null) return resultOf(await begin(settings, tools), []);
	const hasSameFilters = known.owner.filters === JSON.stringify(settings.criteria);
	const found = hasSameFilters
		? new Findings(known, settings, tools)
		: await changeFilters(known, settings, tools);
	const { owner, open } = found.state;
	const errors: unknown[] = [];
	for (const read of [readLists, readCandidates]) {
		const worked = await toResult(read(found));
		if (worked.ok) continue;
		errors.push(worked.error);
		if (endsPoll(worked.error)) break;
	}
	// From here on, the current Trigger On decides which finished runs are owed.
	if (errors.length === 0 && !found.isIncomplete) owner.events = settings.events;
	tools.readBackoff.keepOnly(open);
	return resultOf(found, errors);
}

/** The state of the previous poll; null if a new one begins. */
async function knownState(
	text: string | null,
	{ workflow, account }: TrackSettings,
	{ reader, log }: TrackTools,
): Promise<State | null> {
	if (text === null) return null;
	const known = decode(text);
	if (known === null) {
		log('What was known of the runs cannot be read: starting anew from the present');
		return null;
	}
	if (known.owner.workflow !== workflow) {
		log(
			'What is known of the runs was copied from another workflow: starting anew from the present',
		);
		return null;
	}
	if (known.owner.account === account) return known;
	if (await isSameAccount(known, reader)) {
		known.owner.account = account;
		return known;
	}
	log('The credential belongs to another account: starting anew from its present runs');
	return null;
}

/** Compares the service's lists with the state. Runs that seem to have finished are candidates. */
async function readLists(found: Findings): Promise<void> {
	const { state } = found;
	// 1. All runs since the cursor: unknown runs become open.
	await found.sweep({ from: state.cursor, to: ALWAYS.to }, [undefined], { trustsTotals: true });
	// 2. The cursor follows, as far as all runs are listed by now.
	await moveCursor(found);
	// 3. The runs that were open before the trigger began, in the first polls.
	await readOlder(found);
	// 4. The open runs: a run that is in no list of open runs may have finished.
	// Stryker disable next-line BooleanLiteral: test/unit/trigger/load.test.ts holds it
	await findFinished(found, true);
}

/**
 * Moves the cursor in steps, so that the state of an idle service does not change with each poll. It
 * passes only runs that were listed, and never relies on a total.
 */
async function moveCursor(found: Findings): Promise<void> {
	const { state, settings, tools } = found;
	tools.clock.note(state.past);
	const to = state.nextCursor(tools.clock.now() - settings.overlapMs);
	// Stryker disable next-line ArithmeticOperator,EqualityOperator: only how often it moves differs
	if (!(to - state.cursor > settings.overlapMs / 2)) return;
	const swept = (moment: number) => state.advanceCursor(moment);
	await found.sweep({ from: state.cursor, to }, [undefined], { swept });
	// The cursor passes runs that are dated ahead too late to notice one that a total hides.
	await found.sweep({ from: tools.clock.now(), to: ALWAYS.to }, [undefined]);
}

function resultOf(
	{ state, finished, failedReads, tools }: Findings,
	errors: unknown[],
): PollResult {
	const told = errors.filter((error) => !isTimeUp(error));
	const [error] = [
		...told.filter((each) => retryAfterOf(each) !== undefined),
		...told,
		...failedReads,
	];
	if (finished.length > 0 && told[0] instanceof Error)
		tools.log(`Other finished runs are left to the next poll: ${told[0].message}`);
	const isCut = errors.some(isTimeUp) || tools.leftMs() <= 0;
	return { runs: finished.sort(byCreation), state: encode(state), error, isCut };
}

/** Within a millisecond, finer digits decide. */
function byCreation({ createdTime: one }: RunSummary, { createdTime: other }: RunSummary): number {
	const [a, b] = [readServiceTime(one)?.ms ?? 0, readServiceTime(other)?.ms ?? 0];
	// Stryker disable next-line all: test/nodes/trigger/triggerEmission.test.ts holds it
	return a - b || (String(one) < String(other) ? -1 : 1);
}
