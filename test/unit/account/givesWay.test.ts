import type { RateLimitClient } from '../../../nodes/DocScore/account/rateLimitClient';
import { RateLimiter } from '../../../nodes/DocScore/account/rateLimiter';
import { StoppedError } from '../../../nodes/DocScore/service/errors';
import { settle } from '../../../nodes/DocScore/service/settle';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { join, tooMany } from './limiting';

const time = useDrivenTime();
const SECOND_MS = 1_000;

/** Asks once and is answered at once. Tells when that was. */
async function ask(client: RateLimitClient, error: unknown = null): Promise<number> {
	const permit = await client.acquire(false);
	permit.release(error);
	return time.passed;
}

describe('A request that gives way', () => {
	const silent = async (limiter: RateLimiter) => await ask(join(limiter), tooMany(30 * SECOND_MS));

	it('ends after ten seconds while others wait', async () => {
		const limiter = new RateLimiter();
		await silent(limiter);
		const executed = ask(join(limiter));
		const polled = await settle(ask(join(limiter, { givesWay: true })));
		expect(polled).toEqual({
			ok: false,
			error: new StoppedError('Executions that use the same account go first'),
		});
		expect(time.passed).toBe(10 * SECOND_MS);
		expect(await executed).toBe(30 * SECOND_MS);
	});

	it('waits on where nobody else does', async () => {
		const limiter = new RateLimiter();
		await silent(limiter);
		expect(await ask(join(limiter, { givesWay: true }))).toBe(30 * SECOND_MS);
	});

	it('ends by itself, and not those that came later', async () => {
		const limiter = new RateLimiter();
		await silent(limiter);
		const executed = ask(join(limiter));
		const first = settle(ask(join(limiter, { givesWay: true })));
		await time.pass(SECOND_MS);
		const second = settle(ask(join(limiter, { givesWay: true })).then(() => {}));
		const ended: number[] = [];
		void second.then(() => ended.push(time.passed));
		time.flow();
		expect((await first).ok).toBe(false);
		expect([time.passed, ended]).toEqual([10 * SECOND_MS, []]);
		expect((await second).ok).toBe(false);
		expect(time.passed).toBe(11 * SECOND_MS);
		await executed;
	});
});

test('what is to spare is half of what the service takes, and a tenth while anybody waits', async () => {
	const limiter = new RateLimiter();
	const client = join(limiter);
	await ask(client, tooMany(SECOND_MS));
	expect(limiter.rate.perSecond).toBe(4.25);
	expect(limiter.sparePerSecond).toBe(2.125);
	const waiting = ask(client);
	await Promise.resolve();
	expect(limiter.sparePerSecond).toBeCloseTo(0.425);
	await waiting;
});
