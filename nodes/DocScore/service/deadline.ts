import { now } from './clock';
import { ServiceError } from './errors';
import { TRY_LATER } from './messages';
import { toResult } from './result';
import { spanOf } from './retries';
import { Timer } from './timer';

/** A transfer that moves fewer bytes than this within its limit counts as hanging. */
const LEAST_BYTES = 10_000;

/** What work with a deadline is given. */
export interface Deadline {
	/** Aborted at the deadline, if the work fails, and when the user stops the execution. */
	signal: AbortSignal;
	/** Records that bytes of a file were sent or received: a transfer that advances is not ended. */
	moved(bytes: number): void;
}

/** The request was given up, so nobody knows whether the service acted on it. */
export class DeadlineError extends ServiceError {
	constructor(limitMs: number) {
		super(`The service did not respond within ${spanOf(limitMs)}`, {
			description: TRY_LATER,
			outcome: 'unknown',
			transient: true,
		});
	}
}

/**
 * Ends work at its deadline, whatever arrives meanwhile. n8n's own timeout counts only the time in
 * which a connection is idle: a response of one byte a second would never end. What arrives later
 * is ignored.
 * @param limitMs counted from the start, and again each time a file has moved on
 * @param cancelSignal aborts the work too
 * @throws DeadlineError
 */
export async function withDeadline<T>(
	limitMs: number,
	work: (deadline: Deadline) => Promise<T>,
	cancelSignal?: AbortSignal,
): Promise<T> {
	const [controller, timer] = [new AbortController(), new Timer()];
	const abort = () => controller.abort();
	let [endsAt, movedBytes, isOver] = [now() + limitMs, 0, false];
	const moved = (bytes: number) => {
		movedBytes += bytes;
		if (movedBytes < LEAST_BYTES) return;
		[endsAt, movedBytes] = [now() + limitMs, 0];
	};
	const end = async (): Promise<never> => {
		while (!isOver && now() < endsAt) await timer.until(endsAt);
		throw new DeadlineError(limitMs);
	};
	if (cancelSignal?.aborted) abort();
	cancelSignal?.addEventListener('abort', abort);
	const ended = await toResult(Promise.race([work({ signal: controller.signal, moved }), end()]));
	isOver = true;
	timer.wakeNow();
	cancelSignal?.removeEventListener('abort', abort);
	if (ended.ok) return ended.value;
	abort();
	throw ended.error;
}
