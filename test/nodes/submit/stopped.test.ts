import { useDrivenTime } from '../../harness/jest/drivenTime';
import { logger } from '../../harness/n8n/container';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { wavOf } from '../../sandbox/samples/audio';
import { upload, withFile } from '../recording/uploads';

const node = new SandboxedNode();
const time = useDrivenTime(node);

/** What n8n's log warns of if the execution is stopped after so many ms. */
async function warnings(run: Parameters<typeof node.start>[0], ms: number): Promise<string[]> {
	const warn = jest.spyOn(logger, 'warn');
	const { finished, cancel } = node.start(run);
	await time.pass(ms);
	cancel();
	time.flow();
	await finished;
	const said = warn.mock.calls.map(([message]) => String(message));
	warn.mockRestore();
	return said;
}

const FIND =
	/^Before you submit again, find their runs with Get Many: by their creation time or, if Tag With Execution is on, by the metadata n8n_execution_id \S+\.$/;

const latency = { kind: 'latency', by: 'clock', ms: 20_000 } as const;

describe("n8n's log says, when the execution is stopped,", () => {
	it.each([
		[3, '3 documents', 'stopWorkflow'],
		[1, '1 document', 'continueErrorOutput'],
	] as const)('how many documents were accepted: %i', async (count, accepted, onError) => {
		await node.control.setRunPlan({ pendingMs: 0, processingMs: 600_000 });
		const parameters = node.submission({ operation: 'submitAndWait' });
		const items = Array.from({ length: count }, () => ({}));
		const said = await warnings({ parameters, items, onError }, 30_000);
		const told = `The execution was stopped after the service accepted ${accepted}. `;
		const [advice] = said.flatMap((each) => each.split(told).slice(1));
		expect(advice).toMatch(FIND);
	});

	it.each([
		{ documents: 1, atOnce: 10, ms: 10_000, told: 'perhaps accepted 1 document' },
		{ documents: 3, atOnce: 10, ms: 10_000, told: 'perhaps accepted 3 documents' },
		{ documents: 3, atOnce: 1, ms: 50_000, told: 'accepted 2 documents and perhaps 1 more' },
	])('how many may have been accepted: $told', async ({ documents, atOnce, ms, told }) => {
		await node.control.addFault({ ...latency, endpoint: 'submit' });
		const parameters = node.submission({ options: { maxConcurrentRequests: atOnce } });
		const items = Array.from({ length: documents }, () => ({}));
		const said = `The execution was stopped after the service ${told}. Before you submit again`;
		expect(await warnings({ parameters, items }, ms)).toEqual([expect.stringContaining(said)]);
	});

	it('which recordings were accepted, and which may have been', async () => {
		await node.control.addFault({ ...latency, endpoint: 'recording' });
		const parameters = upload({ options: { maxConcurrentRequests: 1 } });
		const items = ['a', 'b', 'c', 'd'].map((name) => withFile(wavOf(80), `${name}.wav`));
		expect(await warnings({ parameters, items }, 50_000)).toEqual([
			'The execution was stopped after the service accepted the recordings of these items: 0, 1. Do not upload them again.',
			'The execution was stopped while the recordings of these items were uploaded: 2. Look for them in the dashboard before you upload them again.',
		]);
		expect(await node.control.recordings()).toHaveLength(2);
	});
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
