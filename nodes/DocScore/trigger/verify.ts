import { retryAfterOf, ServiceError } from '../service/errors';
import { settle } from '../service/settle';
import { isFinished, type Run } from '../service/types';
import { readSpan } from '../runs/creationWalk';
import type { Poll } from './poll';

/** Details that are read at once. */
export const CONCURRENCY = 10;

/**
 * Reads the details of the candidates, oldest first. Those that have finished are settled in the
 * ledger and, where wanted, ready to be emitted; all others stay open, and only what the service
 * does not know in several polls is given up.
 * @returns what kept some of them from being read
 */
export async function verify(poll: Poll): Promise<unknown[]> {
	const created = (id: string) => poll.ledger.open.get(id)?.created ?? 0;
	const ids = [...poll.candidates].sort((a, b) => created(a) - created(b));
	const errors: unknown[] = [];
	for (let start = 0; start < ids.length; start += CONCURRENCY) {
		const startedAt = Date.now();
		const batch = ids.slice(start, start + CONCURRENCY);
		const read = await Promise.all(batch.map(async (id) => await settle(verifyRun(poll, id))));
		const failed = read.filter((result) => !result.ok).map(({ error }) => error);
		errors.push(...failed);
		// A run that cannot be read must not hold up the others, but a service that is down may.
		if (failed.length === batch.length || failed.some(endsPoll)) break;
		// What the end of the poll cuts off would have to be asked again in the next one.
		if (poll.tools.leftMs() < 2 * (Date.now() - startedAt)) break;
	}
	return errors;
}

/** Whether nothing more is to be asked in this poll: its time is up, or the service wants to be left alone. */
export function endsPoll(error: unknown): boolean {
	if (!(error instanceof ServiceError)) return true;
	return error.details.status === 429 || retryAfterOf(error) !== undefined;
}

async function verifyRun(poll: Poll, id: string): Promise<void> {
	const details = await settle(poll.tools.reader.details(id));
	if (details.ok) await takeIn(poll, id, details.value);
	else if (!isNotFound(details.error)) throw details.error;
	else if (poll.ledger.miss(id)) {
		poll.tools.log(`Run ${id} is no longer waited for: the service does not know it any more`);
	}
}

const isNotFound = (error: unknown): boolean =>
	error instanceof ServiceError && error.details.status === 404;

async function takeIn(poll: Poll, id: string, run: Run): Promise<void> {
	const { ledger } = poll;
	const known = ledger.open.get(id);
	if (!known) return;
	if (known.inherited && !(await isSelected(poll, id, known.created, run))) {
		ledger.open.delete(id);
	} else if (isFinished(run)) {
		ledger.finish(id);
		if (poll.isWanted(run.status)) poll.finished.push(run);
	} else {
		known.notFound = 0;
	}
}

/** Whether the present filters cover a run that was tracked under others. */
async function isSelected(poll: Poll, id: string, created: number, run: Run): Promise<boolean> {
	// All open runs that they cover were listed before its details were read.
	if (!isFinished(run)) return false;
	const known = poll.moments.get(created);
	const moment = known ?? readSpan(poll.list(), { from: created, to: created });
	poll.moments.set(created, moment);
	await moment;
	return poll.listed.has(id);
}
