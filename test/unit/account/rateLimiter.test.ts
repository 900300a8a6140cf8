// Sources: account/policy.ts, service/timer.ts
import { sleep } from 'n8n-workflow';
import type { RateLimitClient } from '../../../nodes/DocScore/account/rateLimitClient';
import { RateLimiter } from '../../../nodes/DocScore/account/rateLimiter';
import { type ServiceError, CancelledError } from '../../../nodes/DocScore/service/errors';
import { toResult } from '../../../nodes/DocScore/service/result';
import { Cancellation } from '../../../nodes/DocScore/service/cancellation';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { TokenBucket } from '../../sandbox/service/rateLimit';
import { broken, join, tooMany } from './limiting';

const time = useDrivenTime();
const SECOND_MS = 1_000;

/** A service that responds after some time, and measures its load. */
class Service {
	sent = 0;

	rateLimited = 0;

	/** The maximum number of simultaneous requests. */
	most = 0;

	private underWay = 0;

	private readonly bucket = new TokenBucket();

	constructor(
		private readonly perSecond: number,
		private readonly latencyMs: number,
		private readonly tellsWhen = true,
	) {}

	/** Resolves to the error of the request; null if it is accepted. */
	async answer(): Promise<ServiceError | null> {
		this.sent++;
		this.most = Math.max(this.most, ++this.underWay);
		await sleep(this.latencyMs / 2);
		const waitMs = this.bucket.take(this.perSecond, Date.now());
		await sleep(this.latencyMs / 2);
		this.underWay--;
		if (waitMs === 0) return null;
		this.rateLimited++;
		return tooMany(this.tellsWhen ? Math.ceil(waitMs / SECOND_MS) * SECOND_MS : 0);
	}
}

/** Repeats a request until it is accepted. */
async function ask(client: RateLimitClient, service: Service): Promise<void> {
	for (let isRetry = false; ; isRetry = true) {
		const permit = await client.acquire(isRetry);
		const error = await service.answer();
		permit.release(error);
		if (error === null) return;
	}
}

