import type { Fault } from '../../sandbox/faults';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const time = useDrivenTime(node);

type RateLimit = Omit<Extract<Fault, { kind: 'rateLimit' }>, 'kind' | 'endpoint'>;
const rateLimit = async (each: RateLimit) =>
	await node.control.addFault({ ...each, kind: 'rateLimit', endpoint: 'submit' });

describe('Run: Submit, if the service answers 429 (rate limit)', () => {
	it.each(['seconds', 'date'] as const)(
		'waits for Retry-After in %s and submits once',
		async (form) => {
			await rateLimit({ retryAfterSeconds: 2, form, times: 1 });
			const { items, error } = await node.run({ parameters: node.submission() });
			expect(error).toBeUndefined();
			expect(items).toHaveLength(1);
			const [rateLimited, accepted] = await node.control.requests();
			expect([rateLimited?.status, accepted?.status]).toEqual([429, 200]);
			expect((accepted?.clockAt ?? 0) - (rateLimited?.clockAt ?? 0)).toBe(2_000);
			expect(time.passed).toBe(2_000);
			expect(await node.control.runs()).toHaveLength(1);
		},
	);

	it('gives up after 15 minutes of 429s, with the message of the service', async () => {
		await rateLimit({ retryAfterSeconds: 0 });
		const { error } = await node.run({ parameters: node.submission() });
		expect(error).toMatchObject({
			httpCode: '429',
			message: expect.stringContaining('Too many requests'),
		});
		expect(error?.description).toMatch(
			/rejected .* \d\d times within 1[456] minutes. Try again later.$/,
		);
		expect(time.passed).toBeGreaterThan(13.9 * 60_000);
		expect(time.passed).toBeLessThan(16.1 * 60_000);
		const { submit = 0 } = await node.requestCounts();
		expect(submit).toBeLessThan(70);
	});
});
