import { TELL_PROVIDER, TRY_LATER } from '../../nodes/DocScore/service/messages';
import { useDrivenTime } from '../harness/jest/drivenTime';
import { FileHost, withContent } from '../harness/sandbox/fileHost';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';
import { completedRunOf, download, errorItem, fileItem, linkTo } from './downloads';
import { factsOf } from './runs';

const node = new SandboxedNode();
useDrivenTime(node);
const host = new FileHost();

const completedRun = async (...names: string[]) => await completedRunOf(node, names);

const onHost = async (...names: string[]) => await linkTo(host, node, names);

describe('An expired link', () => {
	it('is read again once, just before the download of its file', async () => {
		const runs = [
			await completedRun('a.pdf', 'b.pdf', 'c.pdf'),
			await completedRun('d.pdf', 'e.pdf'),
		];
		await node.control.setDialect({ presignedTtlMs: 1_500 });
		await node.control.addFault({ endpoint: 'files', kind: 'latency', ms: 1_000, by: 'clock' });
		const { items, error } = await node.run({
			parameters: download({ maxConcurrentRequests: 1 }),
			items: runs,
		});
		expect(error).toBeUndefined();
		expect(items).toEqual([
			...['a.pdf', 'b.pdf', 'c.pdf'].map((name) => fileItem(runs[0] ?? { id: '' }, name, 0)),
			...['d.pdf', 'e.pdf'].map((name) => fileItem(runs[1] ?? { id: '' }, name, 1)),
		]);
		expect(await node.requestCounts()).toEqual({ details: 5, files: 8 });
	});

	it.each([401, 403, 410])('that is still rejected with %d is reported', async (status) => {
		const runs = [await completedRun('a.pdf'), await completedRun('b.pdf')];
		await onHost('a.pdf');
		host.answer(withContent(status, 'No'));
		const { items, errorItems } = await node.run({
			parameters: download(),
			items: runs,
			onError: 'continueErrorOutput',
		});
		expect(items).toEqual([fileItem(runs[1] ?? { id: '' }, 'b.pdf', 1)]);
		expect(errorItems).toEqual([
			errorItem(
				runs[0],
				`Could not download 'a.pdf' of run ${runs[0]?.id}. The file server rejected the download (status ${status})`,
				/^Try again .*: the link was new .*[^]*Run ID: .*\nRun name: Invoice 7$/,
			),
		]);
		expect(host.requests).toBe(2);
		expect(await node.requestCounts()).toEqual({ details: 3, files: 1 });
	});

	it('is not read again for a deleted file', async () => {
		const run = await completedRun('a.pdf');
		await onHost('a.pdf');
		host.answer(withContent(404, 'No'));
		const { error } = await node.run({ parameters: download(), items: [run] });
		expect(error?.message).toBe(
			`Could not download 'a.pdf' of run ${run.id}. The file server no longer has the file (status 404)`,
		);
		expect(host.requests).toBe(1);
		expect(await node.requestCounts()).toEqual({ details: 1 });
	});

	it('of a run that can no longer be read is reported with the reason', async () => {
		const run = await completedRun('a.pdf');
		await onHost('a.pdf');
		host.answer(withContent(403, 'No'));
		const fault = { endpoint: 'details', kind: 'status', status: 400, after: 1 } as const;
		await node.control.addFault({ ...fault, error: 'Index is closed' });
		const { error } = await node.run({ parameters: download(), items: [run] });
		expect(error?.message).toBe(
			`Could not download 'a.pdf' of run ${run.id}. The service rejected the request. The service says: Index is closed`,
		);
	});
});

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
