import { readStored } from '../../harness/n8n/binaryStore';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { FileHost, withContent } from '../../harness/sandbox/fileHost';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { completedRunOf, download, expectFirstFails, fileItem, linkTo } from './downloads';

const node = new SandboxedNode();
useDrivenTime(node);
const host = new FileHost();
const between = new SandboxProxy(node);
const ID = '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18';

const completedRun = async (...names: string[]) => await completedRunOf(node, names);

const onHost = async (...names: string[]) => await linkTo(host, node, names);

describe('An expired link', () => {
	it('is read again once, just before the download of its file', async () => {
		const runs = [
			await completedRun('a.pdf', 'b.pdf', 'c.pdf'),
			await completedRun('d.pdf', 'e.pdf'),
		];
		await node.control.setDialect({ presignedTtlMs: 15_000 });
		await node.control.addFault({ endpoint: 'files', kind: 'latency', ms: 10_000, by: 'clock' });
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

	it.each([400, 401, 403, 410])('that is still rejected with %d is reported', async (status) => {
		const runs = [await completedRun('a.pdf'), await completedRun('b.pdf')];
		await onHost('a.pdf');
		host.answer(withContent(status, 'No'));
		await expectFirstFails(
			node,
			runs,
			`Could not download 'a.pdf' of run ${runs[0]?.id}. The file server rejected the download (status ${status})`,
			/^Try again .*\nRun ID: .*\nRun name: Invoice 7$/,
		);
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

	it('is reported with its file if the run now lists only other files', async () => {
		const files = ['f1', 'f2'].map((id) => ({
			id,
			filename: 'a.pdf',
			filenameUrl: `${host.origin}/a.pdf`,
		}));
		between.change = async () => {
			const doc = { id: ID, status: 'completed', supportingDocs: files.splice(0, 1) };
			return await Promise.resolve({ status: 200, body: { doc } });
		};
		host.answer(withContent(403, 'No'));
		const { error } = await node.run({
			parameters: download(),
			items: [{ id: ID }],
			credential: between.credential,
		});
		expect(error?.message).toBe(`The service returned no link to 'a.pdf' of run ${ID}`);
		expect(host.requests).toBe(1);
	});
});

interface File {
	id: string;
	filename: string;
	/** The path of the link, which is also the content of the file behind its PDF header. */
	holds: string;
}

const PDF = '%PDF-1.7\n';

/** Downloads files whose first links have all expired, except the one to `good`. */
async function downloaded(before: File[], after: File[], good = '') {
	let reading = 0;
	between.change = async () => {
		reading++;
		const files = reading === 1 ? before : after;
		const supportingDocs = files.map(({ holds, ...file }) => ({
			...file,
			filenameUrl: `${host.origin}/${holds}?reading=${reading}`,
		}));
		const doc = { id: ID, status: 'completed', supportingDocs };
		return await Promise.resolve({ status: 200, body: { doc } });
	};
	host.answer((response, { url = '' }) => {
		const [, holds, read] = /^\/(.*)\?reading=(.*)$/.exec(url) ?? [];
		response.writeHead(read === '1' && holds !== good ? 403 : 200).end(`${PDF}${holds}`);
	});
	const { items, error, errorItems } = await node.run({
		parameters: download(),
		items: [{ id: ID }],
		credential: between.credential,
		onError: 'continueErrorOutput',
	});
	expect(error).toBeUndefined();
	const contents = items.map(async ({ binary }) =>
		binary?.data ? String(await readStored(binary.data)).replace(PDF, '') : undefined,
	);
	return { contents: await Promise.all(contents), errors: errorItems.map(({ json }) => json) };
}

describe('Files with the same name and expired links', () => {
	const front = { id: 'f1', filename: 'scan.pdf', holds: 'front' };
	const back = { id: 'f2', filename: 'scan.pdf', holds: 'back' };

	it('are distinguished by ID, in any order and with other names', async () => {
		const letter = { id: 'f3', filename: 'letter.pdf', holds: 'letter' };
		const renamed = { ...front, filename: 'front.pdf' };
		const { contents } = await downloaded([front, back], [letter, back, renamed]);
		expect(contents).toEqual(['front', 'back']);
	});

	it('are each downloaded once if only one link has expired', async () => {
		const files = [front, back];
		expect((await downloaded(files, files, 'front')).contents).toEqual(['front', 'back']);
	});

	it('are reported as missing rather than confused if they are no longer listed', async () => {
		const { contents, errors } = await downloaded([front, back], [front], 'front');
		expect(contents).toEqual(['front']);
		expect(errors).toMatchObject([
			{ error: `The service returned no link to 'scan.pdf' of run ${ID}` },
		]);
	});
});
