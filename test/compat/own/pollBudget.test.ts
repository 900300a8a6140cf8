import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedTrigger } from '../../harness/sandbox/sandboxedTrigger';

const service = new SandboxedTrigger();
const time = useDrivenTime(service);

test('a poll ends in time if n8n sets no limit', async () => {
	const workflow = await service.activated();
	await service.control.seedRuns([{ count: 3 }]);
	const latency = { kind: 'latency', by: 'clock', ms: 120_000 } as const;
	await service.control.addFault({ ...latency, endpoint: 'query', times: 1 });
	await workflow.poll();
	expect(time.passed).toBe(45_000);
	expect(workflow.errors.map(({ message }) => message)).toEqual([
		expect.stringContaining('did not respond'),
	]);
	await workflow.poll();
	expect(workflow.items).toHaveLength(3);
});
