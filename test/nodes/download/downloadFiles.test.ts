// Sources: resources/run/download/fetchFiles.ts
import type { INodeExecutionData } from 'n8n-workflow';
import { readStored } from '../../harness/n8n/binaryStore';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { hintsOf } from '../../harness/n8n/runNode';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { join, process, readFile } from '../../node';
import { factsOf, ofRun } from '../runs';

const node = new SandboxedNode();
useDrivenTime(node);
const download = ofRun('downloadFiles');

const sample = async (name: string) =>
	await readFile(join(process.cwd(), 'examples', 'samples', name));

/** A completed run with these sample files. */
async function completedRun(names: string[]): Promise<{ id: string }> {
	const urls = await Promise.all(
		names.map(async (name) => {
			const content = (await sample(name)).toString('base64');
			return await node.control.putFile(name, content, 'application/octet-stream');
		}),
	);
	const { items } = await node.run({ parameters: node.submission({ file_urls: urls.join('\n') }) });
	await node.control.advance(60_000);
	return { id: String(items[0]?.json.id) };
}

const content = async (item: INodeExecutionData | undefined, field: string): Promise<Buffer> => {
	const binary = item?.binary?.[field];
	if (!binary) throw new Error(`The item has no ${field}`);
	return await readStored(binary);
};

describe('Run: Download Files', () => {
	it('outputs one item for each file, with content, name and type, paired with its run', async () => {
		const both = await completedRun(['invoice.pdf', 'receipt.png']);
		const one = await completedRun(['receipt.png']);
		await node.control.clearRequests();
		const { items, error } = await node.run({ parameters: download(), items: [both, one] });
		expect(error).toBeUndefined();
		expect(items.map((item) => [item.json.runId, item.json.fileName, item.pairedItem])).toEqual([
			[both.id, 'invoice.pdf', { item: 0 }],
			[both.id, 'receipt.png', { item: 0 }],
			[one.id, 'receipt.png', { item: 1 }],
		]);
		expect(items[0]?.binary?.data).toMatchObject({
			fileName: 'invoice.pdf',
			mimeType: 'application/pdf',
			fileExtension: 'pdf',
		});
		expect(items[1]?.binary?.data?.mimeType).toBe('image/png');
		expect(await content(items[0], 'data')).toEqual(await sample('invoice.pdf'));
		expect(await content(items[2], 'data')).toEqual(await sample('receipt.png'));
		const requests = await node.control.requests();
		expect(requests.filter((request) => request.endpoint === 'files')).toEqual(
			Array.from({ length: 3 }, () =>
				expect.objectContaining({ authorization: 'none', status: 200 }),
			),
		);
	});

	it('says which runs have no files, and so no items', async () => {
		const ids = await node.control.seedRuns([{ files: [] }, { files: [] }]);
		const items = ids.map((id) => ({ id }));
		const each = await node.run({ parameters: download(), items });
		expect([each.items, each.error]).toEqual([[], undefined]);
		const list = ids.map((id, at) => `item ${at}: run ${id}`).join('; ');
		expect(hintsOf(each)).toEqual([`No item is output for 2 runs without files. ${list}.`]);
		const all = await node.run({ parameters: download({ options: { oneItem: true } }), items });
		expect([all.items.length, hintsOf(all)]).toEqual([2, []]);
	});

	it('puts all files of a run into one item if selected', async () => {
		const run = await completedRun(['invoice.pdf', 'receipt.png']);
		const { items } = await node.run({
			parameters: download({ binaryPropertyName: 'file', options: { oneItem: true } }),
			items: [run, run],
		});
		expect(items).toHaveLength(2);
		expect(items[0]?.json).toEqual({
			runId: run.id,
			runName: expect.any(String),
			files: [
				{ fileId: expect.any(String), fileName: 'invoice.pdf', field: 'file_0' },
				{ fileId: expect.any(String), fileName: 'receipt.png', field: 'file_1' },
			],
		});
		expect(await content(items[1], 'file_1')).toEqual(await sample('receipt.png'));
	});

	it('reads each run right before its files, because links expire', async () => {
		await node.control.setDialect({ presignedTtlMs: 15_000 });
		const run = await completedRun(['receipt.png']);
		await node.control.clearRequests();
		await node.control.addFault({ endpoint: 'files', kind: 'latency', ms: 10_000, by: 'clock' });
		const { error } = await node.run({
			parameters: download({ options: { maxConcurrentRequests: 1 } }),
			items: [run, run, run],
		});
		expect(error).toBeUndefined();
		expect(await node.requestCounts()).toEqual({ details: 3, files: 3 });
	});

	it.each(['cutBefore', 'cutAfter'] as const)('retries if the connection is %s', async (kind) => {
		const run = await completedRun(['receipt.png']);
		await node.control.addFault({ endpoint: 'files', kind, times: 2 });
		const { items } = await node.run({ parameters: download(), items: [run] });
		expect(await content(items[0], 'data')).toEqual(await sample('receipt.png'));
	});

	it('says that an unfinished run has no files', async () => {
		const ids = await node.control.seedRuns([
			{ status: 'processing' },
			{ status: 'failed', filename: 'Torn', failureReason: 'Page 2 is blank' },
		]);
		const { errorItems } = await node.run({
			parameters: download(),
			items: ids.map((id) => ({ id })),
			onError: 'continueErrorOutput',
		});
		const [open, failed] = ids;
		expect(errorItems.map(({ json }) => json)).toEqual([
			{
				id: open,
				error: `Run ${open} has no files yet: its status is processing`,
				message: [
					'Only completed runs have files. Add a DocScore node with the operation Wait before this node',
					factsOf(open, 'Run 1'),
				].join('\n'),
			},
			{
				id: failed,
				error: `Run ${failed} has no files because it failed`,
				message: [
					'Failed runs have no files. Fix the document, then submit it again.',
					'The service says: Page 2 is blank.',
					factsOf(failed, 'Torn'),
					'Failure reason: Page 2 is blank',
				].join('\n'),
			},
		]);
	});

	it.each([
		['={{ "" }}', {}],
		['={{ $json.at === 0 ? " " : $json.none ?? "" }}', { oneItem: true }],
	])('needs a field for the files, before it reads any run: %s', async (field, options) => {
		const { items, errorItems } = await node.run({
			parameters: download({ binaryPropertyName: field, options }),
			items: [0, 1].map((at) => ({ at, id: '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18' })),
			onError: 'continueErrorOutput',
		});
		expect(items).toEqual([]);
		const error = "'Put Output File in Field' is empty";
		const message = expect.stringMatching(/^Enter a field name/);
		expect(errorItems.map(({ json }) => json)).toEqual(
			[0, 1].map((at) => expect.objectContaining({ at, error, message })),
		);
		expect(await node.requestCounts()).toEqual({});
	});

	it('outputs nothing for a run without files', async () => {
		const [id] = await node.control.seedRuns([{ status: 'completed' }]);
		const { items, error } = await node.run({ parameters: download(), items: [{ id }] });
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
	});
});
