import type { Cancellation } from '../service/cancellation';
import { now } from '../service/clock';
import type { Permit, Permits } from '../service/transport';
import { LONGEST_COOLDOWN_MS } from '../service/retries';
import { Timer } from '../service/timer';

export interface RateLimitClientOptions {
	cancellation: Cancellation;
	/** The most requests in flight at once. */
	limit: number;
	/** Whether other clients' requests go first. */
	isLowPriority?: boolean;
	/** Receives debug messages about waiting. */
	log?: (message: string) => void;
}

/** The limiter that all clients share (rateLimiter.ts). */
interface Limiter {
	acquire(client: RateLimitClient, isRetry: boolean): Promise<Permit>;
	reject(errorOf: (client: RateLimitClient) => Error | null): void;
	throttledMsSince(since: number): number;
	readonly rate: { readonly perSecond: number };
}

/** One execution or poll that shares an account with others. */
export class RateLimitClient implements Permits {
	readonly cancellation: Cancellation;

	readonly isLowPriority: boolean;

	readonly log: (message: string) => void;

	rateLimitedCount = 0;

	/** How many of its requests have been sent and have no response yet. */
	unanswered = 0;

	/** How long, in ms, its requests waited because of a 429. */
	throttledMs = 0;

	/** The rate that slowed it down, in requests a second; infinite if none did. */
	throttledTo = Number.POSITIVE_INFINITY;

	private readonly since = now();

	private waiting = 0;

	private waitingSince = 0;

	constructor(
		private readonly limiter: Limiter,
		{ cancellation, isLowPriority = false, log = () => {} }: RateLimitClientOptions,
	) {
		this.cancellation = cancellation;
		this.isLowPriority = isLowPriority;
		this.log = log;
		void cancellation.ended.then(() => this.rejectIfOver());
	}

	/**
	 * How much longer, in ms, it waits if the service has rate limited every request since then (ms
	 * of `now`).
	 */
	mayWaitMs(rateLimitedSince: number): number {
		const until = Math.max(this.since, rateLimitedSince) + LONGEST_COOLDOWN_MS;
		return Math.min(until - now(), this.cancellation.leftMs);
	}

	async acquire(isRetry: boolean): Promise<Permit> {
		this.cancellation.check();
		if (this.waiting++ === 0) this.waitingSince = now();
		const deadline = new Timer();
		void deadline.until(now() + this.cancellation.leftMs).then(() => this.rejectIfOver());
		try {
			const permit = await this.limiter.acquire(this, isRetry);
			const { error } = this.cancellation;
			if (error === null) return permit;
			permit.release(error);
			throw error;
		} finally {
			deadline.wakeNow();
			if (--this.waiting === 0) this.noteThrottled();
		}
	}

	private rejectIfOver(): void {
		const { error } = this.cancellation;
		// Stryker disable next-line ConditionalExpression: without an error, all requests go on waiting
		if (error) this.limiter.reject((client) => (client === this ? error : null));
	}

	private noteThrottled(): void {
		const ms = this.limiter.throttledMsSince(this.waitingSince);
		if (ms === 0) return;
		this.throttledMs += ms;
		this.throttledTo = this.limiter.rate.perSecond;
	}
}
