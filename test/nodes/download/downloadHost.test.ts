import { readStored } from '../../harness/n8n/binaryStore';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { FileHost, withContent } from '../../harness/sandbox/fileHost';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { completedRunOf, download, fileItem, linkTo } from './downloads';

const node = new SandboxedNode();
const time = useDrivenTime(node);
const host = new FileHost();
const secondHost = new FileHost();

const PDF = '%PDF-1.7\n';

const completedRun = async (...names: string[]) => await completedRunOf(node, names);

const onHost = async (...names: string[]) => await linkTo(host, node, names);

describe('The file host', () => {
	it.each([
		['binary/octet-stream', 'application/pdf'],
		['application/octet-stream', 'application/pdf'],
		['image/png; charset=binary', 'application/pdf'],
		['', 'application/pdf'],
	])('sends a PDF with type %j, and the node makes it %s', async (contentType, mimeType) => {
		const run = await completedRun('a.pdf');
		await onHost('a.pdf');
		host.answer(withContent(200, PDF, contentType ? { 'content-type': contentType } : {}));
		const { items } = await node.run({ parameters: download(), items: [run, run] });
		expect(items.map((item) => item.binary?.data?.mimeType)).toEqual([mimeType, mimeType]);
	});

	it('determines the type if the name has no extension', async () => {
		const run = await completedRun('scan');
		await onHost('scan');
		host.answer(withContent(200, '\0\x01', { 'content-type': 'binary/octet-stream' }));
		const { items } = await node.run({ parameters: download(), items: [run] });
		expect(items[0]?.binary?.data?.mimeType).toBe('binary/octet-stream');
	});

	it.each([1, 4_095, 4_096, 4_097])('sends %d bytes, all of which are output', async (size) => {
		const run = await completedRun('a.pdf');
		await onHost('a.pdf');
		host.answer(withContent(200, '\0'.repeat(size)));
		const { items } = await node.run({ parameters: download(), items: [run, run] });
		const files = items.flatMap(({ binary }) => binary?.data ?? []);
		const contents = await Promise.all(files.map(readStored));
		expect(contents.map(String)).toEqual(Array(2).fill('\0'.repeat(size)));
	});

	it.each([429, 503])('may ask for a pause with %d', async (status) => {
		const run = await completedRun('a.pdf');
		await onHost('a.pdf');
		host.answer(withContent(status, 'Later', { 'retry-after': '7' }), withContent(200, PDF));
		const before = time.passed;
		const { items, error } = await node.run({ parameters: download(), items: [run] });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(time.passed - before).toBeGreaterThanOrEqual(7_000);
		// On a busy machine, time may leap once more before the response is seen.
		expect(time.passed - before).toBeLessThan(10_000);
	});

	it.each([408, 500, 502, 504])('gets five requests in all after status %d', async (status) => {
		const run = await completedRun('a.pdf');
		await onHost('a.pdf');
		host.answer(withContent(status, 'Later'));
		const { error } = await node.run({ parameters: download(), items: [run] });
		expect(error?.message).toBe(
			`Could not download 'a.pdf' of run ${run.id}. The file server has a temporary problem (status ${status})`,
		);
		expect(host.requests).toBe(5);
	});

	it.each([202, 204, 206])('sends no file with status %d', async (status) => {
		const run = await completedRun('a.pdf');
		await onHost('a.pdf');
		host.answer(withContent(status, status === 204 ? '' : PDF));
		const { items, error } = await node.run({ parameters: download(), items: [run] });
		expect(items).toEqual([]);
		expect(error?.message).toBe(
			`Could not download 'a.pdf' of run ${run.id}. The file server sent no file (status ${status})`,
		);
		expect(host.requests).toBe(1);
	});

	it('is not asked again if it redirects in a circle', async () => {
		const run = await completedRun('a.pdf');
		await onHost('a.pdf');
		host.answer(withContent(302, '', { location: '/a.pdf' }));
		const { error } = await node.run({ parameters: download(), items: [run] });
		expect(error?.message).toMatch(
			/The file server did not respond: too many redirects \(ERR_FR_TOO_MANY_REDIRECTS\)$/,
		);
		expect(host.requests).toBeLessThan(25);
	});

	it('may redirect to another host, which does not get the key either', async () => {
		const run = await completedRun('a.pdf');
		await onHost('a.pdf');
		const received: string[] = [];
		host.answer(withContent(302, '', { location: `${secondHost.origin}/b.pdf` }));
		secondHost.answer((response, { url, rawHeaders }) => {
			received.push([url, ...rawHeaders].join('\n'));
			response.writeHead(200, { 'content-type': 'application/pdf' }).end(PDF);
		});
		const { items, error } = await node.run({ parameters: download(), items: [run] });
		expect(error).toBeUndefined();
		expect(items).toEqual([fileItem(run, 'a.pdf', 0)]);
		expect(received).toEqual([expect.stringMatching(/^\/b\.pdf\n/)]);
		expect(received.join()).not.toMatch(/authorization/i);
		expect(received.join()).not.toContain(node.credential.apiKey);
	});

	it.each(['ftp://127.0.0.1/a.pdf', 'file:///etc/hostname'])(
		'cannot redirect to %s',
		async (location) => {
			const run = await completedRun('a.pdf');
			await onHost('a.pdf');
			host.answer(withContent(302, '', { location }));
			const { items, error } = await node.run({ parameters: download(), items: [run] });
			expect(items).toEqual([]);
			expect(error?.message).toContain(`Could not download 'a.pdf' of run ${run.id}`);
		},
	);

	it('is named in the error if it cannot be reached, with advice', async () => {
		const run = await completedRun('a.pdf');
		await node.control.setDialect({ fileLinks: { 'a.pdf': 'http://127.0.0.1:9/a.pdf' } });
		const { error } = await node.run({ parameters: download(), items: [run] });
		expect(error).toMatchObject({
			message: `Could not download 'a.pdf' of run ${run.id}. The file server did not respond: connection refused (ECONNREFUSED)`,
			description: expect.stringMatching(
				/^Ask your network administrator whether n8n can reach the file URL/,
			),
		});
	});
});
