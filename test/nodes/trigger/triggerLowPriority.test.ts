import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedTrigger } from '../../harness/sandbox/sandboxedTrigger';

const trigger = new SandboxedTrigger();
const time = useDrivenTime(trigger);
const SECOND_MS = 1_000;

/** Time limit of a poll if n8n does not provide one (trigger/pollTime.ts). */
const POLL_MS = 40_500;

const submitMany = (count: number) =>
	Array.from({ length: count }, (_, number) =>
		trigger.start({
			parameters: trigger.submission({ additionalFields: { run_id: `Document ${number}` } }),
			items: [{}],
		}),
	);

describe('A poll while many executions with the same key wait for permits', () => {
	it('waits for them, ends in time without an error, and emits all runs later', async () => {
		await trigger.control.setRunPlan({ pendingMs: 1_000, processingMs: 1_000 });
		const workflow = await trigger.activated();
		const open = await trigger.control.seedRuns([{ count: 30, status: 'processing' }]);
		await workflow.poll();
		await trigger.finish(open);
		await trigger.control.setDialect({ requestsPerSecond: 2 });
		const executions = submitMany(60);
		await time.pass(2 * SECOND_MS);
		const startedAt = time.passed;
		time.flow();
		await workflow.poll();
		expect(time.passed - startedAt).toBeLessThan(POLL_MS + SECOND_MS);
		const runs = await Promise.all(executions.map(async ({ finished }) => await finished));
		expect(runs.filter(({ error }) => error)).toEqual([]);
		expect(time.passed).toBeLessThan(1.5 * (60 / 2) * SECOND_MS);
		for (let poll = 0; poll < 8; poll++) {
			await time.pass(60 * SECOND_MS);
			time.flow();
			await workflow.poll();
		}
		expect(workflow.errors).toEqual([]);
		const all = (await trigger.control.runs()).map(({ id }) => id);
		expect(all).toHaveLength(30 + 60);
		expect(workflow.items.map(({ id }) => id).sort()).toEqual(all.sort());
	});
});

it('An execution that begins during a poll goes first', async () => {
	const open = await trigger.control.seedRuns([{ count: 60, status: 'processing' }]);
	const workflow = await trigger.activated();
	await trigger.finish(open);
	await trigger.control.setDialect({ requestsPerSecond: 2 });
	const polled = workflow.poll();
	await time.pass(10 * SECOND_MS);
	const startedAt = time.passed;
	const [execution] = submitMany(1);
	const endedAt = execution?.finished.then(() => time.passed);
	time.flow();
	expect(Number(await endedAt) - startedAt).toBeLessThan(1.5 * SECOND_MS);
	await polled;
});
