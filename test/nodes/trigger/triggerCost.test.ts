import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedTrigger } from '../../harness/sandbox/sandboxedTrigger';

const service = new SandboxedTrigger();

const HOUR_MS = 3_600_000;

/** The number of requests of a poll, by endpoint. */
async function costOf(poll: Promise<void>): Promise<Record<string, number>> {
	await service.control.clearRequests();
	await poll;
	return await service.requestCounts();
}

const sum = (counts: Record<string, number>) =>
	Object.values(counts).reduce((total, count) => total + count, 0);

test.each([1_000, 60_000])(
	'idle, with 100,000 runs in the history, one every %i ms: at most 3 requests a poll',
	async (spacingMs) => {
		await service.control.seedRuns([
			{ count: 100_000, spacingMs, createdAgoMs: 100_000 * spacingMs },
		]);
		const workflow = await service.activated();
		for (let poll = 0; poll < 3; poll++) {
			expect(sum(await costOf(workflow.poll()))).toBeLessThanOrEqual(3);
		}
		expect(workflow.emissions).toEqual([]);
	},
);

describe('with little time', () => {
	const LATENCY = { kind: 'latency', by: 'clock' } as const;
	useDrivenTime(service);

	test('short polls read the details of few runs twice', async () => {
		const durations = { pendingMs: HOUR_MS, processingMs: HOUR_MS };
		await service.control.seedRuns([{ count: 300, spacingMs: 100, durations }]);
		const workflow = await service.activated({ persistence: 'durable', budgetMs: 3_000 });
		await workflow.poll();
		await service.control.advance(3 * HOUR_MS);
		await service.control.addFault({ ...LATENCY, ms: 250, endpoint: 'details' });
		await service.control.clearRequests();
		let polls = 0;
		for (; polls < 20 && workflow.items.length < 300; polls++) await workflow.poll();
		expect(workflow.items).toHaveLength(300);
		expect(polls).toBeGreaterThan(1);
		const { details } = await service.requestCounts();
		expect(details).toBeLessThanOrEqual(300 + 10 * polls);
	});
});
