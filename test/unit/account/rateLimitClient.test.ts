import { RateLimiter } from '../../../nodes/DocScore/account/rateLimiter';
import { CancelledError } from '../../../nodes/DocScore/service/errors';
import { toResult } from '../../../nodes/DocScore/service/result';
import { Cancellation } from '../../../nodes/DocScore/service/cancellation';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { join, outage, tooMany } from './limiting';

const time = useDrivenTime();

test('a permit is returned at once if its execution ends at that moment', async () => {
	const limiter = new RateLimiter();
	const [ended, other] = [new Cancellation(), new Cancellation()].map((cancellation) => ({
		cancellation,
		client: limiter.join({ cancellation, limit: 1 }),
	}));
	const permit = ended?.client.acquire(false);
	ended?.cancellation.cancel('Enough');
	await expect(permit).rejects.toThrow(CancelledError);
	for (let sent = 0; sent < 6; sent++) await other?.client.acquire(false);
	expect(time.passed).toBe(0);
});

test('the throttled time counts from the first waiting request', async () => {
	const limiter = new RateLimiter();
	const client = limiter.join({ cancellation: new Cancellation(), limit: 20 });
	(await client.acquire(false)).release(tooMany(5_000));
	const first = client.acquire(false);
	await time.pass(2_000);
	const second = client.acquire(false);
	await time.pass(1_000);
	expect(client.throttledMs).toBe(0);
	time.flow();
	(await first).release(null);
	(await second).release(null);
	const waitedMs = client.throttledMs;
	expect(waitedMs).toBe(time.passed);
	await time.pass(1_000);
	expect(client.throttledMs).toBe(waitedMs);
});

test('the time before a request does not count as throttled time', async () => {
	const limiter = new RateLimiter();
	const [first, later] = [join(limiter), join(limiter)];
	(await first.acquire(false)).release(tooMany(5_000));
	await time.pass(2_000);
	time.flow();
	(await later.acquire(false)).release(null);
	expect([later.throttledMs, later.throttledTo]).toEqual([3_000, 4.25]);
});

test('a request that did not wait does not count as throttled, even at a limited rate', async () => {
	const limiter = new RateLimiter();
	const [first, later] = [join(limiter), join(limiter)];
	(await first.acquire(false)).release(tooMany(1_000));
	(await first.acquire(false)).release(null);
	await time.pass(60_000);
	(await later.acquire(false)).release(null);
	expect([later.throttledMs, later.throttledTo]).toEqual([0, Number.POSITIVE_INFINITY]);
	// It says nothing about a higher rate either.
	expect(limiter.rate.perSecond).toBeCloseTo(4.25 + 0.05);
});

test('waiting for others after an outage does not count as throttled time', async () => {
	const limiter = new RateLimiter();
	const [client, other] = [join(limiter), join(limiter)];
	(await client.acquire(false)).release(outage(5_000));
	(await client.acquire(false)).release(null);
	for (let sent = 0; sent < 8; sent++) await other.acquire(false);
	await client.acquire(false);
	expect(time.passed).toBe(6_000);
	expect([client.throttledMs, other.throttledMs]).toEqual([0, 0]);
});

test('a waiting request fails at the deadline of its execution', async () => {
	const limiter = new RateLimiter();
	(await join(limiter).acquire(false)).release(tooMany(5_000));
	const asked = join(limiter, { cancellation: new Cancellation(undefined, 5_500) });
	await join(limiter).acquire(false);
	const cancellation = new Cancellation();
	const others = Array.from({ length: 10 }, async () => {
		return await toResult(join(limiter, { cancellation }).acquire(false));
	});
	await expect(asked.acquire(false)).rejects.toThrow('The service took too long');
	expect(time.passed).toBeLessThanOrEqual(6_500);
	cancellation.cancel('Enough');
	await Promise.all(others);
	await time.pass(1_000);
});
