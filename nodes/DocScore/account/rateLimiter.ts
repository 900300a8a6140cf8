import { now } from '../service/clock';
import {
	isRateLimited,
	isTooMany,
	retryAfterOf,
	ServiceError,
	StoppedError,
} from '../service/errors';
import type { Permit } from '../service/permit';
import { backoffMs, CooldownError } from '../service/retries';
import { Timer } from '../service/timer';
import { AdaptiveRate } from './adaptiveRate';
import { RateLimitClient, type RateLimitClientOptions } from './rateLimitClient';
import { type Waiting, WaitQueue } from './waitQueue';

/** By how many more requests may be under way at once after each that was accepted. */
const WINDOW_GROWTH = 0.2;

/** A request that is under way for so long in ms keeps none back any more: it may be an upload, or hang. */
const KEEPS_BACK_MS = 1_000;

/** A permit that comes late makes the next ones late as well, but for so many ms. */
const CATCH_UP_MS = 100;

/** Those that give way do so for so long in ms; then they end. */
const GIVES_WAY_MS = 10_000;

/** The part of what the service takes that may go to requests which can wait. */
const IDLE_PART = 0.5;
const CROWDED_PART = 0.1;

/**
 * When the requests of an account may be sent, whichever execution they are of. As long as the service
 * has refused none they go at once, though not all before the first ones are answered. Where it refuses
 * one, all wait for as long as it asks; then one goes to see whether it will do, and the others follow
 * at the rate that the service takes.
 */
export class RateLimiter {
	readonly rate = new AdaptiveRate();

	private readonly queue = new WaitQueue();

	private readonly timer = new Timer();

	private isServing = false;

	/** When the requests began that are under way and keep others back, the oldest first. */
	private readonly underWay = new Map<Permit, number>();

	/** How many may be under way at once while none was refused. */
	private window = 0;

	private cooldownUntil = Number.NEGATIVE_INFINITY;

	/** When the next one may go at the rate that was found. */
	private nextAt = Number.NEGATIVE_INFINITY;

	/** Refusals since anything was accepted, when the first and the last of them came. */
	private refusals = 0;

	private refusingSince = 0;

	private refusedAt = Number.NEGATIVE_INFINITY;

	/** Since when the rate is what keeps requests back: not before a refusal, nor in an outage. */
	private limitedSince = Number.POSITIVE_INFINITY;

	/** Requests a second that are no burden: half of what the service takes, unless others wait. */
	get sparePerSecond(): number {
		return this.rate.perSecond * (this.queue.length > 0 ? CROWDED_PART : IDLE_PART);
	}

	/** Whether the service wants to be left alone. */
	get isCoolingDown(): boolean {
		return this.cooldownUntil > now();
	}

	/** For how long since then, in ms, requests were kept back because there were too many. */
	limitedMsSince(since: number): number {
		return Math.max(0, now() - Math.max(since, this.limitedSince));
	}

	join(options: RateLimitClientOptions): RateLimitClient {
		this.window = Math.max(this.window, options.limit);
		return new RateLimitClient(this, options);
	}

	/** @throws StoppedError, CooldownError */
	async acquire(client: RateLimitClient, isRetry: boolean): Promise<Permit> {
		const since = now();
		const error = this.cooldownErrorFor(client);
		if (error) throw error;
		if (this.queue.length === 0 && this.opensAt(since) <= since) return this.begin(client, false);
		return await new Promise((grant, reject) => {
			this.queue.add({ client, since, grant, reject }, isRetry);
			client.log(`A request waits for its turn, as one of ${this.queue.length}`);
			if (this.isServing) this.timer.noLaterThan(since);
			else void this.serve();
		});
	}

	leave(client: RateLimitClient, error: Error): void {
		this.queue.reject((waiting) => (waiting.client === client ? error : null));
	}

