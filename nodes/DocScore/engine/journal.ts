import type { IExecuteFunctions } from 'n8n-workflow';
import { UnknownOutcomeError } from '../service/errors';
import { type Result, toResult } from '../service/result';
import { weakMemoize } from './weakMemoize';

/**
 * What is the same object in each try of n8n's Retry On Fail, and another one whenever the node is
 * handed items again, as in a loop. The tool of an agent is handed that of the agent, which may call
 * it twice on purpose: there each call is a node run of its own.
 */
export function nodeRunOf(context: IExecuteFunctions): object {
	const data = context.getExecuteData();
	return data.node.name === context.getNode().name ? data : context;
}

/**
 * Writes of one node run, by item. n8n's Retry On Fail executes the whole node again; what an earlier
 * try has written is given again then, and what it may have written is not repeated. An item is known
 * by its index, since its expressions may give something else by then.
 */
export class Journal<T> {
	private readonly entries = new Map<number, Result<T>>();

	/**
	 * Writes, unless an earlier try did or may have done so: then its result or error is given again.
	 * @param find looks for what a write whose outcome is unknown has made; null where it finds nothing
	 * @throws what `write` throws; UnknownOutcomeError again in each further try
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

	/** Lets the next try write anew for the item. */
	forget(itemIndex: number): void {
		this.entries.delete(itemIndex);
	}
}

async function findOr<T>(known: Result<T>, find: () => Promise<T | null>): Promise<Result<T>> {
	if (known.ok) return known;
	const found = await toResult(find());
	return found.ok && found.value !== null ? { ok: true, value: found.value } : known;
}

/** A journal for each node run, which is let go with it. */
export function journals<T>(): (context: IExecuteFunctions) => Journal<T> {
	const journalOf = weakMemoize(() => new Journal<T>());
	return (context) => journalOf(nodeRunOf(context));
}
