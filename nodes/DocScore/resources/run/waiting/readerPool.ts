import type { SharedReader } from '../../../engine/http/connection';
import { isTransient, ServiceError, StoppedError } from '../../../service/errors';
import { type Result, toResult } from '../../../service/result';
import { mayBecomeVisible } from './lateVisibility';

/** The executions that wait, through any of which the account can be asked. */
export class ReaderPool {
	/** Whether each could ask when last tried. */
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
	 * Asks through one of `own` or anybody else, and again through another one where that fails for a
	 * reason that is the reader's own.
	 */
	async ask<T>(own: SharedReader[], ask: (reader: SharedReader) => Promise<T>): Promise<T> {
		const tried = new Set<SharedReader>();
		let last: Result<T> = { ok: false, error: new StoppedError('Nobody waits any more') };
		for (;;) {
			const reader = this.choose(own, tried);
			if (!reader) break;
			tried.add(reader);
			const answer = await toResult(ask(reader));
			const { isOver } = reader.cancellation;
			const canAsk = !isOver && reader.isOfAccount() && (answer.ok || !isReadersOwn(answer.error));
			if (this.readers.has(reader)) this.readers.set(reader, canAsk);
			if (!isOver && (answer.ok || !last.ok)) last = answer;
			if (canAsk) break;
		}
		if (last.ok) return last.value;
		throw last.error;
	}

	/** Those who could ask when last tried come first, and before others those who wait for it. */
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

/** Whether it says nothing of what was asked: the reader was cancelled, or has no key that will do. */
export function isReadersOwn(error: unknown): boolean {
	if (!(error instanceof ServiceError)) return true;
	return !isTransient(error) && !mayBecomeVisible(error);
}
