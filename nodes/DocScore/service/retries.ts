import type { Cancellation } from './cancellation';
import { now } from './clock';
import { isRateLimited, ServiceError } from './errors';
import { counted } from './words';

const TRIES = 5;
const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 60_000;

/** Longest time in ms that the service is left alone because it asks for that. */
export const LONGEST_COOLDOWN_MS = 15 * 60_000;

/** The pause in ms after so many failures in a row; half of it by chance, so that not all come back at once. */
export const backoffMs = (failures: number): number =>
	Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);

/** Decides on the failures of one request that may be repeated. */
export class Retries {
	private failed = 0;

	private refused: { last: ServiceError; times: number; since: number } | null = null;

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
	 * Of a refusal since there were too many requests: the rate limiter lets it through again, so not
	 * how often it was refused counts, but for how long.
	 * @throws ServiceError where it is given up
	 */
	afterRateLimit(error: ServiceError): void {
		if (error instanceof CooldownError) throw this.refused ? error.asOf(this.refused.last) : error;
		const { times, since } = this.refused ?? { times: 0, since: now() };
		this.refused = { last: error, times: times + 1, since };
		const { retryAfterMs = 0 } = error.details;
		const forMs = now() - since;
		const patienceMs = Math.min(LONGEST_COOLDOWN_MS - forMs, this.cancellation.leftMs);
		if (patienceMs > 0 && retryAfterMs <= patienceMs) return;
		if (times === 0) throw withMore(error, adviceOn(retryAfterMs));
		throw withMore(error, `The service refused this ${triedFor(times + 1, forMs)}`);
	}

	get wasRateLimited(): boolean {
		return this.refused !== null;
	}
}

const triedFor = (times: number, forMs: number): string =>
	`${times} times within ${spanOf(forMs)}. Try again later.`;

function withMore({ message, details }: ServiceError, more: string | undefined): ServiceError {
	return new ServiceError(message, { ...details, description: more ?? details.description });
}

/** A request was not sent, as the service would be left alone for longer than is waited for. */
export class CooldownError extends ServiceError {
	/** @param refused how often the service has refused whatever it was asked, and for how long */
	constructor(cooldownMs: number, refused: { times: number; forMs: number }) {
		const { times, forMs } = refused;
		super(`The service wants to be left alone for ${spanOf(cooldownMs)}`, {
			description:
				times > 1
					? `The service refused everything ${triedFor(times, forMs)}`
					: adviceOn(cooldownMs),
			outcome: 'rejected',
			transient: true,
			retryAfterMs: cooldownMs,
		});
	}

	/** As the error of a request that the service itself has refused before. */
	asOf(refusal: ServiceError): ServiceError {
		return withMore(refusal, this.details.description);
	}
}

/** Whether the rate limiter lets it through again. */
export const isForLimiter = (error: ServiceError): boolean =>
	error instanceof CooldownError || isRateLimited(error);

const adviceOn = (cooldownMs: number): string =>
	`The service asks not to be called for ${spanOf(cooldownMs)}, longer than this node can wait. Try again then.`;

/** In whole minutes or seconds, at least one. */
export function spanOf(ms: number): string {
	const minutes = Math.ceil(ms / 60_000);
	return minutes > 1 ? `${minutes} minutes` : counted(Math.max(1, Math.ceil(ms / 1000)), 'second');
}
