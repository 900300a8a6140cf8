import { now } from '../service/clock';
import { isRateLimited, isTooMany, retryAfterOf, ServiceError } from '../service/errors';
import type { Permit } from '../service/permit';
import { backoffMs, CooldownError } from '../service/retries';
import { Timer } from '../service/timer';
import { AdaptiveRate } from './adaptiveRate';
import { RateLimitClient, type RateLimitClientOptions } from './rateLimitClient';
import { WaitQueue } from './waitQueue';

/**
 * The most requests of several clients in flight at first, and how much each accepted request adds.
 */
const FIRST_WINDOW = 6;
const WINDOW_GROWTH = 0.4;

/** After this time in ms a request no longer counts as in flight: it may be an upload, or hang. */
const MAX_BLOCKING_MS = 1_000;

/** How late, in ms, a permit may be without delaying the following ones. */
const CATCH_UP_MS = 100;

/** The share of the rate for polls of waiting runs. */
const POLL_SHARE = 0.5;

/**
 * Decides when the requests of an account are sent. Before the first 429 they go at once, limited
 * only by a window that grows. After a rate limited request all wait as long as the service asks;
 * then one goes first as a probe, and the others follow at the rate that the service accepts.
 */
export class RateLimiter {
	readonly rate = new AdaptiveRate();

	private readonly queue = new WaitQueue();

	private readonly timer = new Timer();

	private isServing = false;

	/** Start times of the requests in flight, oldest first; ms of `now`. */
	private readonly inFlight = new Map<Permit, number>();

	private clients = 0;

	/** The most requests in flight before the first 429. */
	private window = FIRST_WINDOW;

	private cooldownUntil = Number.NEGATIVE_INFINITY;

	/** The earliest time of the next permit at the current rate; ms of `now`. */
	private nextAt = Number.NEGATIVE_INFINITY;

	/**
	 * Rate limited requests since the last accepted one, and when the first and the last of them
	 * came.
	 */
	private rateLimitedInARow = 0;

	private rateLimitedSince = 0;

	private rateLimitedAt = Number.NEGATIVE_INFINITY;

	/**
	 * Since when the rate delays requests: not before the first 429, nor during an outage; ms of
	 * `now`.
	 */
	private throttledSince = Number.POSITIVE_INFINITY;

	/** The requests a second that polls of waiting runs may use. */
	get pollsPerSecond(): number {
		return this.rate.perSecond * POLL_SHARE;
	}

	/** Whether it can be discarded: it has no clients and no cooldown. */
	get isSpent(): boolean {
		return this.clients === 0 && this.cooldownUntil <= now();
	}

	/** How long since then, in ms, the rate has delayed requests. */
	throttledMsSince(since: number): number {
		return Math.max(0, now() - Math.max(since, this.throttledSince));
	}

	join(options: RateLimitClientOptions): RateLimitClient {
		this.clients++;
		return new RateLimitClient(this, options);
	}

	leave(): void {
		this.clients--;
	}

	/** @throws CancelledError, CooldownError */
	async acquire(client: RateLimitClient, isRetry: boolean): Promise<Permit> {
		const since = now();
		const error = this.cooldownErrorFor(client);
		if (error) throw error;
		if (this.queue.length === 0 && this.nextPermitAt(since) <= since)
			return this.grantPermit(client, false);
		return await new Promise((grant, reject) => {
			this.queue.enqueue({ client, grant, reject }, isRetry);
			client.log(`A request waits for its turn, as one of ${this.queue.length}`);
			if (this.isServing) this.timer.noLaterThan(since);
			else void this.serveQueue();
		});
	}

	reject(client: RateLimitClient, error: Error): void {
		this.queue.reject((waiting) => (waiting === client ? error : null));
	}

	private async serveQueue(): Promise<void> {
		this.isServing = true;
		while (this.queue.length > 0) {
			const time = now();
			const permitAt = this.nextPermitAt(time);
			if (permitAt > time) await this.timer.until(permitAt);
			else this.serveNext();
		}
		this.isServing = false;
	}