describe('The rate limiter', () => {
	it("writes to n8n's debug log how many requests wait", async () => {
		const lines: string[] = [];
		const client = join(new RateLimiter(), { log: (line) => lines.push(line) });
		(await client.acquire(false)).release(tooMany(1_000));
		const permits = [client.acquire(false), client.acquire(false)];
		time.flow();
		for (const permit of permits) (await permit).release(null);
		expect(lines).toEqual([1, 2].map((n) => `A request waits for its turn, as one of ${n}`));
	});

	it.each([
		{ perSecond: 20, requests: 600, latencyMs: 10 },
		{ perSecond: 20, requests: 600, latencyMs: 400 },
		{ perSecond: 5, requests: 600, latencyMs: 100 },
		{ perSecond: 50, requests: 2_000, latencyMs: 100 },
		{ perSecond: 20, requests: 600, latencyMs: 100, tellsWhen: false },
	])('finds and keeps the limit of %p', async ({ perSecond, requests, latencyMs, tellsWhen }) => {
		const service = new Service(perSecond, latencyMs, tellsWhen);
		const limiter = new RateLimiter();
		const clients = Array.from({ length: 300 }, () => join(limiter));
		const asked = Array.from({ length: requests }, async (_, index) => {
			const client = clients[index % clients.length];
			if (client) await ask(client, service);
		});
		await Promise.all(asked);
		expect(service.rateLimited / service.sent).toBeLessThan(0.1);
		expect(time.passed).toBeLessThan(((1.25 * requests) / perSecond) * SECOND_MS);
		const { perSecond: found } = limiter.rate;
		expect(found).toBeGreaterThan(0.6 * perSecond);
		expect(found).toBeLessThan(3 * perSecond);
	});

	it('delays only the first requests if there is no 429', async () => {
		const service = new Service(Number.POSITIVE_INFINITY, 100);
		const limiter = new RateLimiter();
		const clients = Array.from({ length: 300 }, () => join(limiter));
		await Promise.all(clients.map(async (client) => await ask(client, service)));
		expect(time.passed).toBeLessThan(1.2 * SECOND_MS);
		expect(service.most).toBeGreaterThan(50);
		expect(limiter.rate.isLimited).toBe(false);
	});

	it('starts with few requests of several executions, and sends more after each response', async () => {
		const service = new Service(Number.POSITIVE_INFINITY, 100);
		const limiter = new RateLimiter();
		const clients = [join(limiter), join(limiter, { limit: 64 })];
		const asked = Array.from({ length: 50 }, async (_, index) => {
			const client = clients[index % 2];
			if (client) await ask(client, service);
		});
		await time.pass(50);
		expect(service.sent).toBe(6);
		await time.pass(100);
		expect(service.sent).toBe(6 + 9);
		await time.pass(100);
		expect(service.sent).toBe(6 + 9 + 13);
		time.flow();
		await Promise.all(asked);
	});

	it('does not limit an execution that is alone', async () => {
		const service = new Service(Number.POSITIVE_INFINITY, 100);
		const limiter = new RateLimiter();
		join(limiter);
		limiter.leave();
		const client = join(limiter);
		const asked = Array.from({ length: 64 }, async () => await ask(client, service));
		await time.pass(50);
		expect(service.sent).toBe(64);
		time.flow();
		await Promise.all(asked);
	});

	it.each([20, 50])(
		'gets few 429s if many executions start at once at a limit of %d a second',
		async (perSecond) => {
			const service = new Service(perSecond, 100);
			const limiter = new RateLimiter();
			const clients = Array.from({ length: 300 }, () => join(limiter));
			await Promise.all(clients.map(async (client) => await ask(client, service)));
			expect(service.rateLimited / service.sent).toBeLessThan(0.05 + perSecond / 2_000);
			expect(time.passed).toBeLessThan(((1.25 * 300) / perSecond) * SECOND_MS);
		},
	);

	it('is not blocked for long by slow requests, such as uploads', async () => {
		const limiter = new RateLimiter();
		const [client, other] = [join(limiter), join(limiter)];
		for (let upload = 0; upload < 20; upload++) await client.acquire(false);
		await other.acquire(false);
		expect(time.passed).toBe(3 * SECOND_MS);
	});

	it('serves requests in their order, but retries first', async () => {
		const limiter = new RateLimiter();
		const [client, other] = [join(limiter), join(limiter)];
		const [first, second] = [await client.acquire(false), await other.acquire(false)];
		second.release(tooMany(SECOND_MS));
		first.release(tooMany(SECOND_MS));
		const order = new Array<string>();
		const ask = async (name: string, who: RateLimitClient, isRetry = false) => {
			const permit = await who.acquire(isRetry);
			order.push(name);
			permit.release(null);
		};
		await Promise.all([
			ask('third', other),
			ask('second', other, true),
			ask('fourth', client),
			ask('first', client, true),
		]);
		expect(order).toEqual(['first', 'second', 'third', 'fourth']);
	});

	it('serves the execution with the fewest unanswered requests first', async () => {
		const limiter = new RateLimiter();
		const [hanging, other] = [join(limiter), join(limiter)];
		const permits = [await hanging.acquire(false), await hanging.acquire(false)];
		(await other.acquire(false)).release(tooMany(SECOND_MS));
		const order = new Array<string>();
		const ask = async (name: string, who: RateLimitClient) => {
			(await who.acquire(false)).release(null);
			order.push(name);
		};
		await Promise.all([ask('hanging', hanging), ask('other', other)]);
		for (const permit of permits) permit.release(null);
		await Promise.all([ask('as before', hanging), ask('other', other)]);
		expect(order).toEqual(['other', 'hanging', 'as before', 'other']);
	});

	it('serves executions before polls, but polls do not starve', async () => {
		const service = new Service(2, 10);
		const limiter = new RateLimiter();
		const [execution, poll] = [join(limiter), join(limiter, { isLowPriority: true })];
		const executed = Array.from({ length: 60 }, async () => {
			await ask(execution, service);
			return time.passed;
		});
		await time.pass(3 * SECOND_MS);
		const polled = Array.from({ length: 5 }, async () => {
			await ask(poll, service);
			return time.passed;
		});
		time.flow();
		const executedAt = (await Promise.all(executed)).sort((a, b) => a - b);
		const polledAt = (await Promise.all(polled)).sort((a, b) => a - b);
		const before = (at: number) => executedAt.filter((each) => each < at).length;
		expect(before(polledAt[0] ?? 0)).toBeGreaterThanOrEqual(9);
		expect(before(polledAt[4] ?? 0)).toBeLessThan(60);
	});

	it('rejects the waiting requests of an execution that ends, and no others', async () => {
		const limiter = new RateLimiter();
		const cancellation = new Cancellation();
		const [client, other] = [join(limiter, { cancellation }), join(limiter)];
		const permit = await other.acquire(false);
		permit.release(tooMany(5 * SECOND_MS));
		const asked = toResult(client.acquire(false));
		const others = other.acquire(false);
		await time.pass(SECOND_MS);
		cancellation.cancel('Another item failed');
		expect(await asked).toEqual({ ok: false, error: new CancelledError('Another item failed') });
		time.flow();
		await others;
		expect(time.passed).toBe(5 * SECOND_MS);
	});

	it('keeps the rate at a 503, but pauses as long as it asks', async () => {
		const limiter = new RateLimiter();
		const client = join(limiter);
		(await client.acquire(false)).release(broken(4 * SECOND_MS));
		await client.acquire(false);
		expect(time.passed).toBe(4 * SECOND_MS);
		expect(limiter.rate.isLimited).toBe(false);
	});
});
