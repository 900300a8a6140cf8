import { ServiceError } from './errors';
import { counted } from './words';

const TRIES = 5;
const FIRST_BACKOFF_MS = 500;

/** Longest time in ms that the service is left alone because it asks for that. */
export const LONGEST_SILENCE_MS = 15 * 60_000;

/** When to try again, or what to tell where it is given up. */
export type NextTry = { pauseMs: number } | { giveUp: ServiceError };

/**
 * Decides on a request that failed and may be repeated.
 * @param failed how often it did
 * @param leftMs how long work may still go on
 * @param chance from 0 to 1, so that not all come back at the same moment
 */
export function nextTry(
	error: ServiceError,
	failed: number,
	leftMs: number,
	chance: number,
): NextTry {
	if (error instanceof SilenceError) return { giveUp: error };
	const { retryAfterMs = 0 } = error.details;
	if (retryAfterMs > Math.min(LONGEST_SILENCE_MS, leftMs)) {
		return { giveUp: withSilence(error, retryAfterMs) };
	}
	if (failed >= TRIES) return { giveUp: error };
	const backoffMs = FIRST_BACKOFF_MS * 2 ** (failed - 1) * (0.5 + chance / 2);
	return { pauseMs: Math.max(retryAfterMs, backoffMs) };
}

/**
 * Decides on a request that the service refused since there were too many: it comes back when its turn
 * is, so not how often it was refused counts, but for how long.
 * @param forMs since the first time
 * @returns what to tell where it is given up
 */
export function afterRefusal(
	error: ServiceError,
	{ times, forMs }: { times: number; forMs: number },
	leftMs: number,
): ServiceError | null {
	const { retryAfterMs = 0 } = error.details;
	const patienceMs = Math.min(LONGEST_SILENCE_MS - forMs, leftMs);
	if (patienceMs > 0 && retryAfterMs <= patienceMs) return null;
	if (times === 1) return withSilence(error, retryAfterMs);
	return withMore(error, `The service refused this ${triedFor(times, forMs)}`);
}

const triedFor = (times: number, forMs: number): string =>
	`${times} times within ${spanOf(forMs)}. Try again later.`;

function withSilence(error: ServiceError, silenceMs: number): ServiceError {
	return withMore(error, adviceOn(silenceMs));
}

function withMore({ message, details }: ServiceError, more: string | undefined): ServiceError {
	return new ServiceError(message, { ...details, description: more ?? details.description });
}

/** A request was not sent, as the service would be silent for longer than is waited for. */
export class SilenceError extends ServiceError {
	/** @param refused how often the service has refused whatever it was asked, and for how long */
	constructor(silenceMs: number, refused: { times: number; forMs: number }) {
		const { times, forMs } = refused;
		super(`The service wants to be left alone for ${spanOf(silenceMs)}`, {
			description:
				times > 1
					? `The service refused everything ${triedFor(times, forMs)}`
					: adviceOn(silenceMs),
			outcome: 'rejected',
			transient: true,
			retryAfterMs: silenceMs,
		});
	}

	/** As the error of a request that the service itself has refused before. */
	asOf(refusal: ServiceError): ServiceError {
		return withMore(refusal, this.details.description);
	}
}

const adviceOn = (silenceMs: number): string =>
	`The service asks not to be called for ${spanOf(silenceMs)}, longer than this node can wait. Try again then.`;

/** In whole minutes or seconds, at least one. */
export function spanOf(ms: number): string {
	const minutes = Math.ceil(ms / 60_000);
	return minutes > 1 ? `${minutes} minutes` : counted(Math.max(1, Math.ceil(ms / 1000)), 'second');
}
