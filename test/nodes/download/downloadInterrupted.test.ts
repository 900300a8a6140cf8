import { readStored } from '../../harness/n8n/binaryStore';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { FileHost, withContent } from '../../harness/sandbox/fileHost';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { nextTurn, once } from '../../node';
import { completedRunOf, download, linkTo } from './downloads';

const node = new SandboxedNode();
useDrivenTime(node);
const host = new FileHost();

/** The start of a file of so many bytes; then the connection is cut. */
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
		['of a small file starts three times', { 'content-length': 100_000 }, 3],
		['of 9 MB starts three times', { 'content-length': 9_000_000 }, 3],
		['of 10 MB starts twice', { 'content-length': 10_000_000 }, 2],
		['of 90 MB starts twice', { 'content-length': 90_000_000 }, 2],
		['of a file of unknown length starts twice', {}, 2],
	])('%s', async (_, headers, requests) => {
		host.answer(cutAfterStart(headers));
		const { error } = await downloadTwo();
		expect(error?.message).toMatch(
			/^Could not download 'a\.pdf' of run \S+\. The connection to the file server was lost/,
		);
		expect(host.requests).toBe(requests);
	});

	it('leaves no half of a file', async () => {
		const run = await completedRunOf(node, ['a.pdf']);
		await linkTo(host, node, ['a.pdf']);
		host.answer(
			(response) => {
				response.writeHead(200, { 'content-length': '1000' }).write('half');
				void nextTurn().then(() => response.destroy());
			},
			withContent(200, '%PDF-1.7'),
		);
		const { items } = await node.run({ parameters: download(), items: [run] });
		const [binary] = items.map((item) => item.binary?.data);
		if (!binary) throw new Error('There is no file');
		expect(String(await readStored(binary))).toBe('%PDF-1.7');
		expect(host.requests).toBe(2);
	});
});

/** Completed runs, each with one file on the host of the test. */
async function runsOnHost(count: number): Promise<Array<{ id: string }>> {
	await node.control.setDialect({ fileLinks: { 'a.pdf': `${host.origin}/a.pdf` } });
	const ids = await node.control.seedRuns([{ count, status: 'completed', files: ['a.pdf'] }]);
	return ids.map((id) => ({ id }));
}

/** Half a file, and when its connection was closed. */
function halfAFile({ status = 200, onStart = () => {} } = {}) {
	let close = () => {};
	const closed = new Promise<void>((resolve) => {
		close = resolve;
	});
	const answer: Parameters<typeof host.answer>[0] = (response) => {
		response.writeHead(status, { 'content-length': '1000' }).write('half');
		void once(response, 'close').then(close);
		void nextTurn().then(onStart);
	};
	return { answer, closed };
}

describe('The download of a file stops', () => {
	it('if the execution is cancelled', async () => {
		const items = await runsOnHost(1);
		const { answer, closed } = halfAFile({ onStart: () => cancel() });
		host.answer(answer);
		const { finished, cancel } = node.start({ parameters: download(), items });
		const { error } = await finished;
		await closed;
		expect(error?.message).toBe('The execution was cancelled');
		expect(host.requests).toBe(1);
	}, 10_000);

	it('if it is a web page, before it is requested again', async () => {
		let closed: Promise<unknown> = Promise.resolve();
		host.answer(
			(response) => {
				closed = once(response, 'close');
				response.writeHead(200, { 'content-length': '9000000' });
				response.write('<html>'.padEnd(5_000_000));
			},
			(response) => void closed.then(() => response.writeHead(200).end('%PDF-1.7')),
		);
		const items = await runsOnHost(1);
		const { items: files, error } = await node.run({ parameters: download(), items });
		expect(error).toBeUndefined();
		expect(files).toHaveLength(1);
		expect(host.requests).toBe(2);
	}, 10_000);

	it('if the file server rejects it, before the execution has ended', async () => {
		const items = await runsOnHost(2);
		const { answer, closed } = halfAFile({ status: 404 });
		host.answer(
			answer,
			(response) => void closed.then(() => response.writeHead(200).end('%PDF-1.7')),
		);
		const options = { parameters: download(), items, onError: 'continueRegularOutput' as const };
		const { items: files } = await node.run(options);
		expect(files.filter(({ binary }) => binary)).toHaveLength(1);
		expect(host.requests).toBe(2);
	}, 10_000);

	it('at the end of the execution if the file server rejects it and sends nothing more', async () => {
		const items = await runsOnHost(1);
		let closed: Promise<unknown> = Promise.resolve();
		host.answer((response) => {
			closed = once(response, 'close');
			response.writeHead(404, { 'content-length': '1000' }).flushHeaders();
		});
		const { error } = await node.run({ parameters: download(), items });
		await closed;
		expect(error?.message).toMatch(/no longer has the file \(status 404\)$/);
	}, 10_000);

	it('if another item fails', async () => {
		const items = await runsOnHost(2);
		const { answer, closed } = halfAFile();
		host.answer(answer, withContent(404, 'No'));
		const { error } = await node.run({ parameters: download(), items });
		await closed;
		expect(error?.message).toMatch(/no longer has the file \(status 404\)$/);
		expect(error?.description).not.toContain('Item');
		expect(host.requests).toBe(2);
	}, 10_000);
});
