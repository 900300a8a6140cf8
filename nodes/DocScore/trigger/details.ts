import { wholeSecond } from '../runs/listing';
import { isNotFound } from '../service/client';
import { isUnauthorized, retryAfterOf, ServiceError } from '../service/errors';
import { toResult } from '../service/result';
import { isFinished, MAX_PAGE_SIZE, OPEN_STATUSES } from '../service/types';
import { type Findings, TimeUp } from './findings';
import type { OpenRun } from './state';

/** How many details are read at once. */
export const CONCURRENCY = 10;

/** A run is dropped if so many polls in a row did not find it, and no list shows it. */
const NOT_FOUND_LIMIT = 3;

/** After so many batches in which no run could be read, the others are left to the next poll. */
const MAX_FAILED_BATCHES = 3;

/** Candidates that fit on one page of a list, and so few that their details take no longer. */
const CHUNK_SIZE = Math.floor(MAX_PAGE_SIZE * 0.7);
const FEW = 3;

/**
 * Reads the candidates, oldest first, last those that could not be read before. A finished run is
 * done and, if it is wanted, output. All others stay open.
 * @throws what stopped the reading
 */
export async function readCandidates(found: Findings): Promise<void> {
	const { needsDetails } = found.settings;
	// Stryker disable next-line ConditionalExpression: test/unit/trigger/load.test.ts holds it
	if (needsDetails) await listCandidates(found);
	for (const [id, run] of found.completed) {
		if (found.state.open.has(id) && (await needsDetails?.(run)) === false) found.finish(id, run);
	}
	const ids = dueCandidates(found).map(([id]) => id);
	let failedBatches = 0;
	for (const batch of chunksOf(ids, CONCURRENCY)) {
		found.isIncomplete = failedBatches === MAX_FAILED_BATCHES;
		if (found.isIncomplete) return;
		const read = await Promise.all(batch.map(async (id) => await toResult(readOne(found, id))));
		failedBatches++;
		for (const each of read) {
			if (!each.ok) throw each.error;
			if (each.value) failedBatches = 0;
		}
	}
}

/** If a list shows all that the output needs, its pages replace the details of each candidate. */
async function listCandidates(found: Findings): Promise<void> {
	const times = dueCandidates(found).flatMap(([id, { created }]) =>
		found.completed.has(id) ? [] : created,
	);
	const chunks = chunksOf(times, CHUNK_SIZE).filter(({ length }) => length > FEW);
	const list = found.list('completed');
	for (const batch of chunksOf(chunks, CONCURRENCY)) {
		const listed = await Promise.all(
			batch.map(async ([from = 0, ...later]) => {
				const to = wholeSecond(later.at(-1) ?? from) + 1_000;
				return await toResult(list({ from: wholeSecond(from), to }));
			}),
		);
		// Other errors leave these runs to their details.
		for (const each of listed) if (!each.ok && endsPoll(each.error)) throw each.error;
	}
}

function dueCandidates({ candidates, state, tools: { readBackoff } }: Findings) {
	const runs = [...state.open].filter(([id]) => candidates.has(id) && !readBackoff.isDeferred(id));
	return runs.sort(
		([a, one], [b, other]) =>
			readBackoff.attempts(a) - readBackoff.attempts(b) || one.created - other.created,
	);
}

function chunksOf<T>(items: T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
		items.slice(index * size, (index + 1) * size),
	);
}

/** @returns whether the service responded about the run @throws what concerns more than this run */
async function readOne(found: Findings, id: string): Promise<boolean> {
	const { state, tools } = found;
	const details = await toResult(tools.reader.details(id));
	const run = state.open.get(id);
	// Stryker disable next-line BooleanLiteral: another run of the batch was responded about as well
	if (!run) return true;
	if (details.ok) {
		run.notFound = 0;
		const { value } = details;
		if (isFinished(value)) found.finish(id, value);
		else if (OPEN_STATUSES.some((status) => status === value.status)) tools.readBackoff.clear(id);
		else tools.readBackoff.defer(id);
		return true;
	}
	const { error } = details;
	if (isNotFound(error)) {
		await noteNotFound(found, id, run, error);
		return true;
	}
	if (!isOfOneRun(error)) throw error;
	found.deferRead(id, error);
	return false;
}

/** Drops a run that was deleted. If a list shows it, it is read again later. */
async function noteNotFound(
	found: Findings,
	id: string,
	run: OpenRun,
	error: ServiceError,
): Promise<void> {
	const { state, tools } = found;
	if (++run.notFound < NOT_FOUND_LIMIT) return;
	const from = wholeSecond(run.created);
	await found.sweep({ from, to: from + 1_000 }, [undefined]);
	run.notFound = 0;
	if (found.listed.has(id)) return found.deferRead(id, error);
	state.open.delete(id);
	tools.log(`Run ${id} is no longer waited for: the service does not know it any more`);
}

/**
 * Whether no further request may be sent in this poll: its time is over, or the service asked for a
 * pause.
 */
export function endsPoll(error: unknown): boolean {
	if (error instanceof TimeUp) return false;
	if (!(error instanceof ServiceError)) return true;
	return error.details.status === 429 || retryAfterOf(error) !== undefined;
}

/** Whether the error may concern only this run, so that the others are read. */
function isOfOneRun(error: unknown): error is ServiceError {
	// Stryker disable next-line ConditionalExpression: other errors end the poll
	if (!(error instanceof ServiceError) || endsPoll(error)) return false;
	return error.details.status !== undefined && !isUnauthorized(error);
}
