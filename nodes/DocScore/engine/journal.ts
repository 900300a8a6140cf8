import type { IExecuteFunctions } from 'n8n-workflow';
import { UnknownOutcomeError } from '../service/errors';
import { type Result, toResult } from '../service/result';
import { weakMemoize } from './weakMemoize';

/**
 * An object that is the same in each try of n8n's Retry On Fail, and a new one whenever the node
 * receives items again, as in a loop. A tool receives the agent's object, and the agent may call it
 * twice on purpose: there each call is a node run of its own.
 */
export function nodeRunOf(context: IExecuteFunctions): object {
	const data = context.getExecuteData();
	return data.node.name === context.getNode().name ? data : context;
}

/**
 * The writes of one node run, by item. n8n's Retry On Fail executes the whole node again. A write
 * of an earlier try is then returned again, and a write with an unknown outcome is not repeated.
 * Items are identified by index, because their expressions may return other values in the next try.
 */
export class Journal<T> {
	private readonly entries = new Map<number, Result<T>>();

	/**
	 * Writes, unless an earlier try did or may have done so; then returns its result or throws its
	 * error again.
	 * @param find looks for the result of a write with an unknown outcome; null if it finds none
	 * @throws what `write` throws; UnknownOutcomeError in each further try
	 */
	async once(
		itemIndex: number,
		write: () => Promise<T>,
		find: () => Promise<T | null> = async () => null,
	): Promise<T> {
		const known = this.entries.get(itemIndex);
		const result = known ? await findOr(known, find) : await toResult(write());
		const isCertainlyNot = !result.ok && !(result.error instanceof UnknownOutcomeError);
		if (!isCertainlyNot) this.entries.set(itemIndex, result);
		if (result.ok) return result.value;
		throw result.error;
	}

	/** Lets the next try write again for the item. */
	forget(itemIndex: number): void {
		this.entries.delete(itemIndex);
	}
}

async function findOr<T>(known: Result<T>, find: () => Promise<T | null>): Promise<Result<T>> {
	if (known.ok) return known;
	const found = await toResult(find());
	return found.ok && found.value !== null ? { ok: true, value: found.value } : known;
}

/** Returns the journal of a node run, which exists as long as the run. */
export function journals<T>(): (context: IExecuteFunctions) => Journal<T> {
	const journalOf = weakMemoize(() => new Journal<T>());
	return (context) => journalOf(nodeRunOf(context));
}
