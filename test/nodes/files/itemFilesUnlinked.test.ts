import { byContent } from '../../harness/deduplication';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { useMemory } from '../../harness/n8n/binaryStore';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { Readable } from '../../node';
import { ofInput, sample } from './itemFiles';
import { errorWith, inMemory } from './unlinked';

const node = new SandboxedNode();
useDrivenTime(node);

it("a file in n8n's memory has no link, which is reported before any request", async () => {
	useMemory();
	const { error } = await node.run({ parameters: ofInput(node), items: await inMemory() });
	expect(error?.message).toBe(
		"'Input Data Field Names' has a file that n8n keeps in memory: 'invoice.pdf'",
	);
	expect(error?.description).toContain('N8N_DEFAULT_BINARY_DATA_MODE=filesystem');
	expect(await node.requestCounts()).toEqual({});
});

it('an error says if n8n cannot sign links', async () => {
	const createBinarySignedUrl = () => {
		throw new Error('createBinarySignedUrl is not supported');
	};
	const error = await errorWith(node, { createBinarySignedUrl });
	expect(error?.message).toBe(
		"'Input Data Field Names' has a file that n8n could not create a link to: 'invoice.pdf'",
	);
	expect(error?.description).toContain('n8n says: createBinarySignedUrl is not supported');
	expect(await node.requestCounts()).toEqual({});
});

const createBinarySignedUrl = () => 'https://n8n.example.com/rest/binary-data/signed?token=x';

it('an error names the field and the file if n8n cannot store it', async () => {
	const prepareBinaryData = async () => await Promise.reject(new Error('ENOSPC: no space left'));
	const error = await errorWith(node, { createBinarySignedUrl, prepareBinaryData });
	expect(error?.message).toBe(
		"'Input Data Field Names' has a file that n8n cannot store: 'invoice.pdf'",
	);
	expect(error?.description).toMatch(
		/^Ask your n8n administrator .+\.\nn8n says: ENOSPC: no space left/,
	);
	expect(await node.requestCounts()).toEqual({});
});

it.each([
	['while a password is looked for', 'invoice.pdf'],
	['while its key is made', 'receipt.png'],
])('an error names the field and the file if n8n cannot read it %s', async (_, name) => {
	const content = await sample(name);
	let reads = 0;
	const getBinaryStream = async () => {
		if (reads++ > 0) throw new Error('socket hang up');
		return await Promise.resolve(Readable.from([content], { objectMode: false }));
	};
	const helpers = { createBinarySignedUrl, getBinaryStream };
	const data = { id: 'filesystem-v2:1', data: '', mimeType: '', fileName: name };
	const error = await errorWith(node, helpers, { options: byContent }, [
		{ json: {}, binary: { data } },
	]);
	expect(error?.message).toContain(
		`'Input Data Field Names' has a file that n8n cannot read: '${name}'`,
	);
	expect(error?.description).toMatch(/^Read or download the file .+\.\nn8n says: socket hang up/s);
	expect(await node.requestCounts()).not.toHaveProperty('submit');
});

it('an error says that nothing was sent if n8n can sign links only at first', async () => {
	let signed = 0;
	const createBinarySignedUrl = () => {
		// Each of the two items has its link checked before anything is sent.
		if (++signed <= 2) return 'https://n8n.example.com/rest/binary-data/signed?token=x';
		throw new Error('The secret is gone');
	};
	const error = await errorWith(node, { createBinarySignedUrl });
	expect(error?.message).toContain(
		"'Input Data Field Names' has a file that n8n could not create a link to: 'invoice.pdf'",
	);
	expect(error?.message).not.toContain('unknown');
	expect(error?.description).toContain('n8n says: The secret is gone');
	expect(await node.requestCounts()).toEqual({});
});
