import { sleep } from 'n8n-workflow';
import { Cancellation } from '../../../nodes/DocScore/service/cancellation';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { pause, process } from '../../node';
import { get } from '../runs';

const node = new SandboxedNode();
const time = useDrivenTime(node);

/** Real duration in ms, independent of the simulated time. */
async function realTimeOf(work: () => Promise<unknown>): Promise<number> {
	const start = process.hrtime.bigint();
	await work();
	return Number(process.hrtime.bigint() - start) / 1e6;
}

describe('driven time', () => {
	it('passes while nothing is pending, for the node and the sandbox alike', async () => {
		const before = await node.control.now();
		expect(await realTimeOf(async () => await sleep(3_600_000))).toBeLessThan(2_000);
		expect(time.passed).toBe(3_600_000);
		expect(await node.control.now()).toBe(before + 3_600_000);
	});

	it('stands still during a request', async () => {
		const [id] = await node.control.seedRuns([{}]);
		await node.control.addFault({ endpoint: 'details', kind: 'latency', ms: 150 });
		const later = sleep(1_000).then(() => node.requestCounts());
		const real = await realTimeOf(async () => {
			const { items } = await node.run({ parameters: get(), items: [{ id }] });
			expect(items).toHaveLength(1);
			expect(time.passed).toBe(0);
		});
		expect(real).toBeGreaterThan(140);
		expect(await later).toEqual({ details: 1 });
		expect(time.passed).toBe(1_000);
	});

	it('advances to a response of the clock, and to a timer before it', async () => {
		const [id] = await node.control.seedRuns([{}]);
		const latency = { kind: 'latency', by: 'clock', ms: 45_000 } as const;
		await node.control.addFault({ ...latency, endpoint: 'details' });
		const moments: number[] = [];
		void sleep(20_000).then(() => moments.push(time.passed));
		const { items } = await node.run({ parameters: get(), items: [{ id }] });
		expect(items).toHaveLength(1);
		expect([...moments, time.passed]).toEqual([20_000, 45_000]);
	});

	it('stops where it is told to, until it flows again', async () => {
		const moments: number[] = [];
		for (const ms of [10, 1_000, 1_001]) void sleep(ms).then(() => moments.push(ms));
		await time.pass(1_000);
		await pause(20);
		expect([time.passed, moments]).toEqual([1_000, [10, 1_000]]);
		time.flow();
		await sleep(5);
		expect([time.passed, moments]).toEqual([1_005, [10, 1_000, 1_001]]);
	});

	it('reaches the end of a pause with fractions of a millisecond', async () => {
		await new Cancellation().pause(1_000.4);
		expect(time.passed).toBe(1_001);
	});

	it('is much faster than real time, so that many executions can wait', async () => {
		await node.control.setRunPlan({ fixedResult: { outputSchema: {} } });
		const parameters = node.submission({ operation: 'submitAndWait' });
		const real = await realTimeOf(async () => {
			for (let count = 0; count < 50; count++) await node.run({ parameters });
		});
		expect(time.passed).toBe(100_000);
		expect(real).toBeLessThan(time.passed / 2);
	});

	it('is real again afterwards', async () => {
		await time.end();
		const before = Date.now();
		expect(await realTimeOf(async () => await sleep(30))).toBeGreaterThan(28);
		expect(Date.now() - before).toBeGreaterThan(28);
	});
});
