import type { BinaryHelperFunctions, IExecuteFunctions, INodeType } from 'n8n-workflow';
import { DocScore } from '../../nodes/DocScore/DocScore.node.ts';
import { useDrivenTime } from '../harness/jest/drivenTime';
import { nodeOf } from '../harness/n8n/nodeOf';
import { nodeTypesOf, startWorkflow } from '../harness/n8n/workflow';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';
import { ofInput, sample } from './itemFiles';

const node = new SandboxedNode();
useDrivenTime(node);

/** Items with a file each, as n8n keeps it in memory. */
async function inMemory() {
	const data = (await sample('invoice.pdf')).toString('base64');
	const binary = { data: { data, mimeType: 'application/pdf', fileName: 'invoice.pdf' } };
	return ['a', 'b'].map((name) => ({ json: { name }, binary }));
}

/** What the node says in an n8n whose helper for signed links is another one, or none. */
async function errorWith(sign: BinaryHelperFunctions['createBinarySignedUrl'] | undefined) {
	const { description, execute } = new DocScore();
	const docScore: INodeType = {
		description,
		async execute(this: IExecuteFunctions) {
			const prepareBinaryData = async () =>
				await Promise.resolve({ id: 'filesystem-v2:1', data: '', mimeType: 'application/pdf' });
			const getBinaryMetadata = async () => await Promise.resolve({ fileSize: 8 });
			const helpers = { ...this.helpers, prepareBinaryData, getBinaryMetadata };
			Object.assign(helpers, { createBinarySignedUrl: sign });
			return (await execute?.call(Object.create(this, { helpers: { value: helpers } }))) ?? [];
		},
	};
	const credentials = { docScoreApi: { id: '1', name: 'DocScore' } };
	const result = await startWorkflow(
		{
			name: 'Test',
			nodes: [
				nodeOf('Start', 'n8n-nodes-base.manualTrigger'),
				nodeOf('DocScore', 'n8n-nodes-docscore.docScore', {
					parameters: ofInput(node),
					credentials,
				}),
			],
			connections: { Start: { main: [[{ node: 'DocScore', type: 'main', index: 0 }]] } },
			pinData: { Start: await inMemory() },
		},
		nodeTypesOf({ docScore }),
		node.credential,
	);
	const { error } = result.data.resultData;
	expect(await node.requestCounts()).toEqual({});
	return [error?.message, error?.description];
}

it('a file that n8n keeps in memory has no link, which is told before anything is sent', async () => {
	const { error } = await node.run({ parameters: ofInput(node), items: await inMemory() });
	expect(error?.message).toBe(
		'Input Data Field Names holds a file in memory, where no link leads to: "invoice.pdf"',
	);
	expect(error?.description).toContain('N8N_DEFAULT_BINARY_DATA_MODE=filesystem');
	expect(await node.requestCounts()).toEqual({});
});

it('an n8n that is too old to sign links says so', async () => {
	const [message, description] = await errorWith(undefined);
	expect(message).toBe(
		'Input Data Field Names cannot be linked to by this release of n8n: "invoice.pdf"',
	);
	expect(description).toContain('Update n8n to 1.90.0 or newer, or set Files to By URL');
});

it('an n8n that cannot sign links says so', async () => {
	const [message, description] = await errorWith(() => {
		throw new Error('createBinarySignedUrl is not supported');
	});
	expect(message).toBe('Input Data Field Names cannot be linked to by this n8n: "invoice.pdf"');
	expect(description).toContain('n8n says: createBinarySignedUrl is not supported');
});
