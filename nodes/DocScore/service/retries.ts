import type { Cancellation } from './cancellation';
import { now } from './clock';
import { isRateLimited, isTransient, ServiceError } from './errors';
import { counted } from './messages';

const TRIES = 5;
const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 60_000;

/** Longest time in ms that the service is left alone because it asks for that. */
export const LONGEST_COOLDOWN_MS = 15 * 60_000;

/** The pause in ms after so many failures in a row; half of it by chance, so that not all come back at once. */
export const backoffMs = (failures: number): number =>
	Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);

/** Whether a request is worth repeating after this error. */
export type MayRepeat = (error: ServiceError) => boolean;

/** What a request does at the service. */
export type RequestKind = 'read' | 'write';

/**
 * After which errors a request of each kind is repeated. What must not be carried out twice is repeated
 * only where the service cannot have acted on it. A change that is the same when it is carried out twice,
 * such as a delete, would be a kind of its own here, repeated like a read.
 */
export const MAY_REPEAT: Record<RequestKind, MayRepeat> = {
	read: isTransient,
	write: (error) => isTransient(error) && error.details.outcome === 'rejected',
};

/** Bytes that may be fetched in vain before a download that breaks off is given up. */
const MOST_WASTED_BYTES = 20_000_000;

/** For one file: a download that broke off is repeated once, and again only while little was wasted. */
export function mayRepeatDownload(): MayRepeat {
	let brokenOff = 0;
	let wastedBytes = 0;
	return (error) => {
		const { brokenOffBytes } = error.details;
		if (!isTransient(error) || brokenOffBytes === undefined) return isTransient(error);
		wastedBytes += brokenOffBytes;
		return ++brokenOff === 1 || wastedBytes < MOST_WASTED_BYTES;
	};
}

/** Decides on the failures of one request that may be repeated. */
export class Retries {
	private failed = 0;

	private rateLimited: { last: ServiceError; times: number; since: number } | null = null;

	constructor(private readonly cancellation: Pick<Cancellation, 'leftMs'>) {}

	/**
	 * Of a failure of the request itself: five tries.
	 * @returns the pause in ms before the next try
	 * @throws ServiceError where it is given up
	 */
	after(error: ServiceError): number {
		const { retryAfterMs = 0 } = error.details;
		if (retryAfterMs > Math.min(LONGEST_COOLDOWN_MS, this.cancellation.leftMs)) {
			throw withMore(error, adviceOn(retryAfterMs));
		}
		if (++this.failed >= TRIES) throw error;
		return Math.max(retryAfterMs, backoffMs(this.failed));
	}

	/**
	 * Of a rate limited request: the rate limiter lets it through again, so not
	 * how often that happened counts, but for how long.
	 * @throws ServiceError where it is given up
	 */
	afterRateLimit(error: ServiceError): void {
		if (error instanceof CooldownError)
			throw this.rateLimited ? error.asOf(this.rateLimited.last) : error;
		const { times, since } = this.rateLimited ?? { times: 0, since: now() };
		this.rateLimited = { last: error, times: times + 1, since };
		const { retryAfterMs = 0 } = error.details;
		const forMs = now() - since;
		const mayWaitMs = Math.min(LONGEST_COOLDOWN_MS - forMs, this.cancellation.leftMs);
		if (mayWaitMs > 0 && retryAfterMs <= mayWaitMs) return;
		if (times === 0) throw withMore(error, adviceOn(retryAfterMs));
		throw withMore(error, `The service rejected the request ${triedFor(times + 1, forMs)}`);
	}

	get wasRateLimited(): boolean {
		return this.rateLimited !== null;
	}
}

const triedFor = (times: number, forMs: number): string =>
	`${times} times within ${spanOf(forMs)}. Try again later.`;

function withMore({ message, details }: ServiceError, more: string | undefined): ServiceError {
	return new ServiceError(message, { ...details, description: more ?? details.description });
}

/** A request was not sent, as the service would be left alone for longer than is waited for. */
export class CooldownError extends ServiceError {
	/** @param rateLimited how often the service has rate limited whatever it was asked, and for how long */
	constructor(cooldownMs: number, rateLimited: { times: number; forMs: number }) {
		const { times, forMs } = rateLimited;
		super('Rate limit reached', {
			description:
				times > 1
					? `The service rejected all requests ${triedFor(times, forMs)}`
					: adviceOn(cooldownMs),
			outcome: 'rejected',
			transient: true,
			retryAfterMs: cooldownMs,
		});
	}

	/** As the error of a request that the service itself has rate limited before. */
	asOf(rateLimitError: ServiceError): ServiceError {
		return withMore(rateLimitError, this.details.description);
	}
}

/** Whether the rate limiter lets it through again. */
export const isForLimiter = (error: ServiceError): boolean =>
	error instanceof CooldownError || isRateLimited(error);

const adviceOn = (cooldownMs: number): string =>
	`Retry in ${spanOf(cooldownMs)}: the service asked for a pause longer than this node can wait.`;

/** In whole minutes or seconds, at least one. */
export function spanOf(ms: number): string {
	const minutes = Math.ceil(ms / 60_000);
	return minutes > 1 ? `${minutes} minutes` : counted(Math.max(1, Math.ceil(ms / 1000)), 'second');
}
