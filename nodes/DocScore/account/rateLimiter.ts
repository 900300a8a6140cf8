import { now } from '../service/clock';
import { isRateLimited, isTooMany, retryAfterOf, ServiceError } from '../service/errors';
import type { Permit } from '../service/transport';
import { backoffMs, CooldownError } from '../service/retries';
import { Timer } from '../service/timer';
import { AdaptiveRate } from './adaptiveRate';
import { POLICY } from './policy';
import { RateLimitClient, type RateLimitClientOptions } from './rateLimitClient';

interface WaitingRequest {
	client: RateLimitClient;
	grant(permit: Permit): void;
	reject(error: Error): void;
}

/** What the last rejections say, until a request is accepted; times in ms of `now`. */
interface Rejections {
	inARow: number;
	since: number;
	lastAt: number;
}

const NONE: Rejections = { inARow: 0, since: 0, lastAt: Number.NEGATIVE_INFINITY };

/**
 * Decides when the requests of an account are sent. Before the first 429 they go at once, limited
 * only by a window that grows. After a rate limited request all wait as long as the service asks,
 * and then follow at the rate that the service accepts.
 */
export class RateLimiter {
	readonly rate = new AdaptiveRate();

	/** Waiting requests, in their order. */
	private readonly high: WaitingRequest[] = [];

	private readonly low: WaitingRequest[] = [];

	private served = 0;

	private isServing = false;

	private readonly timer = new Timer();

	private clients = 0;

	/** Start times of the requests in flight, oldest first; ms of `now`. */
	private readonly inFlight = new Map<Permit, number>();

	/** The most requests of several clients in flight before the first 429. */
	private window: number = POLICY.firstWindow;

	private cooldownUntil = Number.NEGATIVE_INFINITY;

	/** The earliest time of the next permit at the current rate; ms of `now`. */
	private nextAt = Number.NEGATIVE_INFINITY;

	private rejections = NONE;

	/** When the first 429 came: since then the rate delays requests; ms of `now`. */
	private throttledSince = Number.POSITIVE_INFINITY;