	private serveNext(): void {
		const next = this.queue.dequeue();
		next?.grant(this.grantPermit(next.client, true));
	}

	/** The earliest time of the next permit, ms of `now`; infinite if it depends on a response. */
	private nextPermitAt(time: number): number {
		const permitAt = Math.max(this.cooldownUntil, this.nextAt);
		for (const [permit, at] of this.inFlight) {
			if (time - at < MAX_BLOCKING_MS) break;
			this.inFlight.delete(permit);
		}
		if (this.inFlight.size < this.maxInFlight) return permitAt;
		const [oldest = time] = this.inFlight.values();
		return Math.max(permitAt, oldest + MAX_BLOCKING_MS);
	}

	/** After a rate limited request, one goes first as a probe. Then only the rate limits. */
	private get maxInFlight(): number {
		if (this.rateLimitedInARow > 0) return 1;
		const hasOwnLimit = this.rate.isLimited || this.clients === 1;
		return hasOwnLimit ? Number.POSITIVE_INFINITY : this.window;
	}

	/**
	 * @param hasWaited whether the request waited for the rate, so that its response says whether the
	 * rate is too high
	 */
	private grantPermit(client: RateLimitClient, hasWaited: boolean): Permit {
		const grantedAt = now();
		this.nextAt = Math.max(this.nextAt, grantedAt - CATCH_UP_MS) + 1_000 / this.rate.perSecond;
		const permit: Permit = {
			release: (error) => {
				this.inFlight.delete(permit);
				client.unanswered--;
				if (isTooMany(error)) client.rateLimitedCount++;
				// A request that was sent before the last rate limited one says nothing about the time after
				// it.
				this.recordResult(error, { isNews: grantedAt > this.rateLimitedAt, hasWaited });
				this.timer.noLaterThan(now());
			},
		};
		this.inFlight.set(permit, grantedAt);
		client.unanswered++;
		return permit;
	}

	private recordResult(
		error: unknown,
		{ isNews, hasWaited }: Record<'isNews' | 'hasWaited', boolean>,
	): void {
		if (isAccepted(error)) {
			this.rate.recordAccepted(now(), hasWaited);
			this.window += WINDOW_GROWTH;
			if (isNews) this.rateLimitedInARow = 0;
			return;
		}
		const retryAfterMs = retryAfterOf(error) ?? 0;
		if (isRateLimited(error)) {
			if (isNews) this.recordRateLimited();
			if (isNews && isTooMany(error)) this.rate.recordRateLimited(this.rateLimitedAt);
			this.coolDown(Math.max(retryAfterMs, backoffMs(this.rateLimitedInARow)));
		} else if (retryAfterMs > 0) this.coolDown(retryAfterMs);
		else return;
		if (isTooMany(error)) this.throttledSince = Math.min(this.throttledSince, now());
		else if (this.rate.isLimited) this.throttledSince = this.cooldownUntil;
	}

	private recordRateLimited(): void {
		this.rateLimitedAt = now();
		if (this.rateLimitedInARow++ === 0) this.rateLimitedSince = this.rateLimitedAt;
		this.nextAt = this.rateLimitedAt;
	}

	private coolDown(forMs: number): void {
		this.cooldownUntil = Math.max(this.cooldownUntil, now() + forMs);
		this.queue.reject((client) => this.cooldownErrorFor(client));
	}

	/** The error if the cooldown is longer than the client waits, else null. */
	private cooldownErrorFor(client: RateLimitClient): Error | null {
		const time = now();
		const cooldownMs = this.cooldownUntil - time;
		const since = this.rateLimitedInARow > 0 ? this.rateLimitedSince : time;
		if (cooldownMs <= 0 || cooldownMs <= client.mayWaitMs(since)) return null;
		return new CooldownError(cooldownMs, { times: this.rateLimitedInARow, forMs: time - since });
	}
}

/** Also if the service rejected the request for another reason than its rate. */
const isAccepted = (error: unknown): boolean =>
	error === null || (error instanceof ServiceError && !error.details.transient);
