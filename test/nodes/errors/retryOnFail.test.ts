import { byKey } from '../../harness/deduplication';
import type { INodeExecutionData } from 'n8n-workflow';
import { readFile } from '../../node';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { nodeOf } from '../../harness/n8n/nodeOf';
import { nodeTypes } from '../../harness/n8n/runNode';
import { startWorkflow } from '../../harness/n8n/workflow';
import { SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { RETRY_SCENARIOS, type RetryScenario } from '../../harness/sandbox/retries';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { wavOf } from '../../sandbox/samples/audio';
import { upload, withFile } from '../recording/uploads';

const node = new SandboxedNode();
const between = new SandboxProxy(node);
const time = useDrivenTime(node);

const TRIES = 3;
const SOON = { pendingMs: 1_000, processingMs: 5_000 };
const rejection = { kind: 'status', status: 400, error: 'Busy', endpoint: 'submit' } as const;
const oneByOne = { options: { maxConcurrentRequests: 1 } };

const documents = (count: number, areEqual = false): INodeExecutionData[] =>
	Array.from({ length: count }, (_, at) =>
		withFile(wavOf(16_000), `call-${areEqual ? 0 : at}.wav`),
	);

const idsOf = async () => (await node.control.runs()).map(({ id }) => id);

async function play(scenario: RetryScenario) {
	const { parameters, documents: count, areEqual, faults, plan, onError } = scenario;
	if (plan) await node.control.setRunPlan(plan);
	for (const fault of faults ?? []) await node.control.addFault(fault);
	const isUpload = parameters.operation === 'upload';
	return await node.run({
		parameters: isUpload ? upload(parameters) : node.submission(parameters),
		items: documents(count, areEqual),
		maxTries: TRIES,
		onError,
	});
}

describe("With n8n's Retry On Fail, each document is submitted once if", () => {
	it.each(RETRY_SCENARIOS)('$name', async (scenario) => {
		const { made, documents: count, outputs } = scenario;
		const run = await play(scenario);
		const runs = await node.control.runs();
		expect(runs.length + (await node.control.recordings()).length).toBe(made);
		expect(run.items.length + run.errorItems.length).toBe(outputs);
		expect(run.error === undefined).toBe(outputs > 0);
		// Only requests that were certainly rejected are sent again.
		const { submit = 0, recording = 0 } = await node.requestCounts();
		const rejected = scenario.faults?.find(({ kind }) => kind === 'status')?.times ?? 0;
		expect(submit + recording).toBe(count + rejected);
	});
});

describe("A further try of n8n's Retry On Fail", () => {
	it('outputs what an earlier try submitted, in the same form', async () => {
		await node.control.addFault({ ...rejection, after: 2, times: 2 });
		const { items } = await node.run({
			parameters: node.submission({
				additionalFields: { run_id: '=Document {{ $itemIndex }}' },
				...oneByOne,
			}),
			items: [{}, {}, {}, {}],
			maxTries: TRIES,
		});
		const runs = await node.control.runs();
		expect(items).toMatchObject(
			[0, 1, 2, 3].map((item) => ({
				json: {
					id: runs.find(({ filename }) => filename === `Document ${item}`)?.id,
					deduplicated: false,
				},
				pairedItem: { item },
			})),
		);
	});

	it('recognizes its items by position, even if their expressions return other values', async () => {
		await node.control.addFault({ ...rejection, after: 1, times: 1 });
		const { items } = await node.run({
			parameters: node.submission({
				additionalFields: { run_id: '=At {{ $now.toMillis() }}' },
				...oneByOne,
			}),
			items: [{}, {}],
			maxTries: TRIES,
		});
		expect(items.map(({ json }) => json.id).sort()).toEqual((await idsOf()).sort());
		expect(items).toHaveLength(2);
	});

	it('finds a run with an unknown outcome by its deduplication key, if lists show it late', async () => {
		await node.control.setDialect({ listedAfterMs: 17_000 });
		await node.control.setRunPlan({ stuck: 'pending' });
		await node.control.addFault({ kind: 'cutAfter', endpoint: 'submit', times: 1 });
		const { items, error } = await node.run({
			parameters: node.submission({ options: byKey('=late {{ $itemIndex }}') }),
			items: [{}, {}],
			maxTries: 5,
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.id).sort()).toEqual((await idsOf()).sort());
		expect(items).toHaveLength(2);
	});

	it('submits every run again that failed by then, however many', async () => {
		await node.control.setRunPlan({ ...SOON, fixedResult: { failureReason: 'busy' } });
		const { finished } = node.start({
			parameters: node.submission({ operation: 'submitAndWait' }),
			items: Array.from({ length: 10 }, () => ({})),
			maxTries: 2,
		});
		await time.pass(3_000);
		await node.control.setRunPlan({ ...SOON, fixedResult: { outputSchema: {} } });
		time.flow();
		const { items, error } = await finished;
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.status)).toEqual(items.map(() => 'completed'));
		expect([items.length, (await idsOf()).length]).toEqual([10, 20]);
	});

	it('submits again only runs that the service failed', async () => {
		const content = (await readFile('examples/samples/invoice.pdf')).toString('base64');
		const url = await node.control.putFile('invoice.pdf', content, 'application/pdf');
		const { error } = await node.run({
			parameters: node.submission({ operation: 'submitAndWait', file_urls: '={{ $json.url }}' }),
			items: [{ url }, { url: 'https://files.example.com/none.pdf' }, { url }],
			maxTries: TRIES,
		});
		const runs = await node.control.runs();
		const again = runs.filter(({ fileUrls }) => fileUrls[0]?.endsWith('none.pdf'));
		expect([runs.length, again.length]).toEqual([2 + TRIES, TRIES]);
		expect(error?.message).toContain('failed');
		const [first, second, last] = again.map(({ id }) => id);
		const accepted = runs.filter((run) => !again.includes(run)).map(({ id }) => id);
		expect(error?.description).toContain(`The service accepted other runs: ${accepted.join(', ')}`);
		expect(error?.description).toContain(`Runs that failed in earlier tries: ${first}, ${second}`);
		expect(error?.description).toContain(`Run ID: ${last}`);
	});

	it('lists the runs of all tries in the final error', async () => {
		// The first try submits two documents. The last try is rejected at once because of the key.
		await node.control.addFault({ ...rejection, after: 2, times: 1 });
		let tries = 0;
		between.change = async ({ path }, pass) => {
			if (path.endsWith('submit') && ++tries > 3) return { status: 401, body: { error: 'Who?' } };
			return await pass();
		};
		const { error } = await node.run({
			parameters: node.submission({ operation: 'submitAndWait', ...oneByOne }),
			items: [{}, {}, {}],
			credential: between.credential,
			maxTries: TRIES,
		});
		expect(error?.message).toBe('The service rejected the API Key');
		const told = (await idsOf()).join(', ');
		expect(told).toMatch(/^\S{36}, \S{36}$/);
		expect(error?.description).toContain(`The service accepted these runs: ${told}`);
	});

	it('outputs the response of an upload that n8n treated as a failure', async () => {
		between.change = async (_, pass) => {
			const { status } = await pass();
			return { status, body: { message: 'Accepted', error: 'low quality' } };
		};
		const { items } = await node.run({
			parameters: upload(),
			items: documents(2),
			credential: between.credential,
			maxTries: TRIES,
		});
		expect(items.map(({ json }) => [json.message, json.error])).toEqual([
			['Accepted', 'low quality'],
			['Accepted', 'low quality'],
		]);
		expect(await node.control.recordings()).toHaveLength(2);
	});
});

