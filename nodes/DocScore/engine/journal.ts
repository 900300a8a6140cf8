import type { IExecuteFunctions } from 'n8n-workflow';
import { CancelledError, ServiceError, UnknownOutcomeError, type Write } from '../service/errors';
import { type Result, toResult } from '../service/result';
import { weakMemoize } from './weakMemoize';

/**
 * An object that is the same in each try of n8n's Retry On Fail, and a new one whenever the node
 * receives items again, as in a loop. A tool receives the agent's object, and the agent may call it
 * twice on purpose: there each call is a node run of its own, which its arguments identify.
 */
export function nodeRunOf(context: IExecuteFunctions): object {
	const data = context.getExecuteData();
	if (data.node.name === context.getNode().name) return data;
	const [call] = context.getInputData();
	return call?.json ?? context;
}

/**
 * The writes of one node run, by item. n8n's Retry On Fail executes the whole node again. A write
 * of an earlier try is then returned again, and a write with an unknown outcome is not repeated.
 * Items are identified by index, because their expressions may return other values in the next try.
 * One of several documents of an item is identified by its file, too.
 */
export class Journal<T> {
	private readonly entries = new Map<number | string, Result<T>>();

	/**
	 * Writes, unless an earlier try did or may have done so; then returns its result or throws its
	 * error again.
	 * @param find looks for the result of a write with an unknown outcome; null if it finds none
	 * @throws what `write` throws; UnknownOutcomeError in each further try
	 */
	async once(
		place: number | string,
		write: () => Promise<T>,
		find: () => Promise<T | null> = async () => null,
	): Promise<T> {
		const known = this.entries.get(place);
		const result = known ? await findOr(known, find) : await toResult(write());
		const isCertainlyNot = !result.ok && !(result.error instanceof UnknownOutcomeError);
		if (!isCertainlyNot) this.entries.set(place, result);
		if (result.ok) return result.value;
		throw result.error;
	}

	/** Whether an earlier try wrote, or may have. */
	has(place: number | string): boolean {
		return this.entries.has(place);
	}

	/** Lets the next try write again. */
	forget(place: number | string): void {
		this.entries.delete(place);
	}
}

async function findOr<T>(known: Result<T>, find: () => Promise<T | null>): Promise<Result<T>> {
	if (known.ok) return known;
	const found = await toResult(find());
	return found.ok && found.value !== null ? { ok: true, value: found.value } : known;
}

/**
 * Sends a write. Whatever is thrown after a request has left leaves its outcome unknown, unless it
 * proves that the service did not act.
 * @param advice what to do if the outcome is unknown
 * @throws ServiceError, CancelledError if the service certainly did not accept it;
 * UnknownOutcomeError
 */
export async function sendOnce<T>(send: () => Promise<T>, of: Write, advice: string): Promise<T> {
	const sent = await toResult(send());
	if (sent.ok) return sent.value;
	const { error } = sent;
	// Executions stop between requests only, never while one is on its way.
	if (error instanceof CancelledError) throw error;
	const cause = error instanceof ServiceError ? error : unreadable(error);
	throw cause.details.outcome === 'rejected' ? cause : new UnknownOutcomeError(of, cause, advice);
}

/** Without the error's message, which can quote a response that was not masked. */
function unreadable(error: unknown): ServiceError {
	const kind = error instanceof Error ? error.constructor.name : typeof error;
	const message = `The response could not be read (${kind})`;
	return new ServiceError(message, { outcome: 'unknown', transient: false });
}

/** Returns the journal of a node run, which exists as long as the run. */
export function journals<T>(): (context: IExecuteFunctions) => Journal<T> {
	const journalOf = weakMemoize(() => new Journal<T>());
	return (context) => journalOf(nodeRunOf(context));
}
