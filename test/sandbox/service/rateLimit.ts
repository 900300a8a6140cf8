import type { FastifyReply } from 'fastify';
import type { Dialect } from '../dialect';

/** A token bucket with one token for each request. Holds the tokens of at most one second. */
export class TokenBucket {
	private tokens = Infinity;

	private filledAt = 0;

	/** Takes a token and returns 0, or the time in ms until there is one. */
	take(perSecond: number, now: number): number {
		const filled = this.tokens + ((now - this.filledAt) / 1_000) * perSecond;
		this.tokens = Math.min(Math.max(1, perSecond), filled);
		this.filledAt = now;
		if (this.tokens < 1) return ((1 - this.tokens) / perSecond) * 1_000;
		this.tokens -= 1;
		return 0;
	}
}

/** Sets Retry-After in the form of the dialect. `now` is the service's clock. */
export function setRetryAfter(
	reply: FastifyReply,
	waitMs: number,
	{ form, now }: { form: Dialect['retryAfter']; now: number },
): void {
	const seconds = Math.ceil(waitMs / 1_000);
	const header = {
		seconds: String(seconds),
		date: new Date(now + seconds * 1_000).toUTCString(),
		zero: '0',
		past: new Date(now - 60_000).toUTCString(),
		absent: null,
	}[form];
	if (header !== null) reply.header('retry-after', header);
}
