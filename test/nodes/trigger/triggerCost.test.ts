import { few } from '../../harness/jest/draws';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { PollingWorkflow } from '../../harness/n8n/pollingWorkflow';
import { SandboxedTrigger } from '../../harness/sandbox/sandboxedTrigger';
import type { SeedSpec } from '../../sandbox/records';
import { process } from '../../node';

const service = new SandboxedTrigger();

const HOUR_MS = 3_600_000;

const RUN_ID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

const report = (text: string) => process.stdout.write(`${text}\n`);

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
	60_000,
);

test('with 10,000 open runs and none finishing: at most 6 requests a poll, and 700 kB', async () => {
	await service.control.seedRuns([
		{ count: 6_000, status: 'processing', spacingMs: 1_000, createdAgoMs: 24 * HOUR_MS },
		{ count: 4_000, status: 'pending', spacingMs: 1_000, createdAgoMs: 12 * HOUR_MS },
		{ count: 500, status: 'completed', spacingMs: 1_000, createdAgoMs: 6 * HOUR_MS },
	]);
	const workflow = await service.activated();
	const bytes = Buffer.byteLength(workflow.savedState);
	report(`State with 10,000 open runs: ${bytes} bytes`);
	expect(bytes).toBeLessThanOrEqual(700_000);
	for (let poll = 0; poll < 5; poll++) {
		expect(sum(await costOf(workflow.poll()))).toBeLessThanOrEqual(6);
	}
	expect(workflow.emissions).toEqual([]);
}, 60_000);

test.each<[string, number, SeedSpec[]]>([
	['in one list', 35, [{ count: 10_000, status: 'processing', createdAgoMs: 24 * HOUR_MS }]],
	[
		'in two long lists',
		35,
		[
			{ count: 6_000, status: 'processing', createdAgoMs: 24 * HOUR_MS },
			{ count: 4_000, status: 'pending', createdAgoMs: 12 * HOUR_MS },
		],
	],
])(
	'one of 10,000 open runs, %s, finishes: emitted by the next poll, with at most %i requests',
	async (_, most, seeds) => {
		const open = await service.control.seedRuns(
			seeds.map((seed) => ({ ...seed, spacingMs: 1_000 })),
		);
		const workflow = await service.activated();
		for (const [index, finished] of [4_321, 7, 9_000].entries()) {
			await service.control.setRun(open[finished] ?? '', { status: 'completed' });
			const counts = await costOf(workflow.poll());
			expect(workflow.items).toHaveLength(index + 1);
			expect(sum(counts)).toBeLessThanOrEqual(most);
			expect(counts.details).toBe(1);
		}
	},
	60_000,
);

describe('with little time', () => {
	const LATENCY = { kind: 'latency', by: 'clock' } as const;
	useDrivenTime(service);

	test('more open runs than one poll can list are tracked after several polls', async () => {
		await service.control.seedRuns([
			{ count: 10_000, status: 'processing', spacingMs: 1_000, createdAgoMs: 24 * HOUR_MS },
			{ filename: 'Newest' },
		]);
		await service.control.addFault({ ...LATENCY, ms: 2_500, endpoint: 'query' });
		const workflow = await service.activated({ persistence: 'durable', budgetMs: 36_000 });
		await workflow.poll();
		const tracked = () => workflow.savedState.match(RUN_ID)?.length ?? 0;
		expect(tracked()).toBeLessThan(10_000);
		for (let poll = 0; poll < 16; poll++) await workflow.poll();
		expect(tracked()).toBeGreaterThanOrEqual(10_000);
		expect(workflow.errors).toEqual([]);
	}, 60_000);

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
	}, 60_000);
});

describe.each(few([1_000, 5_000]))('%i runs that finished during downtime', (count) => {
	const hourOfRuns = { count, spacingMs: HOUR_MS / count };

	async function emitAll(workflow: PollingWorkflow): Promise<void> {
		await service.control.clearRequests();
		let polls = 0;
		for (; polls < 10 && workflow.items.length < count; polls++) {
			const startedAt = Date.now();
			await (polls === 0 ? workflow.restart() : workflow.poll());
			expect(Date.now() - startedAt).toBeLessThan(45_000);
		}
		const { query, details } = await service.requestCounts();
		expect(new Set(workflow.items.map(({ id }) => id)).size).toBe(count);
		expect(workflow.items).toHaveLength(count);
		expect(details).toBe(count);
		report(`${count} finished: ${query} lists, ${details} details, ${polls} polls`);
		expect(query).toBeLessThanOrEqual(count / 10 + 100);
	}

	test('after being open before: all are emitted once', async () => {
		const durations = { pendingMs: HOUR_MS, processingMs: 48 * HOUR_MS };
		await service.control.seedRuns([{ ...hourOfRuns, createdAgoMs: 24 * HOUR_MS, durations }]);
		const workflow = await service.activated();
		await service.control.advance(48 * HOUR_MS);
		await emitAll(workflow);
	}, 180_000);

	test('after being submitted during it: all are emitted once', async () => {
		await service.control.seedRuns([{ count: 50, createdAgoMs: HOUR_MS }]);
		const workflow = await service.activated();
		await service.control.advance(48 * HOUR_MS);
		await service.control.seedRuns([{ ...hourOfRuns, createdAgoMs: 24 * HOUR_MS }]);
		await emitAll(workflow);
	}, 180_000);
});
