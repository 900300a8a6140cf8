import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { UNKNOWN_ID } from '../runs';

const node = new SandboxedNode();
const time = useDrivenTime(node);

const of = (operation: string, runId: unknown) => ({
	parameters: {
		resource: 'run',
		operation,
		runId: { __rl: true, mode: 'id', value: String(runId) },
	},
});

describe('A run that the service shows late', () => {
	beforeEach(async () => {
		await node.control.setDialect({ detailsAfterMs: 5_000, listedAfterMs: 5_000 });
		await node.control.setRunPlan({
			pendingMs: 0,
			processingMs: 0,
			fixedResult: { outputSchema: {} },
		});
	});

	it.each(['get', 'downloadFiles'])('is awaited by %s', async (operation) => {
		const url = await node.control.putFile(
			'a.pdf',
			Buffer.from('%PDF-').toString('base64'),
			'application/pdf',
		);
		const { items } = await node.run({ parameters: node.submission({ file_urls: url }) });
		const { error } = await node.run(of(operation, items[0]?.json.id));
		expect(error).toBeUndefined();
		expect(time.passed).toBeLessThan(9_000);
	});

	it('is not awaited by get if this process did not submit it', async () => {
		const { error } = await node.run(of('get', UNKNOWN_ID));
		expect(error?.message).toBe(`Run not found: ${UNKNOWN_ID}`);
		expect(time.passed).toBe(0);
	});
});
