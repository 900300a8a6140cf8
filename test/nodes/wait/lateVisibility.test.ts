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

async function submit(): Promise<string> {
	const { items } = await node.run({ parameters: node.submission() });
	return String(items[0]?.json.id);
}

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

	it('is awaited for at most half a minute', async () => {
		await node.control.setDialect({ detailsAfterMs: 3_600_000 });
		const id = await submit();
		const { error } = await node.run(of('get', id));
		expect(error?.message).toBe(`Run not found: ${id}`);
		expect(time.passed).toBeGreaterThanOrEqual(25_000);
		expect(time.passed).toBeLessThanOrEqual(35_000);
	});
});

it('Wait reads an unknown run less and less often', async () => {
	const { error } = await node.run(of('wait', UNKNOWN_ID));
	expect(error).toMatchObject({ httpCode: '404' });
	expect((await node.requestCounts()).details).toBeLessThanOrEqual(8);
	expect(time.passed).toBeLessThanOrEqual(30_500);
});
