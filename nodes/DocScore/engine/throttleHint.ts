import type { RateLimitClient } from '../account/rateLimitClient';
import { spanOf } from '../service/retries';

/** A shorter delay, in ms, is not reported if no request was rate limited. */
const WORTH_TELLING_MS = 2_000;

/** The hint that a rate limit slowed the execution down; null if it did not. */
export function throttleHint({
	throttledMs,
	throttledTo,
	rateLimitedCount,
}: Pick<RateLimitClient, 'throttledMs' | 'throttledTo' | 'rateLimitedCount'>): string | null {
	const isWorthTelling = rateLimitedCount > 0 ? throttledMs > 0 : throttledMs >= WORTH_TELLING_MS;
	if (!isWorthTelling) return null;
	const about = Number(throttledTo.toPrecision(2));
	const slowed = `The service limits this account to about ${about} requests per second, which slowed this execution down by ${spanOf(throttledMs)}.`;
	if (rateLimitedCount === 0) return slowed;
	const requests = rateLimitedCount === 1 ? 'One request was' : `${rateLimitedCount} requests were`;
	return `${slowed} ${requests} rejected.`;
}
