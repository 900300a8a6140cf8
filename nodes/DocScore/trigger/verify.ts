import { isUnauthorized, retryAfterOf, ServiceError } from '../service/errors';
import { isNotFound } from '../service/client';
import { toResult } from '../service/result';
import {
	isFinished,
	MAX_PAGE_SIZE,
	RUN_STATUSES,
	type Run,
	type RunSummary,
} from '../service/types';
import { boundsOf } from '../runs/comparison/comparison';
import { inCreationOrder } from './creationOrder';
import { wholeSecond } from '../runs/comparison/partition';
import { isDoubtful, type OpenRun, UNDATED } from './ledger/ledger';
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
 * creation. All others stay open.
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
	for (const [id, run] of poll.listedCandidates) if (run) applyDetails(poll, id, run);
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
	const runs = candidatesInOrder(poll).filter(([id]) => !poll.listedCandidates.has(id));
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

/** The runs to read, oldest first; last those that could not be read before. */
export function candidatesInOrder({
	candidates,
	ledger,
	tools: { readBackoff },
}: Poll): Array<[string, OpenRun]> {
	const runs = [...ledger.open].filter(
		([id, run]) => candidates.has(id) && !isDoubtful(run) && !readBackoff.isDeferred(id),
	);
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
		applyDetails(poll, id, details.value);
		return true;
	}
	const { error } = details;
	if (isNotFound(error)) {
		ledger.recordMissing(id);
		return true;
	}
	if (!isOfThisRun(error)) throw error;
	poll.deferRead(id, error);
	return false;
}

/** Whether the error may concern only this run, so that the others are read. */
function isOfThisRun(error: unknown): error is ServiceError {
	if (!(error instanceof ServiceError) || endsPoll(error)) return false;
	return error.details.status !== undefined && !isUnauthorized(error);
}

function applyDetails(poll: Poll, id: string, run: Run | RunSummary): void {
	const { ledger, tools } = poll;
	const known = ledger.open.get(id);
	if (!known) return;
	if (isFinished(run)) {
		ledger.markDone(id);
		if (poll.isWanted(run.status)) poll.finished.push(run);
	} else {
		known.notFound = 0;
		if (isKnownStatus(run.status)) tools.readBackoff.clear(id);
		else tools.readBackoff.defer(id, true);
	}
}

const isKnownStatus = (status: string | null): boolean =>
	RUN_STATUSES.some((each) => each === status);
