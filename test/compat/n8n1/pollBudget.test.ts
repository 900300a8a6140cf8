import { PollingWorkflow } from '../../harness/n8n/pollingWorkflow';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const service = new SandboxedNode();

test('a poll ends by itself, since n8n 1.x does not tell how long it may take', async () => {
	const workflow = new PollingWorkflow({ credential: service.credential });
	await workflow.activate();
	await service.control.seedRuns([{ count: 3 }]);
	await service.control.addFault({ kind: 'latency', ms: 120_000, endpoint: 'query', times: 1 });
	const startedAt = Date.now();
	await workflow.poll();
	expect(Date.now() - startedAt).toBeLessThan(45_000);
	expect(workflow.errors.map(({ message }) => message)).toEqual([
		expect.stringContaining('did not answer'),
	]);
	await workflow.poll();
	expect(workflow.items).toHaveLength(3);
});
