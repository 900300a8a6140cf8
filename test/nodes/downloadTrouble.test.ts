import { BinaryDataService } from 'n8n-core';
import { readStored } from '../harness/n8n/binaryStore';
import { container } from '../harness/n8n/container';
import { useDrivenTime } from '../harness/jest/drivenTime';
import { FileHost, withContent } from '../harness/sandbox/fileHost';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';
import { join, nextTurn, process, readFile } from '../node';

const node = new SandboxedNode();
const time = useDrivenTime(node);
const host = new FileHost();

const download = (options = {}) => ({
	resource: 'run',
	operation: 'downloadFiles',
	runId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	options,
});

/** A completed run of files with these names. */
async function completedRun(...names: string[]): Promise<{ id: string }> {
	const invoice = await readFile(join(process.cwd(), 'examples', 'samples', 'invoice.pdf'));
	const content = invoice.toString('base64');
	const urls: string[] = [];
	for (const name of names) {
		urls.push(await node.control.putFile(name, content, 'application/pdf'));
	}
	const parameters = node.submission({ file_urls: urls.join('\n'), run_id: 'Invoice 7' });
	const { items } = await node.run({ parameters });
	await node.control.advance(60_000);
	await node.control.clearRequests();
	return { id: String(items[0]?.json.id) };
}

/** Links to the host of the test, by the names of the files. */
const onHost = async (...names: string[]) =>
	await node.control.setDialect({
		fileLinks: Object.fromEntries(names.map((name) => [name, `${host.origin}/${name}`])),
	});

const fileItem = (run: { id: string }, fileName: string, item: number) => ({
	json: { runId: run.id, runName: 'Invoice 7', fileId: expect.any(String), fileName },
	binary: { data: expect.objectContaining({ fileName, mimeType: 'application/pdf' }) },
	pairedItem: { item },
});

