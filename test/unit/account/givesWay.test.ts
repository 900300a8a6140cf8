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

test('the spare rate is half of the limit, and a tenth while other requests wait', async () => {
	const limiter = new RateLimiter();
	const client = join(limiter);
	await ask(client, tooMany(SECOND_MS));
	expect(limiter.rate.perSecond).toBe(4.25);
	expect(limiter.sparePerSecond(0)).toBe(2.125);
	const waiting = ask(client);
	await Promise.resolve();
	expect(limiter.sparePerSecond(0)).toBeCloseTo(0.425);
	// A client does not give way to itself.
	expect(limiter.sparePerSecond(1)).toBe(2.125);
	await waiting;
});
