import { accountsInUse } from '../../../nodes/DocScore/account/accounts';
import { hintsOf } from '../../harness/n8n/runNode';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const time = useDrivenTime(node);
const SECOND_MS = 1_000;

beforeEach(async () => {
	await node.control.setRunPlan({
		pendingMs: 2_000,
		processingMs: 8_000,
		fixedResult: { outputSchema: { total: { value: '12.50', reasoning: null } } },
	});
});

/** Executions that start at once, each with one document. */
const startMany = (count: number, more = {}) =>
	Array.from({ length: count }, (_, number) =>
		node.start({
			parameters: node.submission({
				operation: 'submitAndWait',
				additionalFields: { run_id: '={{ $json.name }}' },
				options: {},
				...more,
			}),
			items: [{ name: `Document ${number}` }],
		}),
	);

describe('Executions with the same credential, all at once', () => {
	it.each([
		['simplified', 2.2],
		['fieldsOnly', 1.2],
	] as const)('respect the rate limit of the service, and none fails: %s', async (output, each) => {
		await node.control.setDialect({ requestsPerSecond: 20 });
		const executions = startMany(200, { output });
		const runs = await Promise.all(executions.map(async ({ finished }) => await finished));
		expect(runs.filter(({ error }) => error)).toEqual([]);
		const names = (await node.control.runs()).map(({ filename }) => filename);
		expect(new Set(names).size).toBe(200);
		expect(names).toHaveLength(200);
		const requests = await node.control.requests();
		const rateLimited = requests.filter(({ status }) => status === 429).length;
		expect(rateLimited).toBeLessThan(40);
		expect(requests.length / 200).toBeLessThan(each + 0.3);
		expect(time.passed).toBeLessThan(1.5 * ((each * 200) / 20 + 10) * SECOND_MS);
		const hints = runs.flatMap(hintsOf);
		expect(hints.length).toBeGreaterThan(100);
		expect(hints[0]).toMatch(
			/^The service limits this account to about \d+(\.\d)? requests per second, which slowed this execution down by \d+ seconds\.( One request was rejected\.)?$/,
		);
	});

	it.each([
		['simplified', 2.1],
		['fieldsOnly', 1.1],
	] as const)(
		'send few requests without a rate limit, and show no hints: %s',
		async (output, each) => {
			const executions = startMany(100, { output });
			const runs = await Promise.all(executions.map(async ({ finished }) => await finished));
			expect(runs.filter(({ error }) => error)).toEqual([]);
			expect((await node.control.requests()).length).toBeLessThan((each + 0.05) * 100);
			expect(time.passed).toBeLessThan(12.5 * SECOND_MS);
			expect(runs.flatMap(hintsOf)).toEqual([]);
		},
	);

	it('share one watch, even if the execution that sends its requests ends', async () => {
		const executions = startMany(10);
		await time.pass(4_500);
		for (const { cancel } of executions.slice(0, 5)) cancel();
		time.flow();
		const runs = await Promise.all(executions.map(async ({ finished }) => await finished));
		const ended = runs.map(({ error, items }) => (error ? 'cancelled' : items[0]?.json.status));
		expect(ended).toEqual([
			...Array.from({ length: 5 }, () => 'cancelled'),
			...Array.from({ length: 5 }, () => 'completed'),
		]);
		const { details, query } = await node.requestCounts();
		// And once those of the first run, to learn where lists must start.
		expect(details).toBeLessThanOrEqual(5 + 1);
		expect(query).toBeLessThanOrEqual(2 * 12);
		expect(time.passed).toBeLessThan(12 * SECOND_MS);
	});

	it('leave no timers and requests', async () => {
		await node.control.setDialect({ requestsPerSecond: 5 });
		const executions = startMany(20);
		await time.pass(3_000);
		expect(accountsInUse()).toBe(1);
		for (const { cancel } of executions.slice(0, 10)) cancel();
		time.flow();
		await Promise.all(executions.map(async ({ finished }) => await finished));
		expect(accountsInUse()).toBe(0);
		const before = await node.requestCounts();
		await time.pass(60_000);
		expect(jest.getTimerCount()).toBe(0);
		expect(await node.requestCounts()).toEqual(before);
	});
});