describe('A link that has expired', () => {
	it('is read once more, right before its file is', async () => {
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

	it.each([401, 403, 410])('and is refused with %d again is told', async (status) => {
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
			{
				json: {
					id: runs[0]?.id,
					error: `Could not download a.pdf of run ${runs[0]?.id}: The file host answered with status ${status}`,
					message:
						'Links to files are good for a short time only, but this one was read right before.',
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(host.requests).toBe(2);
		expect(await node.requestCounts()).toEqual({ details: 3, files: 1 });
	});

	it('is not read once more for a file that is gone', async () => {
		const run = await completedRun('a.pdf');
		await onHost('a.pdf');
		host.answer(withContent(404, 'No'));
		const { error } = await node.run({ parameters: download(), items: [run] });
		expect(error?.message).toBe(
			`Could not download a.pdf of run ${run.id}: The file host answered with status 404`,
		);
		expect(host.requests).toBe(1);
		expect(await node.requestCounts()).toEqual({ details: 1 });
	});

	it('and whose run can no longer be read is told with the reason', async () => {
		const run = await completedRun('a.pdf');
		await onHost('a.pdf');
		host.answer(withContent(403, 'No'));
		const fault = { endpoint: 'details', kind: 'status', status: 400, after: 1 } as const;
		await node.control.addFault({ ...fault, error: 'Index is closed' });
		const { error } = await node.run({ parameters: download(), items: [run] });
		expect(error?.message).toBe(`Could not download a.pdf of run ${run.id}: Index is closed`);
	});
});

describe('Files that cannot be had', () => {
	const twoRuns = async () => {
		const runs = [await completedRun('a.pdf', 'b.pdf', 'c.pdf'), await completedRun('d.pdf')];
		await node.control.setDialect({
			fileLinks: { 'a.pdf': null, 'c.pdf': 'ftp://files.example.com/c.pdf' },
		});
		const first = runs[0] ?? { id: '' };
		const told = {
			error: `There is no link to a.pdf of run ${first.id}`,
			message: `The link to c.pdf of run ${first.id} is not an http(s) URL: "ftp://files.example.com/c.pdf"`,
		};
		return { runs, first, second: runs[1] ?? { id: '' }, told };
	};

	it('are all named, and the others of the run come out', async () => {
		const { runs, first, second, told } = await twoRuns();
		const { items, errorItems } = await node.run({
			parameters: download(),
			items: runs,
			onError: 'continueErrorOutput',
		});
		expect(items).toEqual([fileItem(first, 'b.pdf', 0), fileItem(second, 'd.pdf', 1)]);
		expect(errorItems).toEqual([{ json: { ...first, ...told }, pairedItem: { item: 0 } }]);
	});

	it('do not keep the others off the one item of the run', async () => {
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

	it('leave no item without files behind', async () => {
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

	it('end the execution where nothing is set to continue', async () => {
		const { runs, told } = await twoRuns();
		const { items, error } = await node.run({ parameters: download(), items: runs });
		expect(items).toEqual([]);
		expect(error).toMatchObject({ message: told.error, description: told.message });
	});
});

describe('The file host', () => {
	it.each([
		['binary/octet-stream', 'application/pdf'],
		['application/octet-stream', 'application/pdf'],
		['image/png; charset=binary', 'image/png'],
		['', 'application/pdf'],
	])('that calls a PDF %j makes it %s', async (contentType, mimeType) => {
		const run = await completedRun('a.pdf');
		await onHost('a.pdf');
		host.answer(withContent(200, 'content', contentType ? { 'content-type': contentType } : {}));
		const { items } = await node.run({ parameters: download(), items: [run, run] });
		expect(items.map((item) => item.binary?.data?.mimeType)).toEqual([mimeType, mimeType]);
	});

	it('is not believed less where the name tells nothing', async () => {
		const run = await completedRun('scan');
		await onHost('scan');
		host.answer(withContent(200, 'content', { 'content-type': 'binary/octet-stream' }));
		const { items } = await node.run({ parameters: download(), items: [run] });
		expect(items[0]?.binary?.data?.mimeType).toBe('binary/octet-stream');
	});

	it.each([429, 503])('that asks with %d to be left alone is, for so long', async (status) => {
		const run = await completedRun('a.pdf');
		await onHost('a.pdf');
		host.answer(withContent(status, 'Later', { 'retry-after': '7' }), withContent(200, 'content'));
		const before = time.passed;
		const { items, error } = await node.run({ parameters: download(), items: [run] });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(time.passed - before).toBe(7_000);
	});

	it.each([408, 500, 502, 504])(
		'is asked again after status %d, five times in all',
		async (status) => {
			const run = await completedRun('a.pdf');
			await onHost('a.pdf');
			host.answer(withContent(status, 'Later'));
			const { error } = await node.run({ parameters: download(), items: [run] });
			expect(error?.message).toBe(
				`Could not download a.pdf of run ${run.id}: The file host answered with status ${status}`,
			);
			expect(host.requests).toBe(5);
		},
	);

	it('that cannot be reached is named, with what to do', async () => {
		const run = await completedRun('a.pdf');
		await node.control.setDialect({ fileLinks: { 'a.pdf': 'http://127.0.0.1:9/a.pdf' } });
		const { error } = await node.run({ parameters: download(), items: [run] });
		expect(error).toMatchObject({
			message: `Could not download a.pdf of run ${run.id}: The file host could not be reached or did not answer (ECONNREFUSED)`,
			description: 'Check that n8n can reach the address that the service gave',
		});
	});

	it('is asked again when it breaks off in the middle', async () => {
		const run = await completedRun('a.pdf');
		await onHost('a.pdf');
		host.answer(
			(response) => {
				response.writeHead(200, { 'content-length': '1000' }).write('half');
				void nextTurn().then(() => response.destroy());
			},
			withContent(200, 'whole'),
		);
		const { items } = await node.run({ parameters: download(), items: [run] });
		const [binary] = items.map((item) => item.binary?.data);
		if (!binary) throw new Error('There is no file');
		expect(String(await readStored(binary))).toBe('whole');
		expect(host.requests).toBe(2);
	});
});

describe("n8n's own store", () => {
	afterEach(() => jest.restoreAllMocks());

	it('that is full is not blamed on the file host, nor tried again', async () => {
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
		const { items, errorItems } = await node.run({
			parameters: download(),
			items: runs,
			onError: 'continueErrorOutput',
		});
		expect(items).toEqual([fileItem(runs[1] ?? { id: '' }, 'b.pdf', 1)]);
		expect(errorItems).toEqual([
			{
				json: {
					id: runs[0]?.id,
					error: `n8n could not store a.pdf of run ${runs[0]?.id}: ENOSPC: no space left on device, write`,
					message:
						'The file was there to be had. See to where n8n keeps binary data, such as room on its disk.',
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(await node.requestCounts()).toEqual({ details: 2, files: 2 });
	});
});
