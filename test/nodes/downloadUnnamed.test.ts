import { useDrivenTime } from '../harness/jest/drivenTime';
import { SandboxProxy } from '../harness/sandbox/sandboxProxy';
import { FileHost, withContent } from '../harness/sandbox/fileHost';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';
import { download } from './downloads';

const node = new SandboxedNode();
useDrivenTime(node);
const host = new FileHost();
const between = new SandboxProxy(node);
const ID = '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18';

describe('The error names what the service does not return:', () => {
	/** The error of a download, twice, if the service returns only this about the run. */
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
			'the link of a file',
			{ id: ID, status: 'completed', supportingDocs: [{ id: 'f1' }] },
			`The service returned no link to 'f1' of run ${ID}`,
		],
	])('%s', async (_, doc, message) => {
		expect(await errorOf(doc)).toBe(message);
	});

	it('the file of an expired link, if the run lists only other files', async () => {
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
