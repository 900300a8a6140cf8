import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { extracted, wait } from '../runs';

const node = new SandboxedNode();
const time = useDrivenTime(node);

const { outputSchema } = extracted({ total: '1' });
const durations = { pendingMs: 2_000, processingMs: 8_000 };

describe('Waiting for many runs, whose lists show all that is output', () => {
	beforeEach(async () => {
		await node.control.setRunPlan({ ...durations, fixedResult: { outputSchema } });
	});

	it.each([
		['Fields Only', 'fieldsOnly'],
		['One Item per Field', 'itemPerField'],
	])('Submit and Wait with %s reads hardly any details', async (_, output) => {
		const parameters = node.submission({ operation: 'submitAndWait', output });
		const items = Array.from({ length: 25 }, () => ({}));
		const executions = Array.from({ length: 4 }, () => node.start({ parameters, items }));
		const runs = await Promise.all(executions.map(async ({ finished }) => await finished));
		expect(runs.map((run) => run.items.length)).toEqual([25, 25, 25, 25]);
		const { details = 0 } = await node.requestCounts();
		expect(details).toBeLessThanOrEqual(5);
		expect((await node.control.requests()).length).toBeLessThanOrEqual(130);
	});

	it('Wait with Fields Only reads no details', async () => {
		const ids = await node.control.seedRuns([{ count: 100, durations, outputSchema }]);
		const { items, error } = await node.run({
			parameters: wait({ output: 'fieldsOnly' }),
			items: ids.map((id) => ({ id })),
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.total)).toEqual(ids.map(() => '1'));
		const { query = 0, ...others } = await node.requestCounts();
		expect(others).toEqual({});
		expect(query).toBeLessThanOrEqual(2 * 12);
	});

	it.each([
		['start one after another', 12, 8_000],
		['still start while others finish', 20, 4_000],
	])('executions that %s take their results from lists, too', async (_, batches, processingMs) => {
		await node.control.setRunPlan({ ...durations, processingMs, fixedResult: { outputSchema } });
		const parameters = node.submission({ operation: 'submitAndWait', output: 'fieldsOnly' });
		const executions: Array<ReturnType<typeof node.start>> = [];
		for (let started = 0; started < 5 * batches; started++) {
			executions.push(node.start({ parameters, items: [{}] }));
			if (started % 5 === 4) await time.pass(700);
		}
		time.flow();
		const runs = await Promise.all(executions.map(async ({ finished }) => await finished));
		expect(runs.filter(({ error }) => error)).toEqual([]);
		const { details = 0 } = await node.requestCounts();
		// Only of the first run, so that the lists have a start.
		expect(details).toBeLessThanOrEqual(2);
	});
});
