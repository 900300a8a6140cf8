// Sources: engine/hintOnce.ts
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { hintsOf } from '../../harness/n8n/runNode';
import { SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const between = new SandboxProxy(node);
const time = useDrivenTime(node);

describe('The throttle hint', () => {
	const fixedResult = { outputSchema: {} };

	const startMany = (count: number) =>
		Array.from({ length: count }, () =>
			node.start({
				parameters: node.submission({ operation: 'submitAndWait' }),
				credential: between.credential,
			}),
		);

	/** The rates that hints name. */
	const ratesIn = (hints: string[]): number[] =>
		hints.map((hint) => Number(/about (.*) requests per second/.exec(hint)?.[1]));

	it('names the rate at which the execution was slowed down, even after a long wait', async () => {
		await node.control.setRunPlan({ pendingMs: 0, processingMs: 600_000, fixedResult });
		await node.control.setDialect({ requestsPerSecond: 10 });
		const executions = startMany(100);
		await time.pass(60_000);
		time.flow();
		const runs = await Promise.all(executions.map(async ({ finished }) => await finished));
		const hints = runs.flatMap(hintsOf);
		expect(hints.length).toBeGreaterThan(30);
		for (const rate of ratesIn(hints)) {
			expect(rate).toBeGreaterThanOrEqual(4);
			expect(rate).toBeLessThanOrEqual(20);
		}
	});

	it('is not shown after an outage with Retry-After', async () => {
		await node.control.setRunPlan({ pendingMs: 0, processingMs: 60_000, fixedResult });
		const isDown = () => time.passed > 10_000 && time.passed < 30_000;
		const busy = { status: 503, headers: { 'retry-after': '5' }, body: { error: 'Busy' } };
		between.change = async (_, pass) => (isDown() ? busy : await pass());
		const runs = await Promise.all(startMany(20).map(async ({ finished }) => await finished));
		expect(between.asked.length).toBeGreaterThan(40);
		expect(runs.filter(({ error }) => error)).toEqual([]);
		expect(runs.flatMap(hintsOf)).toEqual([]);
	});
});
