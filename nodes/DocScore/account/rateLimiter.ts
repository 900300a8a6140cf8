import { now } from '../service/clock';
import { isRateLimited, isTooMany, retryAfterOf, ServiceError } from '../service/errors';
import type { Permit } from '../service/permit';
import { backoffMs, CooldownError } from '../service/retries';
import { Timer } from '../service/timer';
import { AdaptiveRate } from './adaptiveRate';
import { RateLimitClient, type RateLimitClientOptions } from './rateLimitClient';
import { WaitQueue } from './waitQueue';

/** So many requests of several clients may be under way at first, and so many more after each that was accepted. */
const FIRST_WINDOW = 6;
const WINDOW_GROWTH = 0.4;

/** A request that is under way for so long in ms keeps none back any more: it may be an upload, or hang. */
const MAX_BLOCKING_MS = 1_000;

/** A permit that comes late makes the next ones late as well, but for so many ms. */
const CATCH_UP_MS = 100;

/** The part of what the service takes that may go to requests which can wait. */
const IDLE_SHARE = 0.5;
const BUSY_SHARE = 0.1;

/**
 * When the requests of an account may be sent, whichever execution they are of. As long as the service
 * has rate limited none they go at once, though not all before the first ones are answered. Where it rate
 * limits one, all wait for as long as it asks; then one goes to see whether it will do, and the others follow
 * at the rate that the service takes.
 */
export class RateLimiter {
	readonly rate = new AdaptiveRate();

	private readonly queue = new WaitQueue();

	private readonly timer = new Timer();

	private isServing = false;

	/** When the requests began that are under way and keep others back, the oldest first. */
	private readonly inFlight = new Map<Permit, number>();

	private clients = 0;

	/** How many may be in flight at once while none was rate limited. */
	private window = FIRST_WINDOW;

	private cooldownUntil = Number.NEGATIVE_INFINITY;

	/** When the next one may go at the rate that was found. */
	private nextAt = Number.NEGATIVE_INFINITY;

	/** How many were rate limited since anything was accepted, when the first and the last of them came. */
	private rateLimitedInARow = 0;

	private rateLimitedSince = 0;

	private rateLimitedAt = Number.NEGATIVE_INFINITY;

	/** Since when the rate is what keeps requests back: not before the first 429, nor in an outage. */
	private throttledSince = Number.POSITIVE_INFINITY;

	/**
	 * Requests a second that are no burden: half of what the service takes, unless others wait.
	 * @param own how many of those that wait may be the asker's
	 */
	sparePerSecond(own: number): number {
		return this.rate.perSecond * (this.queue.length > own ? BUSY_SHARE : IDLE_SHARE);
	}

	/** Whether nothing is lost with it: nobody uses it, nor does the service want to be left alone. */
	get isSpent(): boolean {
		return this.clients === 0 && this.cooldownUntil <= now();
	}

	/** For how long since then, in ms, requests were kept back because there were too many. */
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

	/** @throws StoppedError, CooldownError */
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

	/** Goes on for as long as anybody waits. */
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

	/** Infinite where it depends on an answer. */
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

	/** After a rate limited request one goes first; the rate alone keeps those back that follow. */
	private get maxInFlight(): number {
		if (this.rateLimitedInARow > 0) return 1;
		const hasOwnLimit = this.rate.isLimited || this.clients === 1;
		return hasOwnLimit ? Number.POSITIVE_INFINITY : this.window;
	}

	/** @param hasWaited so that the answer tells whether the rate is too high */
	private grantPermit(client: RateLimitClient, hasWaited: boolean): Permit {
		const grantedAt = now();
		this.nextAt = Math.max(this.nextAt, grantedAt - CATCH_UP_MS) + 1_000 / this.rate.perSecond;
		const permit: Permit = {
			release: (error) => {
				this.inFlight.delete(permit);
				if (isTooMany(error)) client.rateLimitedCount++;
				// What was sent before the last rate limited one tells nothing about the time after it.
				this.recordResult(error, { isNews: grantedAt > this.rateLimitedAt, hasWaited });
				this.timer.noLaterThan(now());
			},
		};
		this.inFlight.set(permit, grantedAt);
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
		if (!isRateLimited(error)) return this.coolDown(retryAfterMs);
		if (isNews) this.recordRateLimited();
		if (isNews && isTooMany(error)) this.rate.recordRateLimited(this.rateLimitedAt);
		this.coolDown(Math.max(retryAfterMs, backoffMs(this.rateLimitedInARow)));
		if (isTooMany(error)) this.throttledSince = Math.min(this.throttledSince, now());
		else if (this.rate.isLimited) this.throttledSince = this.cooldownUntil;
	}

	private recordRateLimited(): void {
		this.rateLimitedAt = now();
		if (this.rateLimitedInARow++ === 0) this.rateLimitedSince = this.rateLimitedAt;
		this.nextAt = this.rateLimitedAt;
	}

	/** Leaves the service alone for so many ms. */
	private coolDown(forMs: number): void {
		this.cooldownUntil = Math.max(this.cooldownUntil, now() + forMs);
		this.queue.reject((client) => this.cooldownErrorFor(client));
	}

	/** Where the cooldown is longer than the client waits. */
	private cooldownErrorFor(client: RateLimitClient): Error | null {
		const time = now();
		const cooldownMs = this.cooldownUntil - time;
		const since = this.rateLimitedInARow > 0 ? this.rateLimitedSince : time;
		if (cooldownMs <= 0 || cooldownMs <= client.mayWaitMs(since)) return null;
		return new CooldownError(cooldownMs, { times: this.rateLimitedInARow, forMs: time - since });
	}
}

/** Also where the service refused what it was asked, as that is not for being too much. */
const isAccepted = (error: unknown): boolean =>
	error === null || (error instanceof ServiceError && !error.details.transient);