	/** Goes on for as long as anybody waits. */
	private async serve(): Promise<void> {
		this.isServing = true;
		while (this.queue.length > 0) {
			const time = now();
			const late = this.queue.givingWaySince + GIVES_WAY_MS;
			if (late <= time) this.queue.reject((waiting) => lateError(waiting, time));
			const opensAt = this.opensAt(time);
			if (opensAt > time) await this.timer.until(Math.min(opensAt, late));
			else this.serveNext();
		}
		this.isServing = false;
	}

	private serveNext(): void {
		const next = this.queue.take();
		next?.grant(this.begin(next.client, true));
	}

	/** Infinite where it depends on an answer. */
	private opensAt(time: number): number {
		const opensAt = Math.max(this.cooldownUntil, this.nextAt);
		for (const [permit, at] of this.underWay) {
			if (time - at < KEEPS_BACK_MS) break;
			this.underWay.delete(permit);
		}
		if (this.underWay.size < this.mostUnderWay) return opensAt;
		const [oldest = time] = this.underWay.values();
		return Math.max(opensAt, oldest + KEEPS_BACK_MS);
	}

	/** After a refusal one goes first; the rate alone keeps those back that follow. */
	private get mostUnderWay(): number {
		if (this.refusals > 0) return 1;
		return this.rate.isLimited ? Number.POSITIVE_INFINITY : this.window;
	}

	/** @param hasWaited so that the answer tells whether the rate is too high */
	private begin(client: RateLimitClient, hasWaited: boolean): Permit {
		const begunAt = now();
		this.nextAt = Math.max(this.nextAt, begunAt - CATCH_UP_MS) + 1_000 / this.rate.perSecond;
		const permit: Permit = {
			release: (error) => {
				this.underWay.delete(permit);
				if (isTooMany(error)) client.refused++;
				// What was sent before the last refusal tells nothing about the time after it.
				this.learn(error, { isNews: begunAt > this.refusedAt, hasWaited });
				this.timer.noLaterThan(now());
			},
		};
		this.underWay.set(permit, begunAt);
		return permit;
	}

	private learn(
		error: unknown,
		{ isNews, hasWaited }: Record<'isNews' | 'hasWaited', boolean>,
	): void {
		if (isAccepted(error)) {
			this.rate.accept(now(), hasWaited);
			this.window += WINDOW_GROWTH;
			if (isNews) this.refusals = 0;
			return;
		}
		const retryAfterMs = retryAfterOf(error) ?? 0;
		if (!isRateLimited(error)) return this.coolDown(retryAfterMs);
		if (isNews) this.noteRefusal();
		if (isNews && isTooMany(error)) this.rate.refuse(this.refusedAt);
		this.coolDown(Math.max(retryAfterMs, backoffMs(this.refusals)));
		if (isTooMany(error)) this.limitedSince = Math.min(this.limitedSince, now());
		else if (this.rate.isLimited) this.limitedSince = this.cooldownUntil;
	}

	private noteRefusal(): void {
		this.refusedAt = now();
		if (this.refusals++ === 0) this.refusingSince = this.refusedAt;
		this.nextAt = this.refusedAt;
	}

	/** Leaves the service alone for so many ms. */
	private coolDown(forMs: number): void {
		this.cooldownUntil = Math.max(this.cooldownUntil, now() + forMs);
		this.queue.reject(({ client }) => this.cooldownErrorFor(client));
	}

	/** Where the cooldown is longer than the client waits. */
	private cooldownErrorFor(client: RateLimitClient): Error | null {
		const time = now();
		const cooldownMs = this.cooldownUntil - time;
		const since = this.refusals > 0 ? this.refusingSince : time;
		if (cooldownMs <= 0 || cooldownMs <= client.patienceMs(since)) return null;
		return new CooldownError(cooldownMs, { times: this.refusals, forMs: time - since });
	}
}

/** Also where the service refused what it was asked, as that is not for being too much. */
const isAccepted = (error: unknown): boolean =>
	error === null || (error instanceof ServiceError && !error.details.transient);

/** Of a request that has given way for long enough. */
function lateError({ client, since }: Waiting, time: number): StoppedError | null {
	if (!client.givesWay || time < since + GIVES_WAY_MS) return null;
	return new StoppedError('Executions that use the same account go first');
}
