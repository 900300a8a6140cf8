import { useDrivenTime } from '../harness/jest/drivenTime';
import { logger } from '../harness/n8n/container';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const time = useDrivenTime(node);

const wait = (more = {}) => ({
	resource: 'run',
	operation: 'wait',
	runId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	...more,
});

/** The times of the requests for details, in ms since the first request. */
async function detailsAt(): Promise<number[]> {
	const requests = await node.control.requests();
	const start = requests[0]?.clockAt ?? 0;
	const looks = requests.filter(({ endpoint }) => endpoint === 'details');
	return looks.map(({ clockAt }) => clockAt - start);
}

describe('Run: Wait', () => {
	it('waits for open runs, and outputs finished runs at once', async () => {
		const [done, open] = await node.control.seedRuns([
			{ status: 'completed' },
			{ durations: { pendingMs: 1_000, processingMs: 1_000 } },
		]);
		const { items, error } = await node.run({
			parameters: wait(),
			items: [{ id: open }, { id: done }],
		});
		expect(error).toBeUndefined();
		expect(items.map((item) => [item.json.id, item.json.status])).toEqual([
			[open, 'completed'],
			[done, 'completed'],
		]);
		expect(await node.requestCounts()).toEqual({ details: 4 });
	});

	it('reports an unknown ID after 30 s, because it may appear late', async () => {
		const id = '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18';
		const { error } = await node.run({ parameters: wait(), items: [{ id }] });
		expect(error).toMatchObject({ httpCode: '404' });
		expect(error?.message).toContain(id);
		const looks = await detailsAt();
		expect(looks).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000]);
	});

	it('reads a run of two items with one request', async () => {
		const [id] = await node.control.seedRuns([{ status: 'completed' }]);
		const { items } = await node.run({ parameters: wait(), items: [{ id }, { id }] });
		expect(items.map((item) => item.json.id)).toEqual([id, id]);
		expect(await node.requestCounts()).toEqual({ details: 1 });
	});

	it('waits without a limit if Max Wait is 0', async () => {
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

	it("writes the runs that it waits for to n8n's debug log", async () => {
		const debug = jest.spyOn(logger, 'debug');
		const ids = await node.control.seedRuns([{ status: 'completed' }, { status: 'completed' }]);
		await node.run({ parameters: wait(), items: ids.map((id) => ({ id })) });
		const about = { nodeName: 'DocScore' };
		for (const id of ids) {
			expect(debug).toHaveBeenCalledWith(`Waiting for run ${id} to finish`, about);
		}
		debug.mockRestore();
	});

	it('rejects an invalid ID before any request', async () => {
		const { error } = await node.run({ parameters: wait(), items: [{ id: 'Invoice 7' }] });
		expect(error?.message).toBe("'Run' cannot be a name: 'Invoice 7'");
		expect(await node.requestCounts()).toEqual({});
	});

	it.each(['newest', 'oldest', 'id'] as const)(
		'watches 200 open runs with 2 requests a second, pages ordered by %s',
		async (pageOrder) => {
			await node.control.setDialect({ pageOrder });
			const ids = await node.control.seedRuns([
				{ count: 150, status: 'pending', createdAgoMs: 60_000, spacingMs: 10 },
				{ count: 50, status: 'processing', createdAgoMs: 50_000, spacingMs: 10 },
				{ count: 3_000, status: 'completed', createdAgoMs: 3_600_000, spacingMs: 100 },
			]);
			const open = ids.slice(0, 200).map((id) => ({ id }));
			const { finished } = node.start({ parameters: wait(), items: open });
			await time.pass(10_000);
			const looks = await requestsOfLooks();
			// From the second poll on, it lists only the times around their creation.
			expect(looks).toEqual([3, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
			expect(await withoutStart()).toBe(3);
			for (const { id } of open) await node.control.setRun(id, { status: 'completed' });
			time.flow();
			const { items, error } = await finished;
			expect(error).toBeUndefined();
			expect(items).toHaveLength(200);
		},
	);
});

/** The number of requests in each poll. A poll takes no time. */
async function requestsOfLooks(): Promise<number[]> {
	const looks = new Map<number, number>();
	for (const { clockAt } of await node.control.requests()) {
		looks.set(clockAt, (looks.get(clockAt) ?? 0) + 1);
	}
	return [...looks.values()];
}

/** The number of lists without a start time. */
async function withoutStart(): Promise<number> {
	const bodies = (await node.control.requests()).map(({ body }) => JSON.stringify(body));
	return bodies.filter((body) => !body.includes('startTime')).length;
}
