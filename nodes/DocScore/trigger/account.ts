import type { RunReader } from '../service/client';
import { isUnauthorized, ServiceError } from '../service/errors';
import { toResult } from '../service/result';
import type { State } from './state';

/** How many known runs are read. */
const SAMPLES = 3;

/**
 * A short hash of an account, kept in the state. It must not reveal the key: 32 bits are far too few
 * to guess a key from, and enough to notice another one.
 */
export function accountHash(baseUrl: string, apiKey: string): string {
	let hash = 0x811c9dc5;
	for (const character of `${baseUrl}\n${apiKey}`) {
		hash = Math.imul(hash ^ Number(character.codePointAt(0)), 0x01000193);
	}
	return (hash >>> 0).toString(36);
}

/**
 * Whether another key or Base URL belongs to the same account, as when a key is renewed: then the
 * service knows the known runs. False if no run is known; then nothing is owed.
 * @throws ServiceError if the runs cannot be read for another reason
 */
export async function isSameAccount(known: State, reader: RunReader): Promise<boolean> {
	const newest = new Set([...known.ended, ...known.open.keys(), ...known.done.keys()]);
	const samples = [...newest].slice(-SAMPLES);
	const read = await Promise.all(samples.map(async (id) => await toResult(reader.details(id))));
	const errors = read.flatMap((details) => (details.ok ? [] : [details.error]));
	if (errors.length < read.length) return true;
	for (const error of errors) if (!isRejected(error)) throw error;
	return false;
}

/** Whether the service rejected this request permanently, but not its key or path. */
export function isRejected(error: unknown): error is ServiceError {
	if (!(error instanceof ServiceError) || error.details.transient) return false;
	const { status = 0, isWrongPath } = error.details;
	return status >= 400 && status < 500 && !isWrongPath && !isUnauthorized(error);
}
