import type { RateLimitClientOptions } from '../../../nodes/DocScore/account/rateLimitClient';
import type { RateLimiter } from '../../../nodes/DocScore/account/rateLimiter';
import { Cancellation } from '../../../nodes/DocScore/service/cancellation';
import { ServiceError } from '../../../nodes/DocScore/service/errors';

/** Shared by tests of the rate limiter. */

export const join = (limiter: RateLimiter, more: Partial<RateLimitClientOptions> = {}) =>
	limiter.join({ cancellation: new Cancellation(), limit: 20, ...more });

const answer = (status: number, retryAfterMs?: number) =>
	new ServiceError('Answer', {
		status,
		outcome: 'rejected',
		transient: true,
		...(retryAfterMs !== undefined && { retryAfterMs }),
	});

export const refused = () =>
	new ServiceError('Answer', { status: 400, outcome: 'rejected', transient: false });
export const tooMany = (retryAfterMs = 0) => answer(429, retryAfterMs);
export const broken = (retryAfterMs?: number) => answer(500, retryAfterMs);
export const outage = (retryAfterMs: number) => answer(503, retryAfterMs);
