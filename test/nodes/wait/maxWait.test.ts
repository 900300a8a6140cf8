import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { factsOf, rule, rules, wait } from '../runs';

const node = new SandboxedNode();
const time = useDrivenTime(node);
const GO_ON = 'Do not submit the document again: execute this node again, with a longer Max Wait.';

const waitFor = async (ids: unknown[], options: object) =>
	await node.run({
		parameters: wait({ options }),
		items: ids.map((id) => ({ id: String(id) })),
		onError: 'continueErrorOutput',
	});

/** The output for a run that could never be read. */
const UNKNOWN_RUN = { name: null, status: null, createdTime: null, fields: {}, timedOut: true };

describe('Run: Wait, Max Wait', () => {
	it('is no limit if it is 0', async () => {
		const ids = await node.control.seedRuns([
			{ count: 2, durations: { pendingMs: 1_000, processingMs: 7_200_000 } },
		]);
		const { items, error } = await node.run({
			parameters: wait({ options: { maxWait: 0 } }),
			items: ids.map((id) => ({ id })),
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.status)).toEqual(['completed', 'completed']);
		expect(time.passed).toBeGreaterThanOrEqual(7_201_000);
	});

	it("fails with the run's ID and last status, after each item's own time", async () => {
		const [id] = await node.control.seedRuns([
			{ durations: { pendingMs: 60_000, processingMs: 60_000 } },
		]);
		const maxWait = '={{ $itemIndex === 0 ? 0.5 : 5 }}';
		const { items, errorItems } = await waitFor([id, id], { maxWait });
		expect(errorItems).toEqual([
			{
				json: {
					id,
					error: `Run ${id} did not finish within 0.5 minutes (last status: pending)`,
					message: `The service is still processing the run.\n${GO_ON}\n${factsOf(id, 'Run 1')}`,
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(items).toMatchObject([{ json: { id, status: 'completed' }, pairedItem: { item: 1 } }]);
	});

	it.each(['error', 'output'])('ends during a longer Retry-After: %s', async (timeout) => {
		const ids = await node.control.seedRuns([{ count: 2, status: 'pending' }]);
		const fault = { kind: 'rateLimit', retryAfterSeconds: 10 } as const;
		await node.control.addFault({ ...fault, endpoint: 'details' });
		const { error, items } = await node.run({
			parameters: wait({ options: { maxWait: 0.05, timeout } }),
			items: ids.map((id) => ({ id })),
		});
		expect(error?.message).toBe(
			timeout === 'output'
				? undefined
				: `Run ${ids[0]} did not finish within 0.05 minutes (last status: unknown)`,
		);
		expect(items.map(({ json }) => json)).toEqual(
			timeout === 'output' ? ids.map((id) => ({ ...UNKNOWN_RUN, id })) : [],
		);
		expect(time.passed).toBe(3_000);
		const before = await node.requestCounts();
		await time.pass(60_000);
		expect(await node.requestCounts()).toEqual(before);
		expect(jest.getTimerCount()).toBe(0);
	});

	it('outputs a run without fields if only lists show that it is completed', async () => {
		await node.control.setDialect({ capitalIds: 'lists' });
		const outputSchema = { total: { value: '1,234.50', reasoning: null } };
		const ids = await node.control.seedRuns([
			{ count: 3, outputSchema, durations: { pendingMs: 5_000, processingMs: 5_000 } },
		]);
		await node.control.addFault({ kind: 'status', status: 503, endpoint: 'details' });
		const { items } = await node.run({
			parameters: wait({
				...rules(rule('total', { convertTo: 'number' })),
				options: { maxWait: 1, timeout: 'output' },
			}),
			items: ids.map((id) => ({ id })),
		});
		const told = items.map(({ json }) => [json.id, json.status, json.fields, json.issues]);
		expect(told).toEqual(ids.map((id) => [id, 'completed', {}, []]));
	});

	it('a status that is not documented counts as unfinished', async () => {
		await node.control.setDialect({ oddStatus: 'final' });
		const ids = await node.control.seedRuns([{ status: 'failed' }, { status: 'failed' }]);
		const { errorItems } = await waitFor(ids, { maxWait: 0.5 });
		expect(errorItems.map(({ json }) => json.error)).toEqual(
			ids.map((id) => `Run ${id} did not finish within 0.5 minutes (last status: cancelled)`),
		);
		expect(errorItems[0]?.json.message).toContain('The service does not document this status');
	});
});
