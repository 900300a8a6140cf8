import { byKey } from '../../harness/deduplication';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { logger } from '../../harness/n8n/container';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { get, UNKNOWN_ID } from '../runs';

const node = new SandboxedNode();
useDrivenTime(node);

/** The lines of fixed form in n8n's log while the node runs, with what n8n adds. */
async function logged(run: Parameters<typeof node.run>[0]) {
	const info = jest.spyOn(logger, 'info');
	await node.run(run);
	const calls = info.mock.calls.filter(([line]) => String(line).startsWith('docscore '));
	info.mockRestore();
	return calls;
}

const linesOf = (calls: Awaited<ReturnType<typeof logged>>) => calls.map(([line]) => line);

describe("n8n's log has a line of fixed form for each run of the node", () => {
	it('counts submitted, found, failed and waited documents', async () => {
		await node.control.setRunPlan({ fixedResult: { outputSchema: {} } });
		const parameters = node.submission({
			operation: 'submitAndWait',
			file_urls: '={{ $json.url }}',
			options: byKey('={{ $json.key }}'),
		});
		const url = 'https://files.example.com/a.pdf';
		const items = [
			{ url, key: 'a' },
			{ url, key: 'a' },
			{ url, key: 'b' },
			{ url: 'none', key: 'c' },
		];
		const calls = await logged({ parameters, items, onError: 'continueRegularOutput' });
		expect(linesOf(calls)).toEqual(['docscore submitted=2 reused=1 failed=1 waited=3']);
		expect(calls[0]?.[1]).toEqual({
			nodeName: 'DocScore',
			executionId: expect.any(String),
			workflowId: expect.any(String),
		});
	});

	it('even if the node fails, and without what was remembered from an earlier try', async () => {
		const fault = { kind: 'status', status: 400, endpoint: 'submit' } as const;
		await node.control.addFault({ ...fault, after: 1, times: 1 });
		const options = { maxConcurrentRequests: 1 };
		const url = "={{ 'https://files.example.com/' + $itemIndex + '.pdf' }}";
		const calls = await logged({
			parameters: node.submission({ file_urls: url, options }),
			items: [{}, {}],
			maxTries: 2,
		});
		expect(linesOf(calls)).toEqual([
			'docscore submitted=1 reused=0 failed=1 waited=0',
			'docscore submitted=1 reused=0 failed=0 waited=0',
		]);
	});

	it('of an operation that only reads', async () => {
		const calls = await logged({ parameters: get({ runId: UNKNOWN_ID }), items: [{}] });
		expect(linesOf(calls)).toEqual(['docscore submitted=0 reused=0 failed=1 waited=0']);
	});
});
