import { BinaryDataService } from 'n8n-core';
import { TELL_PROVIDER, TRY_LATER } from '../../../nodes/DocScore/service/messages';
import { container } from '../../harness/n8n/container';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { completedRunOf, download, expectFirstFails, fileItem } from './downloads';
import { factsOf } from '../runs';

const node = new SandboxedNode();
useDrivenTime(node);
const between = new SandboxProxy(node);
const ID = '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18';

const completedRun = async (...names: string[]) => await completedRunOf(node, names);

describe('Files that cannot be downloaded', () => {
	const twoRuns = async () => {
		const runs = [await completedRun('a.pdf', 'b.pdf', 'c.pdf'), await completedRun('d.pdf')];
		await node.control.setDialect({
			fileLinks: { 'a.pdf': null, 'c.pdf': 'ftp://files.example.com/c.pdf' },
		});
		const first = runs[0] ?? { id: '' };
		const description = [
			`${TRY_LATER}.`,
			`The link to 'c.pdf' of run ${first.id} is not valid: 'ftp://files.example.com/c.pdf'.`,
			`${TELL_PROVIDER}.`,
		].join('\n');
		const told = {
			error: `The service returned no link to 'a.pdf' of run ${first.id}`,
			message: `${description}\n${factsOf(first.id, 'Invoice 7')}`,
		};
		return { runs, first, second: runs[1] ?? { id: '' }, told, description };
	};

	it('are all named, and the other files of the run are output', async () => {
		const { runs, first, second, told } = await twoRuns();
		const { items, errorItems } = await node.run({
			parameters: download(),
			items: runs,
			onError: 'continueErrorOutput',
		});
		expect(items).toEqual([fileItem(first, 'b.pdf', 0), fileItem(second, 'd.pdf', 1)]);
		expect(errorItems).toEqual([{ json: { ...first, ...told }, pairedItem: { item: 0 } }]);
	});

	it('do not remove the other files from the item of the run', async () => {
		const { runs, first, second, told } = await twoRuns();
		const { items, errorItems } = await node.run({
			parameters: download({ oneItem: true }),
			items: runs,
			onError: 'continueErrorOutput',
		});
		const oneFile = ({ id }: { id: string }, fileName: string, item: number) => ({
			json: {
				runId: id,
				runName: 'Invoice 7',
				files: [{ fileId: expect.any(String), fileName, field: 'data_0' }],
			},
			binary: { data_0: expect.objectContaining({ fileName }) },
			pairedItem: { item },
		});
		expect(items).toEqual([oneFile(first, 'b.pdf', 0), oneFile(second, 'd.pdf', 1)]);
		expect(errorItems).toEqual([{ json: { ...first, ...told }, pairedItem: { item: 0 } }]);
	});

	it('leave no item without files', async () => {
		const run = await completedRun('a.pdf');
		await node.control.setDialect({ fileLinks: { 'a.pdf': null } });
		const { items, errorItems } = await node.run({
			parameters: download({ oneItem: true }),
			items: [run],
			onError: 'continueErrorOutput',
		});
		expect(items).toEqual([]);
		expect(errorItems).toHaveLength(1);
	});

	it('fail the execution if the node does not continue', async () => {
		const { runs, told, description } = await twoRuns();
		const { items, error } = await node.run({ parameters: download(), items: runs });
		expect(items).toEqual([]);
		expect(error).toMatchObject({ message: told.error, description });
	});
});

describe('The error names what the service does not return:', () => {
	/** Downloads the files of a run, twice, of which no more is told than this. */
	async function errorOf(doc: object) {
		between.change = async () => await Promise.resolve({ status: 200, body: { doc } });
		const { error } = await node.run({
			parameters: download(),
			items: [{ id: ID }, { id: ID }],
			credential: between.credential,
		});
		return error?.message;
	}

	it.each([
		['the status of a run', { id: ID }, `Run ${ID} has no files yet: its status is unknown`],
		[
			'the link and the name of a file',
			{ id: ID, status: 'completed', supportingDocs: [{}] },
			`The service returned no link to an unnamed file of run ${ID}`,
		],
		[
			'a valid link to a file, of which it shows at most 200 characters',
			{
				id: ID,
				status: 'completed',
				supportingDocs: [{ filename: 'a.pdf', filenameUrl: `data:${'x'.repeat(300)}?sig=1` }],
			},
			`The link to 'a.pdf' of run ${ID} is not valid: 'data:${'x'.repeat(195)}'`,
		],
		[
			'the link of a file',
			{ id: ID, status: 'completed', supportingDocs: [{ id: 'f1' }] },
			`The service returned no link to 'f1' of run ${ID}`,
		],
	])('%s', async (_, doc, message) => {
		expect(await errorOf(doc)).toBe(message);
	});
});

describe('The binary data storage of n8n', () => {
	afterEach(() => jest.restoreAllMocks());

	it('is named as the cause if it is full, and the download is not repeated', async () => {
		const runs = [await completedRun('a.pdf'), await completedRun('b.pdf')];
		const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
			code: 'ENOSPC',
		});
		const service = container.get(BinaryDataService);
		const store = service.store.bind(service);
		jest.spyOn(service, 'store').mockImplementation(async (location, content, binary) => {
			if (binary.fileName !== 'a.pdf') return await store(location, content, binary);
			for await (const chunk of content) if (chunk) throw full;
			return binary;
		});
		await expectFirstFails(
			node,
			runs,
			`n8n could not store 'a.pdf' of run ${runs[0]?.id}`,
			/^The download itself worked\..*\nn8n says: ENOSPC: no space left on device, write\.\nRun ID: .*\nRun name: Invoice 7$/,
		);
		expect(await node.requestCounts()).toEqual({ details: 2, files: 2 });
	});
});
