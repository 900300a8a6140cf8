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

/** Details that are read at once. */
export const CONCURRENCY = 10;

/** After so many rounds of which nothing could be read, the others are left to the next poll. */
const MAX_FAILED_BATCHES = 3;

/**
 * Reads the details of the candidates, oldest first, and first of all those that could be read the
 * last time. Those that have finished are done in the ledger and, where wanted, ready to be
 * emitted in order of creation; all others stay open, and only what is proven to be gone is given up.
 * @returns what kept all of them from being read
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
		// What the end of the poll cuts off would have to be asked again in the next one.
		if (failedBatches === MAX_FAILED_BATCHES || tools.leftMs() < 2 * (leftMs - tools.leftMs()))
			return [];
	}
	poll.isIncomplete = false;
	return [];
}

/** So many candidates may well be on one page of a list, which then spares the details of each. */
const CHUNK_SIZE = Math.floor(MAX_PAGE_SIZE * 0.7);
const FEW = 3;

/**
 * Where a list shows all that is needed of a completed run, some pages show many of them.
 * @returns what must not be followed by another request
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

/** Whether nothing more is to be asked in this poll: its time is up, or the service wants to be left alone. */
export function endsPoll(error: unknown): boolean {
	if (error instanceof ListTimeUp) return false;
	if (!(error instanceof ServiceError)) return true;
	return error.details.status === 429 || retryAfterOf(error) !== undefined;
}

/**
 * Resolves to whether the service told of the run.
 * @throws what is not about this run alone
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

/** Told once; then the run is read more and more rarely, for as long as it takes. */
function deferRead({ tools, failedReads }: Poll, id: string, error: ServiceError): void {
	if (!tools.readBackoff.defer(id, false)) return;
	const message = `Run ${id} cannot be read. The trigger retries it at longer and longer intervals. ${bareOf(error)}`;
	tools.log(message);
	failedReads.push(new ServiceError(message, error.details));
}

/** Whether it may be about this run alone, so that the others are read all the same. */
function isOfThisRun(error: unknown): error is ServiceError {
	if (!(error instanceof ServiceError) || endsPoll(error)) return false;
	const { status } = error.details;
	return status !== undefined && status !== 401;
}

/** A run that its details deny is deleted only if the lists do not show it either. */
async function dropIfUnlisted(
	poll: Poll,
	id: string,
	{ created, inherited }: OpenRun,
	error: ServiceError,
): Promise<void> {
	const listed = await toResult(inherited ? Promise.resolve() : listSecond(poll, created));
	const isStopped = !listed.ok && listed.error instanceof StoppedError;
	if (!listed.ok && !isStopped) throw listed.error;
	// A second of so many runs that it takes all the time must not do so in each poll.
	if (isStopped || poll.listed.has(id)) {
		deferRead(poll, id, error);
	} else {
		poll.ledger.open.delete(id);
		poll.tools.log(`Run ${id} is no longer waited for: the service does not know it any more`);
	}
}

/** Lists all runs of the second in which it was created; one without a time is nowhere to be found. */
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

/** Whether the present filters cover a run that was tracked under others. */
async function isSelected(
	poll: Poll,
	id: string,
	created: number,
	run: Run | RunSummary,
): Promise<boolean> {
	// All open runs that they cover were listed before its details were read.
	if (!isFinished(run)) return false;
	await listSecond(poll, created);
	return poll.listed.has(id);
}
