import { useDrivenTime } from '../harness/jest/drivenTime';
import { FileHost, withContent } from '../harness/sandbox/fileHost';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';
import { download, linkTo } from './downloads';

const node = new SandboxedNode();
useDrivenTime(node);
const host = new FileHost();

/** Sends these headers and the start of a file, then cuts the connection. */
const cutAfterStart =
	(headers: Record<string, number>): Parameters<typeof host.answer>[0] =>
	(response) => {
		response.writeHead(200, { 'content-type': 'application/pdf', ...headers });
		response.write(Buffer.alloc(2_000), () => response.destroy());
	};

async function downloadTwo(parameters = download()) {
	await linkTo(host, node, ['a.pdf']);
	const runs = [
		{ status: 'completed' as const, files: ['a.pdf'] },
		{ status: 'completed' as const },
	];
	const items = (await node.control.seedRuns(runs)).map((id) => ({ id }));
	return await node.run({ parameters, items });
}

describe('An interrupted download', () => {
	it.each([
		['of a small file begins three times', { 'content-length': 100_000 }, 3],
		['of 9 MB begins three times', { 'content-length': 9_000_000 }, 3],
		['of 10 MB begins twice', { 'content-length': 10_000_000 }, 2],
		['of 90 MB begins twice', { 'content-length': 90_000_000 }, 2],
		['of a file of unknown length begins twice', {}, 2],
	])('%s', async (_, headers, begun) => {
		host.answer(cutAfterStart(headers));
		const { error } = await downloadTwo();
		expect(error?.message).toMatch(
			/^Could not download 'a\.pdf' of run \S+\. The connection to the file server was lost/,
		);
		expect(host.requests).toBe(begun);
	});

	it('of a large file is complete at the second attempt', async () => {
		host.answer(
			cutAfterStart({ 'content-length': 90_000_000 }),
			withContent(200, 'content', { 'content-type': 'application/pdf' }),
		);
		const { items, error } = await downloadTwo();
		expect(error).toBeUndefined();
		expect(items).toMatchObject([{ binary: { data: { fileName: 'a.pdf' } } }]);
	});
});
