import type {
	BinaryHelperFunctions,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';
import { DocScore } from '../../../nodes/DocScore/DocScore.node.ts';
import { nodeOf } from '../../harness/n8n/nodeOf';
import { nodeTypesOf, startWorkflow } from '../../harness/n8n/workflow';
import type { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { ofInput, sample } from './itemFiles';

/** Items with one file each, stored in memory as by n8n. */
export async function inMemory() {
	const data = (await sample('invoice.pdf')).toString('base64');
	const binary = { data: { data, mimeType: 'application/pdf', fileName: 'invoice.pdf' } };
	return ['a', 'b'].map((name) => ({ json: { name }, binary }));
}

/** The error in an n8n that has other helpers for files and links, or lacks them. */
export async function errorWith(
	node: SandboxedNode,
	other: Partial<BinaryHelperFunctions>,
	more: INodeParameters = {},
	items?: INodeExecutionData[],
) {
	const { description, execute } = new DocScore();
	const docScore: INodeType = {
		description,
		async execute(this: IExecuteFunctions) {
			const prepareBinaryData = async () =>
				await Promise.resolve({ id: 'filesystem-v2:1', data: '', mimeType: 'application/pdf' });
			const getBinaryMetadata = async () => await Promise.resolve({ fileSize: 8 });
			const helpers = { ...this.helpers, prepareBinaryData, getBinaryMetadata, ...other };
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
					parameters: ofInput(node, more),
					credentials,
				}),
			],
			connections: { Start: { main: [[{ node: 'DocScore', type: 'main', index: 0 }]] } },
			pinData: { Start: items ?? (await inMemory()) },
		},
		nodeTypesOf({ docScore }),
		node.credential,
	);
	const { error } = result.data.resultData;
	return error;
}
