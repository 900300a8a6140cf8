import { bareOf, retryAfterOf, ServiceError, StoppedError } from '../service/errors';
import { isNotFound } from '../service/client';
import { toResult } from '../service/result';
import {
	isFinished,
	MAX_PAGE_SIZE,
	RUN_STATUSES,
	type Run,
	type RunSummary,
} from '../service/types';
import { boundsOf, Comparison } from './comparison';
import { inCreationOrder } from './creationOrder';
import { wholeSecond } from './partition';
import { type OpenRun, UNDATED } from './ledger';
import { trackedRuns } from './newRuns';
import { ListTimeUp, type Poll } from './poll';

/** How many details are read at once. */
export const CONCURRENCY = 10;

/**
 * After so many batches in which no run could be read, the other runs are left to the next poll.
 */
const MAX_FAILED_BATCHES = 3;

/**
 * Reads the details of the candidates, oldest first, beginning with those that could be read last
 * time. A finished run is done in the ledger and, if it is wanted, will be emitted in order of
 * creation. All others stay open, and only a run that is proven to be deleted is dropped.
 * @returns the errors that stopped the reading
 */
export async function verify(poll: Poll): Promise<unknown[]> {
	const listed = [...poll.ledger.open.keys()];
	const errors = await readCandidates(poll);
	poll.finished = inCreationOrder(poll.finished, listed);
	return errors;
}

async function readCandidates(poll: Poll): Promise<unknown[]> {
	const { tools } = poll;
	const fatal = poll.settings.needsDetails ? await listCandidates(poll) : [];
	if (fatal.length > 0) return fatal;
	for (const [id, run] of poll.listedCandidates) if (run) await applyDetails(poll, id, run);
	const ids = candidatesInOrder(poll).map(([id]) => id);
	let failedBatches = 0;
	poll.isIncomplete = true;
	for (let start = 0; start < ids.length; start += CONCURRENCY) {
		const leftMs = tools.leftMs();
		const batch = ids.slice(start, start + CONCURRENCY);
		const read = await Promise.all(batch.map(async (id) => await toResult(verifyRun(poll, id))));
		batch.forEach((id, index) => read[index]?.ok && poll.candidates.delete(id));
		const errors = read.filter((result) => !result.ok).map(({ error }) => error);
		if (errors.length > 0) return errors;
		failedBatches = read.some((result) => result.ok && result.value) ? 0 : failedBatches + 1;
		// Requests that the end of the poll interrupts would have to be sent again in the next one.
		if (failedBatches === MAX_FAILED_BATCHES || tools.leftMs() < 2 * (leftMs - tools.leftMs()))
			return [];
	}
	poll.isIncomplete = false;
	return [];
}

/** The number of candidates that fit on one page of a list, which replaces the details of each. */
const CHUNK_SIZE = Math.floor(MAX_PAGE_SIZE * 0.7);
const FEW = 3;

/**
 * If a list shows all that the output needs, reads the candidates in a few pages.
 * @returns errors after which no request may follow
 */
async function listCandidates(poll: Poll): Promise<unknown[]> {
	const runs = candidatesInOrder(poll).filter(
		([id, { inherited }]) => !poll.listedCandidates.has(id) && !inherited,
	);
	const dated = runs.map(([, { created }]) => created).filter((created) => created !== UNDATED);
	const chunks = Array.from({ length: Math.ceil(dated.length / CHUNK_SIZE) }, (_, index) =>
		dated.slice(index * CHUNK_SIZE, (index + 1) * CHUNK_SIZE),
	).filter(({ length }) => length > FEW);
	const list = poll.list('completed');
	for (let start = 0; start < chunks.length && !isLate(poll); start += CONCURRENCY) {
		const batch = chunks.slice(start, start + CONCURRENCY);
		const listed = await Promise.all(
			batch.map(async ([from = 0, ...later]) => {
				const to = wholeSecond(later.at(-1) ?? from) + 1_000;
				return await toResult(list(boundsOf({ from: wholeSecond(from), to })));
			}),
		);
		const fatal = listed.flatMap((each) => (each.ok || !endsPoll(each.error) ? [] : each.error));
		if (fatal.length > 0) return fatal;
	}
	return [];
}

const isLate = ({ tools }: Poll): boolean => tools.leftMs() <= 0;

