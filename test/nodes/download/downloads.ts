import type { FileHost } from '../../harness/sandbox/fileHost';
import type { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { join, process, readFile } from '../../node';
import { RUN_OF_ITEM } from '../runs';

/** Shared by tests of downloads. */
export const download = (options = {}) => ({
	resource: 'run',
	operation: 'downloadFiles',
	runId: RUN_OF_ITEM,
	options,
});

/** A completed run with files of these names. */
export async function completedRunOf(
	node: SandboxedNode,
	names: string[],
): Promise<{ id: string }> {
	const invoice = await readFile(join(process.cwd(), 'examples', 'samples', 'invoice.pdf'));
	const content = invoice.toString('base64');
	const urls: string[] = [];
	for (const name of names) {
		urls.push(await node.control.putFile(name, content, 'application/pdf'));
	}
	const parameters = node.submission({
		file_urls: urls.join('\n'),
		additionalFields: { run_id: 'Invoice 7' },
	});
	const { items } = await node.run({ parameters });
	await node.control.advance(60_000);
	await node.control.clearRequests();
	return { id: String(items[0]?.json.id) };
}

export const fileItem = (run: { id: string }, fileName: string, item: number) => ({
	json: { runId: run.id, runName: 'Invoice 7', fileId: expect.any(String), fileName },
	binary: { data: expect.objectContaining({ fileName, mimeType: 'application/pdf' }) },
	pairedItem: { item },
});

/** The error item of a run whose file could not be downloaded. */
export async function expectFirstFails(
	node: SandboxedNode,
	runs: Array<{ id: string }>,
	error: string,
	message: RegExp,
): Promise<void> {
	const { items, errorItems } = await node.run({
		parameters: download(),
		items: runs,
		onError: 'continueErrorOutput',
	});
	expect(items).toEqual([fileItem(runs[1] ?? { id: '' }, 'b.pdf', 1)]);
	const json = { id: runs[0]?.id, error, message: expect.stringMatching(message) };
	expect(errorItems).toEqual([{ json, pairedItem: { item: 0 } }]);
}

/** Makes the service return links to the test's host, by file name. */
export async function linkTo(host: FileHost, node: SandboxedNode, names: string[]): Promise<void> {
	const fileLinks = Object.fromEntries(names.map((name) => [name, `${host.origin}/${name}`]));
	await node.control.setDialect({ fileLinks });
}
