import type { RateLimitClient } from '../../../nodes/DocScore/account/rateLimitClient';
import { RateLimiter } from '../../../nodes/DocScore/account/rateLimiter';
import { CooldownError } from '../../../nodes/DocScore/service/retries';
import { toResult } from '../../../nodes/DocScore/service/result';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { broken, join, refused, tooMany } from './limiting';

const time = useDrivenTime();
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** Sends a request that gets an immediate response. Returns the time when it was sent. */
async function ask(client: RateLimitClient, error: unknown = null): Promise<number> {
	const permit = await client.acquire(false);
	permit.release(error);
	return time.passed;
}

async function askAgain(client: RateLimitClient, times: number, error: unknown): Promise<number[]> {
	const at: number[] = [];
	for (let asked = 0; asked < times; asked++) at.push(await ask(client, error));
	return at;
}

describe('After a 429', () => {
	afterEach(() => jest.restoreAllMocks());

	it.each([
		[0, [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000]],
		[0.5, [375, 750, 1_500, 3_000, 6_000, 12_000, 24_000, 45_000]],
	])('pauses get longer by chance %d, up to a minute', async (chance, pauses) => {
		jest.spyOn(Math, 'random').mockReturnValue(chance);
		const at = await askAgain(join(new RateLimiter()), 9, tooMany());
		expect(at.slice(1).map((each, index) => each - (at[index] ?? 0))).toEqual(pauses);
	});

	it.each([
		['was accepted', null],
		['was refused for another reason', refused()],
	])('the pause is short again once a request %s', async (_, error) => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		const client = join(new RateLimiter());
		await askAgain(client, 3, tooMany());
		await ask(client, error);
		const rateLimitedAt = await ask(client, tooMany());
		expect((await ask(client)) - rateLimitedAt).toBe(250);
	});

	it('the pause gets longer, even if a request that was sent before is accepted', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		const client = join(new RateLimiter());
		const late = await client.acquire(false);
		await ask(client, tooMany());
		late.release(null);
		const rateLimitedAt = await ask(client, tooMany());
		expect((await ask(client)) - rateLimitedAt).toBe(500);
	});

	it('late 429s of requests sent before it do not lower the rate', async () => {
		const limiter = new RateLimiter();
		const client = join(limiter);
		const permits = [
			await client.acquire(false),
			await client.acquire(false),
			await client.acquire(false),
			await client.acquire(false),
		];
		permits[0]?.release(tooMany(SECOND_MS));
		const { perSecond } = limiter.rate;
		permits[1]?.release(tooMany(3 * SECOND_MS));
		permits[2]?.release(tooMany(SECOND_MS));
		permits[3]?.release(null);
		expect(limiter.rate.perSecond).toBeGreaterThanOrEqual(perSecond);
		expect(client.rateLimitedCount).toBe(3);
		await client.acquire(false);
		expect(time.passed).toBe(3 * SECOND_MS);
	});

	it('a request waits at most 15 minutes since the last accepted request', async () => {
		const client = join(new RateLimiter());
		await ask(client, tooMany(14 * MINUTE_MS));
		await ask(client, tooMany(MINUTE_MS));
		expect(time.passed).toBe(14 * MINUTE_MS);
		await ask(client, tooMany(1));
		const description =
			'The service rejected all requests, 3 times within 15 minutes. Try again later.';
		await expect(client.acquire(false)).rejects.toMatchObject({ details: { description } });
		expect(time.passed).toBe(15 * MINUTE_MS);
	});

	it('a request after the pause is sent, however long the pauses were', async () => {
		const client = join(new RateLimiter());
		await ask(client, tooMany(14 * MINUTE_MS));
		await ask(client, tooMany(2 * MINUTE_MS));
		await expect(client.acquire(false)).rejects.toThrow(CooldownError);
		await time.pass(2 * MINUTE_MS);
		expect(await ask(client)).toBe(16 * MINUTE_MS);
	});

	it('the 15 minutes start with the first 429 in a row', async () => {
		const client = join(new RateLimiter());
		await time.pass(10 * MINUTE_MS);
		time.flow();
		await ask(client, tooMany(14 * MINUTE_MS));
		expect(await ask(client)).toBe(24 * MINUTE_MS);
		// No request was rejected since then, so a failure that asks for a pause has a new limit of 15
		// minutes.
		await time.pass(10 * MINUTE_MS);
		time.flow();
		await ask(client, broken(14 * MINUTE_MS));
		expect(await ask(client)).toBe(48 * MINUTE_MS);
	});

	it('failures that ask for a pause count towards the same 15 minutes', async () => {
		const client = join(new RateLimiter());
		const [first, second] = [await client.acquire(false), await client.acquire(false)];
		first.release(tooMany(14 * MINUTE_MS));
		await time.pass(10 * MINUTE_MS);
		second.release(broken(5 * MINUTE_MS + 1));
		await expect(client.acquire(false)).rejects.toThrow(CooldownError);
	});

	it('a waiting request fails as soon as its pause becomes too long', async () => {
		const client = join(new RateLimiter());
		const [first, second] = [await client.acquire(false), await client.acquire(false)];
		first.release(tooMany(MINUTE_MS));
		const waiting = toResult(client.acquire(false));
		await time.pass(SECOND_MS);
		second.release(tooMany(15 * MINUTE_MS));
		expect(await waiting).toMatchObject({ ok: false, error: { name: 'ServiceError' } });
		expect(time.passed).toBe(SECOND_MS);
	});

	it('a later execution has 15 minutes of its own', async () => {
		const limiter = new RateLimiter();
		await ask(join(limiter), tooMany(14 * MINUTE_MS));
		await time.pass(10 * MINUTE_MS);
		time.flow();
		const client = join(limiter);
		expect(await ask(client, tooMany(11 * MINUTE_MS))).toBe(14 * MINUTE_MS);
		expect(await ask(client)).toBe(25 * MINUTE_MS);
	});
});

test('each unanswered request delays others for one second', async () => {
	const limiter = new RateLimiter();
	const [client, other] = [join(limiter), join(limiter)];
	await client.acquire(false);
	await time.pass(500);
	time.flow();
	for (let sent = 1; sent < 6; sent++) await client.acquire(false);
	const at: number[] = [];
	const served = [0, 1].map(async () => {
		await other.acquire(false);
		at.push(time.passed);
	});
	await Promise.all(served);
	expect(at).toEqual([1_000, 1_500]);
});
