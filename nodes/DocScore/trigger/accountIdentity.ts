import { ServiceError } from '../service/errors';
import type { RunReader } from '../service/client';
import { toResult } from '../service/result';
import type { Ledger } from './ledger';

/** So many of the runs that are known are asked for. */
const SAMPLES = 3;

/**
 * A short text that tells accounts of the service apart. It is kept with the runs, so it must not
 * give the key away: 32 bits are far too few to guess a key from, and enough to notice another one.
 */
export function accountHash(baseUrl: string, apiKey: string): string {
	let hash = 0x811c9dc5;
	for (const character of `${baseUrl}\n${apiKey}`) {
		hash = Math.imul(hash ^ Number(character.codePointAt(0)), 0x01000193);
	}
	return (hash >>> 0).toString(36);
}

/**
 * Whether another key or address leads to the same account, as it does when a key is renewed: then
 * it knows the runs. Nobody owes anything where no run is known.
 * @throws ServiceError where the service does not tell
 */
export async function isSameAccount(known: Ledger, reader: RunReader): Promise<boolean> {
	const newest = new Set([...known.ended, ...known.open.keys(), ...known.done.keys()]);
	const samples = [...newest].slice(-SAMPLES);
	const read = await Promise.all(samples.map(async (id) => await toResult(reader.details(id))));
	const untold = read.find((details) => !details.ok && !isDenied(details.error));
	if (untold && !untold.ok && !read.some(({ ok }) => ok)) throw untold.error;
	return read.some(({ ok }) => ok);
}

/** Whether the service denied just this, for good. */
export function isDenied(error: unknown): error is ServiceError {
	if (!(error instanceof ServiceError) || error.details.transient) return false;
	const { status } = error.details;
	return status !== undefined && status >= 400 && status < 500 && status !== 401;
}
