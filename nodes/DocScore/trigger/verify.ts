import { ServiceError } from '../service/errors';
import { settle } from '../service/settle';
import { isFinished, type Run } from '../service/types';
import { readSpan } from '../runs/creationWalk';
import type { Round } from './poll';

/** Details that are read at once. */
export const CONCURRENCY = 10;

/**
 * Reads the details of the candidates, oldest first. Those that have finished are settled in the
 * ledger and, where wanted, ready to be emitted; all others stay open, and only what the service
 * does not know in several polls is given up.
 * @returns what kept some of them from being read
 */
export async function verify(round: Round): Promise<unknown[]> {
	const created = (id: string) => round.ledger.open.get(id)?.created ?? 0;
	const ids = [...round.candidates].sort((a, b) => created(a) - created(b));
	const errors: unknown[] = [];
	for (let start = 0; start < ids.length; start += CONCURRENCY) {
		const startedAt = Date.now();
		const batch = ids.slice(start, start + CONCURRENCY);
		const read = await Promise.all(batch.map(async (id) => await settle(verifyRun(round, id))));
		const failed = read.filter((result) => !result.ok).map(({ error }) => error);
		errors.push(...failed);
		// A run that cannot be read must not hold up the others, but a service that is down may.
		if (failed.length === batch.length || failed.some(endsPoll)) break;
		// What the end of the poll cuts off would have to be asked again in the next one.
		if (round.tools.leftMs() < 2 * (Date.now() - startedAt)) break;
	}
	return errors;
}

/** Whether nothing more is to be asked in this poll: its time is up, or the service wants rest. */
export function endsPoll(error: unknown): boolean {
	if (!(error instanceof ServiceError)) return true;
	return error.details.status === 429 || restOf(error) !== undefined;
}

/** For how long, in ms, the service asked to be left alone. */
export const restOf = (error: unknown): number | undefined =>
	error instanceof ServiceError ? error.details.retryAfterMs : undefined;

async function verifyRun(round: Round, id: string): Promise<void> {
	const details = await settle(round.tools.reader.details(id));
	if (details.ok) await takeIn(round, id, details.value);
	else if (!isNotFound(details.error)) throw details.error;
	else if (round.ledger.miss(id)) {
		round.tools.log(`Run ${id} is no longer waited for: the service does not know it any more`);
	}
}

const isNotFound = (error: unknown): boolean =>
	error instanceof ServiceError && error.details.status === 404;

async function takeIn(round: Round, id: string, run: Run): Promise<void> {
	const { ledger } = round;
	const known = ledger.open.get(id);
	if (!known) return;
	if (known.inherited && !(await isSelected(round, id, known.created, run))) {
		ledger.open.delete(id);
	} else if (isFinished(run)) {
		ledger.finish(id);
		if (round.isWanted(run.status)) round.finished.push(run);
	} else {
		known.notFound = 0;
	}
}

/** Whether the present filters cover a run that was tracked under others. */
async function isSelected(round: Round, id: string, created: number, run: Run): Promise<boolean> {
	// All open runs that they cover were listed before its details were read.
	if (!isFinished(run)) return false;
	const reading = round.moments.get(created);
	const moment = reading ?? readSpan(round.list(), { from: created, to: created });
	round.moments.set(created, moment);
	await moment;
	return round.listed.has(id);
}
