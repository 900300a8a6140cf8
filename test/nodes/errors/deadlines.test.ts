// Sources: service/deadline.ts
import { DocScore } from '../../../nodes/DocScore/DocScore.node';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { credentialTestContext } from '../../harness/n8n/contexts';
import { FileHost } from '../../harness/sandbox/fileHost';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { pause } from '../../node';
import { wavOf } from '../../sandbox/samples/audio';
import { completedRunOf, download, linkTo } from '../download/downloads';
import { get, wait } from '../runs';
import { upload, withFile } from '../recording/uploads';

const node = new SandboxedNode();
const time = useDrivenTime(node);
const host = new FileHost();
const { methods } = new DocScore();
const SECOND_MS = 1_000;

/** A byte a second, as gateways send to keep a connection. */
const trickle = { kind: 'trickle', ms: 600 * SECOND_MS, by: 'clock' } as const;

function expectPassed(seconds: number): void {
	expect(time.passed).toBeGreaterThanOrEqual(seconds * SECOND_MS);
	expect(time.passed).toBeLessThan((seconds + 3) * SECOND_MS);
}

describe('A response that trickles ends', () => {
	it.each([
		['run', 'details', get()],
		['list', 'query', { resource: 'run', operation: 'getAll' }],
	] as const)(
		'after 60 seconds for a %s, which is then read again',
		async (_, endpoint, parameters) => {
			const [id] = await node.control.seedRuns([{}]);
			await node.control.addFault({ ...trickle, endpoint, times: 1 });
			const { items } = await node.run({ parameters, items: [{ id }] });
			expect(items.map(({ json }) => json.id)).toEqual([id]);
			expectPassed(60);
			expect(await node.requestCounts()).toEqual({ [endpoint]: 2 });
		},
	);

	it.each([1, 3])('after 60 seconds for a submission, made once in %i tries', async (maxTries) => {
		await node.control.addFault({ ...trickle, endpoint: 'submit', after: 1, times: 1 });
		const { error } = await node.run({
			parameters: node.submission({ options: { maxConcurrentRequests: 1 } }),
			items: [{}, {}],
			maxTries,
		});
		expect(error?.message).toMatch(
			/^It is unknown whether the service accepted this submission\..*: The service did not respond within 60 seconds$/,
		);
		const [first] = await node.control.runs();
		expect(error?.description).toContain(`The service accepted these runs: ${first?.id}`);
		expect(await node.requestCounts()).toEqual({ submit: 2 });
		expect(time.passed).toBeLessThan(70 * SECOND_MS);
	});

	it('after 10 seconds for a look for runs that are waited for', async () => {
		const durations = { pendingMs: 500, processingMs: 1_000 };
		const ids = await node.control.seedRuns([{ count: 5, durations }]);
		await node.control.addFault({ ...trickle, endpoint: 'query', times: 1 });
		await node.control.addFault({ ...trickle, endpoint: 'details', times: 1 });
		const { items } = await node.run({ parameters: wait(), items: ids.map((id) => ({ id })) });
		expect(items.map(({ json }) => json.status)).toEqual(Array(5).fill('completed'));
		expect(time.passed).toBeLessThan(25 * SECOND_MS);
	});

	it('after 20 seconds for the test of the credential', async () => {
		await node.control.addFault({ ...trickle, ms: 30 * SECOND_MS, endpoint: 'query' });
		const data = node.credential;
		const credential = { id: '1', name: 'DocScore', type: 'docScoreApi', data };
		const test = methods.credentialTest.testDocScoreApi.call(credentialTestContext(), credential);
		expect(await test).toEqual({
			status: 'Error',
			message: expect.stringMatching(/^The service did not respond within 20 seconds/),
		});
		expectPassed(20);
		// n8n gives this test no means to abort its request.
		await time.pass(10 * SECOND_MS);
	});

	it('5 minutes after the last progress of an upload, which is not repeated', async () => {
		await node.control.addFault({ ...trickle, endpoint: 'recording', times: 1 });
		const { error } = await node.run({
			parameters: upload(),
			items: [withFile(wavOf(16_000), 'a.wav'), withFile(wavOf(16_000), 'b.wav')],
			maxTries: 2,
		});
		expect(error?.message).toMatch(/^It is unknown whether the service accepted this recording/);
		expect(await node.requestCounts()).toEqual({ recording: 2 });
		expect(time.passed).toBeGreaterThan(299 * SECOND_MS);
		expect(time.passed).toBeLessThan(310 * SECOND_MS);
	});

	it('never for an upload that advances', async () => {
		// The buffers of a connection hold less than three steps, and the last five are sent at once.
		const [content, stepBytes, slowSteps] = [wavOf(52_000_000), 4_000_000, 8];
		host.answer(async (response, request) => {
			let [read, steps] = [0, 0];
			for await (const part of request) {
				read += part.length;
				if (read < (steps + 1) * stepBytes || steps === slowSteps) continue;
				steps++;
				jest.advanceTimersByTime(95 * SECOND_MS);
				await pause(100);
			}
			response.end('{ "message": "Accepted" }');
		});
		const { items, error } = await node.run({
			parameters: upload(),
			items: [withFile(content, 'a.wav')],
			credential: { baseUrl: host.origin },
		});
		expect(error).toBeUndefined();
		expect(items).toMatchObject([{ json: { message: 'Accepted' } }]);
		expect(host.requests).toBe(1);
		expect(time.passed).toBeGreaterThanOrEqual(700 * SECOND_MS);
	});

	it('after a minute for a download that trickles', async () => {
		const run = await completedRunOf(node, ['a.pdf']);
		await node.control.addFault({ ...trickle, endpoint: 'files', times: 1 });
		const { items } = await node.run({ parameters: download(), items: [run] });
		expect(items).toHaveLength(1);
		expectPassed(60);
	});

	it('never for a download that advances', async () => {
		const run = await completedRunOf(node, ['a.pdf']);
		await linkTo(host, node, ['a.pdf']);
		host.answer(async (response) => {
			response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': 200_000 });
			for (let part = 0; part < 10; part++) {
				jest.advanceTimersByTime(40 * SECOND_MS);
				response.write(Buffer.alloc(20_000));
				// Long enough to be read on a busy machine, before time goes on.
				await pause(200);
			}
			response.end();
		});
		const { items } = await node.run({ parameters: download(), items: [run] });
		expect(items).toMatchObject([{ binary: { data: { fileName: 'a.pdf' } } }]);
		expect(host.requests).toBe(1);
	});
});
