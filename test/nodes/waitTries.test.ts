import { useDrivenTime } from '../harness/jest/drivenTime';
import { type Answer, SandboxProxy } from '../harness/sandbox/sandboxProxy';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const between = new SandboxProxy(node);
const time = useDrivenTime(node);
const SECOND_MS = 1_000;

/** Waits for at most this many seconds. */
const waitFor = async (id: string | undefined, seconds: number) =>
	await node.run({
		parameters: {
			resource: 'run',
			operation: 'wait',
			runId: { __rl: true, mode: 'id', value: id ?? '' },
			options: { maxWait: seconds / 60 },
		},
		credential: between.credential,
	});

const TORN: Answer = { status: 500, body: { error: 'Torn page' } };

describe('An unreadable run', () => {
	it('is read once in each poll, and with retries in the last one', async () => {
		const [id] = await node.control.seedRuns([{ status: 'completed' }]);
		const lastLook = 179 * SECOND_MS;
		between.change = async (_, pass) => (time.passed <= lastLook ? TORN : await pass());
		const { items, error } = await waitFor(id, 180);
		expect(error).toBeUndefined();
		expect(items).toMatchObject([{ json: { id, status: 'completed' } }]);
		expect(between.asked.length).toBeLessThanOrEqual(36 + 4 + 5);
		const late = between.timesOf('getDetails').filter((at) => at > 30 * SECOND_MS);
		const pauses = late.slice(1, -2).map((at, index) => at - (late[index] ?? 0));
		expect(Math.min(...pauses)).toBeGreaterThan(2.9 * SECOND_MS);
		expect(time.passed).toBeLessThan(180 * SECOND_MS);
	});

	it('causes no delay if only one read fails', async () => {
		const [id] = await node.control.seedRuns([
			{ durations: { pendingMs: 10 * SECOND_MS, processingMs: 10 * SECOND_MS } },
		]);
		const answers = [TORN];
		between.change = async (_, pass) =>
			(time.passed > 20 * SECOND_MS ? answers.pop() : undefined) ?? (await pass());
		const { items } = await waitFor(id, 60);
		expect(items).toMatchObject([{ json: { status: 'completed' } }]);
		expect(answers).toEqual([]);
		expect(time.passed).toBeLessThan(22.5 * SECOND_MS);
	});

	it('is read less and less often after 429s', async () => {
		const [id] = await node.control.seedRuns([{ status: 'completed' }]);
		const answers = Array.from({ length: 3 }, (): Answer => ({ status: 429, body: {} }));
		between.change = async (_, pass) => answers.pop() ?? (await pass());
		const { items } = await waitFor(id, 60);
		expect(items).toHaveLength(1);
		const [first = 0, ...others] = between.timesOf('getDetails');
		const pauses = others.map((at, index) => at - (index > 0 ? (others[index - 1] ?? 0) : first));
		expect(pauses).toHaveLength(3);
		for (const [index, pause] of pauses.entries()) {
			expect(pause).toBeGreaterThanOrEqual(250 * 2 ** index);
			expect(pause).toBeLessThanOrEqual(500 * 2 ** index);
		}
	});
});
