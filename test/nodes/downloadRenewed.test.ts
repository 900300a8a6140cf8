import { readStored } from '../harness/n8n/binaryStore';
import { useDrivenTime } from '../harness/jest/drivenTime';
import { SandboxProxy } from '../harness/sandbox/sandboxProxy';
import { FileHost } from '../harness/sandbox/fileHost';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';
import { download } from './downloads';

const node = new SandboxedNode();
useDrivenTime(node);
const host = new FileHost();
const between = new SandboxProxy(node);
const ID = '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18';

interface File {
	id?: string;
	filename: string;
	/** The path of the link, which is also the content of the file. */
	holds: string;
}

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
		response.writeHead(read === '1' && holds !== good ? 403 : 200).end(holds);
	});
	const { items, error, errorItems } = await node.run({
		parameters: download(),
		items: [{ id: ID }],
		credential: between.credential,
		onError: 'continueErrorOutput',
	});
	expect(error).toBeUndefined();
	const contents = items.map(async ({ binary }) =>
		binary?.data ? String(await readStored(binary.data)) : undefined,
	);
	return { contents: await Promise.all(contents), errors: errorItems.map(({ json }) => json) };
}

const scans = (...holds: string[]): File[] =>
	holds.map((each) => ({ filename: 'scan.pdf', holds: each }));

describe('Files with the same name and expired links', () => {
	it('are each downloaded once if they have no IDs', async () => {
		const files = scans('front', 'back', 'inside');
		expect(await downloaded(files, files)).toEqual({
			contents: ['front', 'back', 'inside'],
			errors: [],
		});
	});

	it('are each downloaded once if only one link has expired', async () => {
		const files = scans('front', 'back');
		expect((await downloaded(files, files, 'front')).contents).toEqual(['front', 'back']);
	});

	it('keep their order if files with other names come and go', async () => {
		const letter = { filename: 'letter.pdf', holds: 'letter' };
		const files = scans('front', 'back');
		const { contents } = await downloaded(files, [letter, ...files]);
		expect(contents).toEqual(['front', 'back']);
	});

	it('are distinguished by ID, in any order and with other names', async () => {
		const front = { id: 'f1', filename: 'scan.pdf', holds: 'front' };
		const back = { id: 'f2', filename: 'scan.pdf', holds: 'back' };
		const renamed = { ...front, filename: 'front.pdf' };
		expect((await downloaded([front, back], [back, renamed])).contents).toEqual(['front', 'back']);
	});

	it.each([
		['more', scans('cover', 'front', 'back'), 'lists 3 files'],
		['fewer', scans('back'), 'lists 1 file'],
	])(
		'are reported as missing rather than confused if %s are listed than before',
		async (_, after, says) => {
			const { contents, errors } = await downloaded(scans('front', 'back'), after, 'front');
			expect(contents).toEqual(['front']);
			expect(errors).toHaveLength(1);
			expect(errors[0]?.error).toBe(
				`Could not download 'scan.pdf' of run ${ID}. Its link expired, and the service now ${says} of this name instead of 2`,
			);
			expect(errors[0]?.message).toMatch(/^Execute this node again/);
		},
	);
});
