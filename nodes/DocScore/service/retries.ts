import type { Cancellation } from './cancellation';
import { now } from './clock';
import { isRateLimited, isTransient, ServiceError } from './errors';
import { counted } from './messages';

const TRIES = 5;
const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 60_000;

/** The longest pause, in ms, that the service can ask for. */
export const LONGEST_COOLDOWN_MS = 15 * 60_000;

/**
 * The pause in ms after so many failures in a row; half of it is random, so that clients do not
 * retry at the same moment.
 */
export const backoffMs = (failures: number): number =>
	Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);

/** Whether a request is worth repeating after this error. */
export type MayRepeat = (error: ServiceError) => boolean;

/** Whether a request changes anything at the service. */
export type RequestKind = 'read' | 'write';

/**
 * After which errors a request of each kind is repeated. A write is repeated only if the service
 * cannot have acted on it. A change that is safe to repeat, such as a delete, would be a kind of
 * its own here, repeated like a read.
 */
export const MAY_REPEAT: Record<RequestKind, MayRepeat> = {
	read: isTransient,
	write: (error) => isTransient(error) && error.details.outcome === 'rejected',
};

/** How often a download begins, if it is interrupted each time. */
const DOWNLOAD_TRIES = 3;

/** The most bytes downloaded in vain before an interrupted download is given up. */
const MOST_WASTED_BYTES = 20_000_000;

/**
 * The retry rule for one file: an interrupted download is repeated once, and a second time only if
 * few bytes were wasted.
 */
export function mayRepeatDownload(): MayRepeat {
	let brokenOff = 0;
	let wastedBytes = 0;
	return (error) => {
		const { brokenOffBytes } = error.details;
		if (!isTransient(error) || brokenOffBytes === undefined) return isTransient(error);
		wastedBytes += brokenOffBytes;
		brokenOff++;
		return brokenOff === 1 || (brokenOff < DOWNLOAD_TRIES && wastedBytes < MOST_WASTED_BYTES);
	};
}

/** Counts the failures of one request and decides whether and when to repeat it. */
export class Retries {
	private failed = 0;

	private rateLimited: { last: ServiceError; times: number; since: number } | null = null;

	/** @param isLimited whether the rate limiter delays the next try after this error */
	constructor(
		private readonly cancellation: Pick<Cancellation, 'leftMs'>,
		private readonly isLimited = isForLimiter,
	) {}

	get wasRateLimited(): boolean {
		return this.rateLimited !== null;
	}

	/**
	 * @returns the pause in ms before the next try; 0 if the rate limiter delays it
	 * @throws ServiceError if it is given up
	 */
	after(error: ServiceError): number {
		if (!this.isLimited(error)) return this.afterFailure(error);
		this.countRateLimited(error);
		return 0;
	}

	/** After a failure of the request itself: five tries. */
	private afterFailure(error: ServiceError): number {
		const { retryAfterMs = 0 } = error.details;
		// After the deadline, the time left is negative.
		const mayWaitMs = Math.max(0, Math.min(LONGEST_COOLDOWN_MS, this.cancellation.leftMs));
		if (retryAfterMs > mayWaitMs) {
			throw withAdvice(error, adviceOn(retryAfterMs));
		}
		if (++this.failed >= TRIES) throw error;
		return Math.max(retryAfterMs, backoffMs(this.failed));
	}

	/** After a rate limit: 15 minutes, however many tries. */
	private countRateLimited(error: ServiceError): void {
		if (error instanceof CooldownError)
			throw this.rateLimited ? error.asOf(this.rateLimited.last) : error;
		const { times, since } = this.rateLimited ?? { times: 0, since: now() };
		this.rateLimited = { last: error, times: times + 1, since };
		const { retryAfterMs = 0 } = error.details;
		const forMs = now() - since;
		const mayWaitMs = Math.min(LONGEST_COOLDOWN_MS - forMs, this.cancellation.leftMs);
		if (mayWaitMs > 0 && retryAfterMs <= mayWaitMs) return;
		if (times === 0) throw withAdvice(error, adviceOn(retryAfterMs));
		throw withAdvice(error, `The service rejected the request ${triedFor(times + 1, forMs)}`);
	}
}

const triedFor = (times: number, forMs: number): string =>
	`${times} times within ${spanOf(forMs)}. Try again later.`;

const withAdvice = ({ message, details }: ServiceError, advice: string | undefined): ServiceError =>
	new ServiceError(message, { ...details, description: advice });

/** The request was not sent, because the service's pause is longer than the execution can wait. */
export class CooldownError extends ServiceError {
	/** @param rateLimited how often, and for how long, the service has rate limited every request */
	constructor(cooldownMs: number, rateLimited: { times: number; forMs: number }) {
		const { times, forMs } = rateLimited;
		super('Rate limit reached', {
			description:
				times > 1
					? `The service rejected all requests, ${triedFor(times, forMs)}`
					: adviceOn(cooldownMs),
			outcome: 'rejected',
			transient: true,
			retryAfterMs: cooldownMs,
		});
	}

	/** The same error for a request that was itself rate limited before. */
	asOf(rateLimitError: ServiceError): ServiceError {
		return withAdvice(rateLimitError, this.details.description);
	}
}

/** Whether the rate limiter sends the request again. */
const isForLimiter = (error: ServiceError): boolean =>
	error instanceof CooldownError || isRateLimited(error);

const adviceOn = (cooldownMs: number): string =>
	`Retry in ${spanOf(cooldownMs)}: the service asked for a pause longer than this node can wait.`;

/** A duration in whole minutes or seconds, at least one. */
export function spanOf(ms: number): string {
	const minutes = Math.ceil(ms / 60_000);
	return minutes > 1 ? `${minutes} minutes` : counted(Math.max(1, Math.ceil(ms / 1000)), 'second');
}
