import type { SharedReader } from '../../../engine/http/connection';
import { isTransient, CancelledError } from '../../../service/errors';
import { type Result, toResult } from '../../../service/result';
import { mayBecomeVisible } from './lateVisibility';

/** The waiting executions. Any of them can send requests for the account. */
export class ReaderPool {
	/** The readers, and whether their last request worked. */
	private readonly readers = new Map<SharedReader, boolean>();

	/** @param onLeave called after the execution of a reader has ended */
	constructor(private readonly onLeave: () => void) {}

	add(reader: SharedReader): void {
		if (this.readers.has(reader)) return;
		this.readers.set(reader, true);
		void reader.cancellation.ended.then(() => {
			this.readers.delete(reader);
			this.onLeave();
		});
	}

	/**
	 * Sends a request through one of `own` or another reader, and again through another one if the
	 * failure is the reader's own.
	 */
	async ask<T>(own: SharedReader[], ask: (reader: SharedReader) => Promise<T>): Promise<T> {
		const tried = new Set<SharedReader>();
		let last: Result<T> = { ok: false, error: new CancelledError('Nobody waits any more') };
		for (;;) {
			const reader = this.choose(own, tried);
			if (!reader) break;
			tried.add(reader);
			const answer = await toResult(ask(reader));
			const { isOver } = reader.cancellation;
			const canAsk = !isOver && reader.isOfAccount() && (answer.ok || !isReadersOwn(answer.error));
			// Stryker disable next-line ConditionalExpression: nobody asks an execution that has ended
			if (this.readers.has(reader)) this.readers.set(reader, canAsk);
			if (!isOver && (answer.ok || !last.ok)) last = answer;
			if (canAsk) break;
		}
		if (last.ok) return last.value;
		throw last.error;
	}

	/** Prefers readers whose last request worked, and among them those that wait for the run. */
	private choose(own: SharedReader[], tried: ReadonlySet<SharedReader>): SharedReader | undefined {
		const isOpen = (reader: SharedReader) => !tried.has(reader) && !reader.cancellation.isOver;
		const canAsk = (reader: SharedReader) => isOpen(reader) && this.readers.get(reader) === true;
		const found = own.find(canAsk);
		if (found) return found;
		for (const reader of this.readers.keys()) if (canAsk(reader)) return reader;
		const left = own.length > 0 ? own : [...this.readers.keys()];
		return tried.size === 0 || own.length > 0 ? left.find(isOpen) : undefined;
	}
}

/** Whether the error concerns only the reader: it was cancelled, or its key is rejected. */
export const isReadersOwn = (error: unknown): boolean =>
	!isTransient(error) && !mayBecomeVisible(error);
