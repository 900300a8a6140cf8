import { useDrivenTime } from '../../harness/jest/drivenTime';
import { logger } from '../../harness/n8n/container';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { wavOf } from '../../sandbox/samples/audio';
import { upload, withFile } from '../recording/uploads';

const node = new SandboxedNode();
const time = useDrivenTime(node);

it.each([
	[3, '3 documents', 'stopWorkflow'],
	[1, '1 document', 'continueErrorOutput'],
] as const)(
	"n8n's log says how many documents were accepted before the execution was stopped: %i",
	async (count, accepted, onError) => {
		await node.control.setRunPlan({ pendingMs: 0, processingMs: 600_000 });
		const warn = jest.spyOn(logger, 'warn');
		const parameters = node.submission({ operation: 'submitAndWait' });
		const { finished, cancel } = node.start({
			parameters,
			items: Array.from({ length: count }, () => ({})),
			onError,
		});
		await time.pass(30_000);
		cancel();
		time.flow();
		await finished;
		const said = warn.mock.calls.map(([message]) => message);
		warn.mockRestore();
		expect(said).toContainEqual(
			expect.stringMatching(
				new RegExp(
					`^The execution was stopped after the service accepted ${accepted}\\. Before you submit again, find their runs with Get Many: by their creation time or, if Tag With Execution is on, by the metadata n8n_execution_id \\S+\\.$`,
				),
			),
		);
	},
);

it("n8n's log says of how many documents it is unknown whether they were accepted", async () => {
	await node.control.addFault({ endpoint: 'submit', kind: 'latency', by: 'clock', ms: 20_000 });
	const warn = jest.spyOn(logger, 'warn');
	const { finished, cancel } = node.start({ parameters: node.submission(), items: [{}, {}] });
	await time.pass(10_000);
	cancel();
	time.flow();
	await finished;
	const said = warn.mock.calls.map(([message]) => message);
	warn.mockRestore();
	expect(said).toEqual([
		expect.stringMatching(
			/^The execution was stopped after the service accepted 0 documents and perhaps 2 more\. Before you/,
		),
	]);
});

it("n8n's log says which recordings were accepted before the execution was stopped", async () => {
	await node.control.addFault({ endpoint: 'recording', kind: 'latency', by: 'clock', ms: 20_000 });
	const warn = jest.spyOn(logger, 'warn');
	const { finished, cancel } = node.start({
		parameters: upload({ options: { maxConcurrentRequests: 1 } }),
		items: ['a', 'b', 'c', 'd'].map((name) => withFile(wavOf(80), `${name}.wav`)),
	});
	await time.pass(50_000);
	cancel();
	time.flow();
	await finished;
	const said = warn.mock.calls.map(([message]) => message);
	warn.mockRestore();
	expect(said).toEqual([
		'The execution was stopped after the service accepted the recordings of these items: 0, 1. Do not upload them again.',
		'The execution was stopped while the recordings of these items were uploaded: 2. Look for them in the dashboard before you upload them again.',
	]);
	expect(await node.control.recordings()).toHaveLength(2);
});

it('a wait ends within a second after the execution is stopped, and asks no more', async () => {
	await node.control.setRunPlan({ stuck: 'pending' });
	const parameters = node.submission({ operation: 'submitAndWait' });
	const { finished, cancel } = node.start({ parameters, items: [{}, {}] });
	const ended = finished.then(
		() => time.passed,
		() => time.passed,
	);
	await time.pass(2_500);
	const before = await node.requestCounts();
	expect(before).toEqual({ submit: 2, details: 4 });
	cancel();
	time.flow();
	expect(await ended).toBeLessThan(3_500);
	await time.pass(1_000);
	expect(jest.getTimerCount()).toBe(0);
	await time.pass(60_000);
	expect(await node.requestCounts()).toEqual(before);
});