describe('A document is submitted again', () => {
	it('by another execution', async () => {
		const setup = { parameters: node.submission(), items: [{}, {}], maxTries: TRIES };
		await node.run(setup);
		await node.run(setup);
		expect(await node.control.runs()).toHaveLength(4);
	});

	it('if the node runs twice in one execution, as in a loop', async () => {
		const ours = nodeOf('DocScore', 'n8n-nodes-docscore.docScore', {
			parameters: node.submission(),
			credentials: { docScoreApi: { id: '1', name: 'DocScore' } },
			retryOnFail: true,
			maxTries: TRIES,
		});
		const to = (name: string) => ({ node: name, type: 'main', index: 0 }) as const;
		const { data } = await startWorkflow(
			{
				name: 'Twice',
				settings: { executionOrder: 'v1' },
				nodes: [
					nodeOf('Items', 'n8n-nodes-base.manualTrigger'),
					nodeOf('Other', 'n8n-nodes-base.noOp'),
					ours,
				],
				connections: {
					Items: { main: [[to('DocScore'), to('Other')]] },
					Other: { main: [[to('DocScore')]] },
				},
				pinData: { Items: [{ json: {} }, { json: {} }] },
			},
			nodeTypes,
			node.credential,
		);
		expect(data.resultData.runData.DocScore).toHaveLength(2);
		expect(await node.control.runs()).toHaveLength(4);
	});
});
