import { useDrivenTime } from '../../harness/jest/drivenTime';
import { logger } from '../../harness/n8n/container';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const time = useDrivenTime(node);

it("n8n's log says how many documents were accepted before the execution was stopped", async () => {
	await node.control.setRunPlan({ pendingMs: 0, processingMs: 600_000 });
	const warn = jest.spyOn(logger, 'warn');
	const parameters = node.submission({ operation: 'submitAndWait' });
	const { finished, cancel } = node.start({ parameters, items: [{}, {}, {}] });
	await time.pass(30_000);
	cancel();
	time.flow();
	await finished;
	const said = warn.mock.calls.map(([message]) => message);
	warn.mockRestore();
	expect(said).toContainEqual(
		expect.stringMatching(
			/^The execution was stopped after the service accepted 3 documents\. Before you submit again, find their runs with Get Many: by their creation time or, if Tag With Execution is on, by the metadata n8n_execution_id \S+\.$/,
		),
	);
});
