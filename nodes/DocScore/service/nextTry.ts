import { ServiceError } from './errors';

const TRIES = 5;
const FIRST_BACKOFF_MS = 500;

/** Longest time in ms that the service is left alone because it asks for that. */
export const LONGEST_SILENCE_MS = 15 * 60_000;

/** When to try again, or what to tell where it is given up. */
export type NextTry = { pauseMs: number } | { giveUp: ServiceError };

/**
 * Decides on a request that may be repeated.
 * @param tried how often it was sent
 * @param leftMs how long work may still go on
 * @param chance from 0 to 1, so that not all come back at the same moment
 */
export function nextTry(
	error: ServiceError,
	tried: number,
	leftMs: number,
	chance: number,
): NextTry {
	const { retryAfterMs = 0 } = error.details;
	if (isTooLong(retryAfterMs, leftMs)) return { giveUp: withSilence(error, retryAfterMs) };
	if (tried >= TRIES) return { giveUp: error };
	const backoffMs = FIRST_BACKOFF_MS * 2 ** (tried - 1) * (0.5 + chance / 2);
	return { pauseMs: Math.max(retryAfterMs, backoffMs) };
}

export const isTooLong = (silenceMs: number, leftMs: number): boolean =>
	silenceMs > Math.min(LONGEST_SILENCE_MS, leftMs);

/** Of a request that was not sent, since the service had asked for a longer silence than is waited for. */
export function silenceError(silenceMs: number): ServiceError {
	const message = `The service wants to be left alone for ${spanOf(silenceMs)}`;
	const outcome = 'rejected';
	return new ServiceError(message, { outcome, transient: true, retryAfterMs: silenceMs });
}

function withSilence({ message, details }: ServiceError, silenceMs: number): ServiceError {
	const asked = `The service asks not to be called for ${spanOf(silenceMs)}, longer than this node can wait. Try again then.`;
	const description = [details.description, asked].filter(Boolean).join('\n');
	return new ServiceError(message, { ...details, description });
}

function spanOf(ms: number): string {
	const minutes = Math.ceil(ms / 60_000);
	return minutes > 1 ? `${minutes} minutes` : `${Math.ceil(ms / 1000)} seconds`;
}