	/** The requests a second that polls of waiting runs may use. */
	get pollsPerSecond(): number {
		return this.rate.perSecond * POLICY.pollShare;
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

	/**
	 * @param isRetry whether the request was rate limited before, so that it goes first
	 * @throws CancelledError, CooldownError
	 */
	async acquire(client: RateLimitClient, isRetry: boolean): Promise<Permit> {
		const error = this.cooldownErrorFor(client);
		if (error) throw error;
		const time = now();
		// Stryker disable next-line ConditionalExpression,EqualityOperator: the order within one ms
		if (this.waiting === 0 && this.nextPermitAt(time) <= time) return this.grant(client, false);
		return await new Promise((grant, reject) => {
			const queue = client.isLowPriority ? this.low : this.high;
			const request = { client, grant, reject };
			if (isRetry) queue.unshift(request);
			else queue.push(request);
			client.log(`A request waits for its turn, as one of ${this.waiting}`);
			// Stryker disable next-line ConditionalExpression: a second loop grants the same permits
			if (this.isServing) this.timer.noLaterThan(time);
			else void this.serve();
		});
	}

	/** Rejects the waiting requests of the clients for which `errorOf` returns an error. */
	reject(errorOf: (client: RateLimitClient) => Error | null): void {
		for (const queue of [this.high, this.low]) {
			for (const waiting of queue.splice(0)) {
				const error = errorOf(waiting.client);
				if (error === null) queue.push(waiting);
				else waiting.reject(error);
			}
		}
	}

	private get waiting(): number {
		return this.high.length + this.low.length;
	}

	private async serve(): Promise<void> {
		// Stryker disable next-line BooleanLiteral: a second loop grants the same permits
		this.isServing = true;
		while (this.waiting > 0) {
			const time = now();
			const permitAt = this.nextPermitAt(time);
			if (permitAt > time) {
				await this.timer.until(permitAt);
				continue;
			}
			// Stryker disable next-line UpdateOperator: counting down, each tenth is for a poll as well
			const isForLow = ++this.served % POLICY.lowPriorityEvery === 0;
			const [first, second] = isForLow ? [this.low, this.high] : [this.high, this.low];
			const next = takeNext(first) ?? takeNext(second);
			// Stryker disable next-line OptionalChaining: one of the queues has a request
			next?.grant(this.grant(next.client, true));
		}
		this.isServing = false;
	}

	/** The earliest time of the next permit, ms of `now`. */
	private nextPermitAt(time: number): number {
		const permitAt = Math.max(this.cooldownUntil, this.nextAt);
		if (this.rate.isLimited || this.clients === 1) return permitAt;
		for (const [permit, at] of this.inFlight) {
			if (time - at < POLICY.blockingMs) break;
			this.inFlight.delete(permit);
		}
		if (this.inFlight.size < this.window) return permitAt;
		const [oldest = time] = this.inFlight.values();
		return Math.max(permitAt, oldest + POLICY.blockingMs);
	}

	/** @param hasWaited whether the request waited for the rate, so that it tells if it is too high */
	private grant(client: RateLimitClient, hasWaited: boolean): Permit {
		const grantedAt = now();
		this.nextAt = Math.max(this.nextAt, grantedAt - POLICY.catchUpMs) + 1_000 / this.rate.perSecond;
		const permit: Permit = {
			release: (error) => {
				this.inFlight.delete(permit);
				client.unanswered--;
				if (isTooMany(error)) client.rateLimitedCount++;
				if (isAccepted(error)) this.noteAccepted(grantedAt, hasWaited);
				else this.noteFailed(error, grantedAt);
				this.timer.noLaterThan(now());
			},
		};
		this.inFlight.set(permit, grantedAt);
		client.unanswered++;
		return permit;
	}

	/** A request that was sent before the last rejection says nothing about the time after it. */
	private noteAccepted(grantedAt: number, hasWaited: boolean): void {
		this.rate.recordAccepted(now(), hasWaited);
		this.window += POLICY.windowGrowth;
		const { lastAt } = this.rejections;
		if (grantedAt > lastAt) this.rejections = { ...NONE, lastAt };
	}

	private noteFailed(error: unknown, grantedAt: number): void {
		const time = now();
		const retryAfterMs = retryAfterOf(error) ?? 0;
		if (isTooMany(error)) this.throttledSince = Math.min(this.throttledSince, time);
		if (isRateLimited(error)) {
			const { inARow, since, lastAt } = this.rejections;
			if (grantedAt > lastAt) {
				this.rejections = { inARow: inARow + 1, since: inARow > 0 ? since : time, lastAt: time };
				this.nextAt = time;
				if (isTooMany(error)) this.rate.recordRateLimited(time);
			}
			this.coolDown(Math.max(retryAfterMs, backoffMs(this.rejections.inARow)));
		} else this.coolDown(retryAfterMs);
	}

	private coolDown(forMs: number): void {
		this.cooldownUntil = Math.max(this.cooldownUntil, now() + forMs);
		this.reject((client) => this.cooldownErrorFor(client));
	}

	/** The error if the cooldown is longer than the client waits, else null. */
	private cooldownErrorFor(client: RateLimitClient): Error | null {
		const time = now();
		const cooldownMs = this.cooldownUntil - time;
		const { inARow: times, since } = this.rejections;
		const rejectedSince = times > 0 ? since : time;
		if (cooldownMs <= 0 || cooldownMs <= client.mayWaitMs(rejectedSince)) return null;
		return new CooldownError(cooldownMs, { times, forMs: time - rejectedSince });
	}
}

/** Also if the service rejected the request for another reason than its rate. */
const isAccepted = (error: unknown): boolean =>
	error === null || (error instanceof ServiceError && !error.details.transient);

/**
 * Removes the oldest request of the client with the fewest unanswered requests, so that requests
 * that hang delay only their own client.
 */
function takeNext(queue: WaitingRequest[]): WaitingRequest | undefined {
	let [next, fewest] = [0, Number.POSITIVE_INFINITY];
	for (const [index, { client }] of queue.entries())
		if (client.unanswered < fewest) [next, fewest] = [index, client.unanswered];
	return queue.splice(next, 1)[0];
}
