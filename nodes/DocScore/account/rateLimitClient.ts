import type { Cancellation } from '../service/cancellation';
import { now } from '../service/clock';
import type { Permit, Permits } from '../service/permit';
import { LONGEST_COOLDOWN_MS } from '../service/retries';
import { Timer } from '../service/timer';

export interface RateLimitClientOptions {
	cancellation: Cancellation;
	/** How many of its requests may be under way at once. */
	limit: number;
	/** Whether others go first. */
	isLowPriority?: boolean;
	/** Is told what is waited for. */
	log?: (message: string) => void;
}

/** What its requests share with those of all others (rateLimiter.ts). */
interface Limiter {
	acquire(client: RateLimitClient, isRetry: boolean): Promise<Permit>;
	/** Rejects its requests that wait. */
	reject(client: RateLimitClient, error: Error): void;
	throttledMsSince(since: number): number;
	readonly rate: { readonly perSecond: number };
}

/** One execution or poll among those that share an account. */
export class RateLimitClient implements Permits {
	readonly cancellation: Cancellation;

	readonly isLowPriority: boolean;

	readonly log: (message: string) => void;

	/** How many of its requests were rate limited. */
	rateLimitedCount = 0;

	/** For how long, in ms, any of its requests was kept back since there were too many. */
	throttledMs = 0;

	/** Requests a second that it was kept back to; infinite where it was not. */
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

	/** How long, in ms, it waits on for a service that has rate limited everything since then. */
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
		if (error) this.limiter.reject(this, error);
	}

	private noteThrottled(): void {
		const ms = this.limiter.throttledMsSince(this.waitingSince);
		if (ms === 0) return;
		this.throttledMs += ms;
		this.throttledTo = this.limiter.rate.perSecond;
	}
}
