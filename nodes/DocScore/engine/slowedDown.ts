import type { RateLimitClient } from '../account/rateLimitClient';
import { spanOf } from '../service/retries';

/** A shorter time in ms is not worth telling where none of its requests was refused. */
const WORTH_TELLING_MS = 2_000;

/** What tells the user that an execution took longer because of the service's limit; null if it did not. */
export function slowedDown({
	heldBackMs,
	heldBackTo,
	refused,
}: Pick<RateLimitClient, 'heldBackMs' | 'heldBackTo' | 'refused'>): string | null {
	const isWorthTelling = refused > 0 ? heldBackMs > 0 : heldBackMs >= WORTH_TELLING_MS;
	if (!isWorthTelling) return null;
	const about = heldBackTo < 10 ? Math.round(heldBackTo * 10) / 10 : Math.round(heldBackTo);
	const slowed = `The service allows this account about ${about} requests a second, so this execution was slowed down for ${spanOf(heldBackMs)}.`;
	if (refused === 0) return slowed;
	const requests = refused === 1 ? 'One request was' : `${refused} requests were`;
	return `${slowed} ${requests} refused.`;
}
