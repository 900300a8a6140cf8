// Sources: engine/runItems.ts
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { store, useFileStore, watchOpenFiles } from '../../harness/n8n/binaryStore';
import { turnsDuring } from '../../harness/jest/eventLoop';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { wavOf } from '../../sandbox/samples/audio';
import { upload } from '../recording/uploads';

const node = new SandboxedNode();

const wav = { fileName: 'call.wav', mimeType: 'audio/wav' };
const text = { fileName: 'notes.wav', mimeType: 'audio/wav' };

/** Recordings in n8n's file store, followed by a file that is not a recording. */
async function recordingsAndText(recordings: number): Promise<INodeExecutionData[]> {
	const call = await store([wavOf(800)], wav);
	const notes = await store([Buffer.from('not a call')], text);
	const files = [...Array.from({ length: recordings }, () => call), notes];
	return files.map((data) => ({ json: {}, binary: { data } }));
}

/** An expression with a wrong value for the last item only. */
const wrongAtLast = (right: string | number | boolean, wrong: string | number) =>
	`={{ $itemIndex === 29 ? ${JSON.stringify(wrong)} : ${JSON.stringify(right)} }}`;

const THIRTY: IDataObject[] = Array.from({ length: 30 }, (_, n) => ({ n }));

describe('Before anything is sent', () => {
	beforeAll(useFileStore);
	afterEach(() => jest.restoreAllMocks());

	it('the files of 1,500 items are read, at most 16 at once', async () => {
		const items = await recordingsAndText(1_500);
		const files = watchOpenFiles();
		const { error } = await node.run({ parameters: upload(), items });
		expect(error?.context.itemIndex).toBe(1_500);
		expect(files.most()).toBeLessThanOrEqual(16);
		expect(files.opened()).toBe(1_501);
		expect(await node.requestCounts()).toEqual({});
	});

	it('thousands of items are checked, which leaves turns of the event loop to others', async () => {
		const turnsFor = async (count: number) =>
			await turnsDuring(
				node.run({
					parameters: { resource: 'run', operation: 'get', runId: 'no ID' },
					items: Array.from({ length: count }, () => ({})),
					onError: 'continueRegularOutput',
				}),
			);
		const turns = await turnsFor(1);
		expect(await turnsFor(3_000)).toBeGreaterThan(turns + 10);
		expect(await node.requestCounts()).toEqual({});
	});

	const runId = { __rl: true, mode: 'id', value: '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18' };
	it.each<[string, INodeParameters, string]>([
		['submitAndWait', { options: { maxWait: wrongAtLast(1, -1) } }, 'Max Wait (Minutes)'],
		['wait', { runId, options: { failedRun: wrongAtLast('error', 'x') } }, 'When a Run Fails'],
		['get', { runId, output: wrongAtLast('simplified', 'x') }, "'Output' has an unknown option"],
		['getAll', { filters: { status: wrongAtLast('failed', 'x') } }, "'Status' has an unknown"],
		['downloadFiles', { runId: { ...runId, value: wrongAtLast(runId.value, 'x') } }, "'Run'"],
		[
			'get',
			{ resource: 'template', extraction_template_id: wrongAtLast(runId.value, 'x') },
			"'Template'",
		],
	])('%s validates the parameters of all items: %j', async (operation, parameters, message) => {
		const { error } = await node.run({
			parameters: node.submission({ operation, ...parameters }),
			items: THIRTY,
		});
		expect(error?.message).toContain(message);
		expect(error?.context.itemIndex).toBe(29);
		expect(await node.requestCounts()).toEqual({});
	});
});

describe('With Continue', () => {
	it.each([
		['an option out of range', '={{ $itemIndex === 0 ? 0 : 20 }}', 'is too low: 0'],
		[
			'an expression that throws',
			'={{ $itemIndex === 0 ? $("Nobody").first().json.n : 20 }}',
			"Referenced node doesn't exist",
		],
	])('%s fails only its item', async (_, maxConcurrentRequests, message) => {
		const { items, errorItems, error } = await node.run({
			parameters: node.submission({ options: { maxConcurrentRequests } }),
			items: THIRTY,
			onError: 'continueErrorOutput',
		});
		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			THIRTY.slice(1).map((_item, index) => ({ item: index + 1 })),
		);
		expect(errorItems).toMatchObject([
			{ json: { n: 0, error: expect.stringContaining(message) }, pairedItem: { item: 0 } },
		]);
		expect(await node.requestCounts()).toEqual({ submit: 29 });
	});
});

describe('An unusable credential', () => {
	const credential = { baseUrl: 'api.example.com' };
	const WRONG = "'Base URL' must start with https://: 'api.example.com'";
	const runId = { __rl: true, mode: 'id', value: "={{ $json.n === 1 ? 'no ID' : $json.id }}" };
	const get = { resource: 'run', operation: 'get', runId };
	const items = [0, 1].map((n) => ({ n, id: '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18' }));

	it('is reported once, and for no item', async () => {
		const { error } = await node.run({ parameters: node.submission(), items, credential });
		expect(error?.message).toBe(WRONG);
		expect(error?.description).not.toContain(WRONG);
		expect(error?.context.itemIndex).toBeUndefined();
	});

	it.each([
		['Submit', () => node.submission()],
		['Get', () => ({ ...get, runId: { ...runId, value: '={{ $json.id }}' } })],
	])('is an error of each item of %s if the node continues', async (_, parametersOf) => {
		const [parameters, onError] = [parametersOf(), 'continueErrorOutput'] as const;
		const run = await node.run({ parameters, items, credential, onError });
		expect(run.items).toEqual([]);
		expect(run.errorItems.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
			[WRONG, { item: 0 }],
			[WRONG, { item: 1 }],
		]);
	});

	it('leaves an item its own error', async () => {
		const onError = 'continueErrorOutput';
		const { errorItems } = await node.run({ parameters: get, items, credential, onError });
		expect(errorItems.map(({ json }) => json.error)).toEqual([
			WRONG,
			"'Run' cannot be a name: 'no ID'",
		]);
	});

	it('is not reported if an item is invalid, because nothing is sent', async () => {
		const { error } = await node.run({ parameters: get, items, credential });
		expect(error?.message).toBe("'Run' cannot be a name: 'no ID'");
		expect(error?.context.itemIndex).toBe(1);
		expect(error?.description).not.toContain('Base URL');
	});
});

test('an operation that the node does not have is an error, of each item if the node continues', async () => {
	const run = { parameters: { resource: 'run', operation: 'rename' }, items: [{}, {}] };
	const told = "Unknown operation 'rename' of 'run'";
	expect((await node.run(run)).error).toMatchObject({
		message: told,
		description: 'Select a resource and an operation',
	});
	const { errorItems } = await node.run({ ...run, onError: 'continueErrorOutput' });
	expect(errorItems.map(({ json }) => json.error)).toEqual([told, told]);
	expect(await node.requestCounts()).toEqual({});
});