function candidatesInOrder({
	candidates,
	ledger,
	tools: { readBackoff },
}: Poll): Array<[string, OpenRun]> {
	const runs = [...ledger.open].filter(([id]) => candidates.has(id) && !readBackoff.isDeferred(id));
	runs.sort(([a, one], [b, other]) => {
		return readBackoff.attempts(a) - readBackoff.attempts(b) || one.created - other.created;
	});
	return runs;
}

/**
 * Whether no further request may be sent in this poll: its time is over, or the service asked for a
 * pause.
 */
export function endsPoll(error: unknown): boolean {
	if (error instanceof ListTimeUp) return false;
	if (!(error instanceof ServiceError)) return true;
	return error.details.status === 429 || retryAfterOf(error) !== undefined;
}

/**
 * Reads a candidate. Resolves to whether the service responded about the run.
 * @throws an error that concerns more than this run
 */
async function verifyRun(poll: Poll, id: string): Promise<boolean> {
	const { ledger, tools } = poll;
	const details = await toResult(tools.reader.details(id));
	if (details.ok) {
		await applyDetails(poll, id, details.value);
		return true;
	}
	const { error } = details;
	if (isNotFound(error)) {
		const missed = ledger.recordMissing(id);
		if (missed) await dropIfUnlisted(poll, id, missed, error);
		return true;
	}
	if (!isOfThisRun(error)) throw error;
	deferRead(poll, id, error);
	return false;
}

/** Reports the error once, and reads the run less and less often. */
function deferRead({ tools, failedReads }: Poll, id: string, error: ServiceError): void {
	if (!tools.readBackoff.defer(id, false)) return;
	const message = `Run ${id} cannot be read, so the trigger retries it at longer and longer intervals. ${bareOf(error)}`;
	tools.log(message);
	failedReads.push(new ServiceError(message, error.details));
}

/** Whether the error may concern only this run, so that the others are read. */
function isOfThisRun(error: unknown): error is ServiceError {
	if (!(error instanceof ServiceError) || endsPoll(error)) return false;
	const { status } = error.details;
	return status !== undefined && status !== 401;
}

/** Drops a run that the service does not find, if the lists do not show it either. */
async function dropIfUnlisted(
	poll: Poll,
	id: string,
	{ created, inherited }: OpenRun,
	error: ServiceError,
): Promise<void> {
	const listed = await toResult(inherited ? Promise.resolve() : listSecond(poll, created));
	const isStopped = !listed.ok && listed.error instanceof StoppedError;
	if (!listed.ok && !isStopped) throw listed.error;
	// Listing a second with very many runs must not take all the time of each poll.
	if (isStopped || poll.listed.has(id)) {
		deferRead(poll, id, error);
	} else {
		poll.ledger.open.delete(id);
		poll.tools.log(`Run ${id} is no longer waited for: the service does not know it any more`);
	}
}

/**
 * Lists all runs of the second in which the run was created; a run without a time cannot be listed.
 */
async function listSecond(poll: Poll, created: number): Promise<void> {
	if (created === UNDATED) return;
	const from = wholeSecond(created);
	const second = poll.listedSeconds.get(from) ?? readSecond(poll, from);
	poll.listedSeconds.set(from, second);
	await second;
}

async function readSecond(poll: Poll, from: number): Promise<void> {
	const span = { from, to: from + 1_000 };
	const comparison = new Comparison([{ span, statuses: [undefined], trustsTotals: false }]);
	const what = { ...trackedRuns(poll), missing: undefined };
	while (!comparison.isOver) await comparison.step(what);
}

async function applyDetails(poll: Poll, id: string, run: Run | RunSummary): Promise<void> {
	const { ledger, tools } = poll;
	const known = ledger.open.get(id);
	if (!known) return;
	if (known.inherited && !(await isSelected(poll, id, known.created, run))) {
		ledger.open.delete(id);
	} else if (isFinished(run)) {
		ledger.finish(id);
		if (poll.isWanted(run.status)) poll.finished.push(run);
	} else {
		known.notFound = 0;
		if (isKnownStatus(run.status)) tools.readBackoff.clear(id);
		else tools.readBackoff.defer(id, true);
	}
}

const isKnownStatus = (status: string | null): boolean =>
	RUN_STATUSES.some((each) => each === status);

/** Whether the current filters match a run that was tracked under the former ones. */
async function isSelected(
	poll: Poll,
	id: string,
	created: number,
	run: Run | RunSummary,
): Promise<boolean> {
	// All open runs that the filters match were listed before the details were read.
	if (!isFinished(run)) return false;
	await listSecond(poll, created);
	return poll.listed.has(id);
}
