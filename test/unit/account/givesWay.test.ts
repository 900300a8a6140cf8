import type { RateLimitClient } from '../../../nodes/DocScore/account/rateLimitClient';
import { RateLimiter } from '../../../nodes/DocScore/account/rateLimiter';
import { Cancellation } from '../../../nodes/DocScore/service/cancellation';
import { toResult } from '../../../nodes/DocScore/service/result';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { join, tooMany } from './limiting';

const time = useDrivenTime();
const SECOND_MS = 1_000;

/** Sends a request that gets an immediate response. Returns the time when it was sent. */
async function ask(client: RateLimitClient, error: unknown = null): Promise<number> {
	const permit = await client.acquire(false);
	permit.release(error);
	return time.passed;
}

test('a low-priority request waits as long as its own execution allows', async () => {
	const limiter = new RateLimiter();
	await ask(join(limiter), tooMany(30 * SECOND_MS));
	const executed = ask(join(limiter));
	const cancellation = new Cancellation(undefined, 20 * SECOND_MS);
	const polled = toResult(ask(join(limiter, { isLowPriority: true, cancellation })));
	const lowPriority = ask(join(limiter, { isLowPriority: true }));
	expect(await polled).toMatchObject({ ok: false });
	expect(time.passed).toBeLessThanOrEqual(20 * SECOND_MS);
	expect(await executed).toBe(30 * SECOND_MS);
	expect(await lowPriority).toBeGreaterThanOrEqual(30 * SECOND_MS);
});

test('polls of waiting runs may use half of the rate', async () => {
	const limiter = new RateLimiter();
	expect(limiter.pollsPerSecond).toBe(Number.POSITIVE_INFINITY);
	await ask(join(limiter), tooMany(SECOND_MS));
	expect(limiter.rate.perSecond).toBe(4.25);
	expect(limiter.pollsPerSecond).toBe(2.125);
});
