// Sources: fields/runLocator.ts, resources/run/waiting/waiting.ts
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { logger } from '../../harness/n8n/container';
import { type Answer, SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { detailsAt, UNKNOWN_ID, wait } from '../runs';

const node = new SandboxedNode();
const between = new SandboxProxy(node);
const time = useDrivenTime(node);
const SECOND_MS = 1_000;

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
		const { error } = await node.run({ parameters: wait(), items: [{ id: UNKNOWN_ID }] });
		expect(error).toMatchObject({ httpCode: '404' });
		expect(error?.message).toContain(UNKNOWN_ID);
		expect(await detailsAt(node)).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000]);
	});

	it('reads a run of two items with one request', async () => {
		const [id] = await node.control.seedRuns([{ status: 'completed' }]);
		const { items } = await node.run({ parameters: wait(), items: [{ id }, { id }] });
		expect(items.map((item) => item.json.id)).toEqual([id, id]);
		expect(await node.requestCounts()).toEqual({ details: 1 });
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

	it.each(['newest', 'id'] as const)(
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
			// From the second poll on, it lists only the times around their creation.
			expect(await requestsOfPolls()).toEqual([3, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
			expect(await withoutStart()).toBe(3);
			for (const { id } of open) await node.control.setRun(id, { status: 'completed' });
			time.flow();
			const { items, error } = await finished;
			expect(error).toBeUndefined();
			expect(items).toHaveLength(200);
		},
	);
});

it('An unreadable run is read once in each poll, and with retries in the last one', async () => {
	const [id] = await node.control.seedRuns([{ status: 'completed' }]);
	const torn: Answer = { status: 500, body: { error: 'Torn page' } };
	between.change = async (_, pass) => (time.passed <= 179 * SECOND_MS ? torn : await pass());
	const { items } = await node.run({
		parameters: wait({ options: { maxWait: 3 } }),
		items: [{ id }],
		credential: between.credential,
	});
	expect(items).toMatchObject([{ json: { id, status: 'completed' } }]);
	expect(between.asked.length).toBeLessThanOrEqual(36 + 4 + 5);
	const late = between.timesOf('getDetails').filter((at) => at > 30 * SECOND_MS);
	const pauses = late.slice(1, -2).map((at, index) => at - (late[index] ?? 0));
	expect(Math.min(...pauses)).toBeGreaterThan(2.9 * SECOND_MS);
	expect(time.passed).toBeLessThan(180 * SECOND_MS);
});

/** How many requests each poll took; a poll takes no time. */
async function requestsOfPolls(): Promise<number[]> {
	const polls = new Map<number, number>();
	for (const { clockAt } of await node.control.requests()) {
		polls.set(clockAt, (polls.get(clockAt) ?? 0) + 1);
	}
	return [...polls.values()];
}

/** The number of lists without a start time. */
async function withoutStart(): Promise<number> {
	const bodies = (await node.control.requests()).map(({ body }) => JSON.stringify(body));
	return bodies.filter((body) => !body.includes('startTime')).length;
}
