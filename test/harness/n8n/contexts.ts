import './environment';
import { CredentialTestContext, LoadOptionsContext } from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeParameters,
	Workflow,
} from 'n8n-workflow';
import { createAdditionalData } from './additionalData';
import { nodeTypes } from './runNode';

const now = new Date();
const base = {
	id: 'workflow',
	name: 'Test',
	active: false,
	isArchived: false,
	createdAt: now,
	updatedAt: now,
	activeVersionId: null,
	nodes: [],
	connections: {},
};

/**
 * The context that n8n's editor passes to methods that load lists.
 * @param currentNodeParameters unsaved parameters in the editor
 * @param timezone of n8n
 */
export function loadOptionsContext(
	credential: ICredentialDataDecryptedObject,
	currentNodeParameters: INodeParameters = {},
	timezone = 'UTC',
): LoadOptionsContext {
	const node: INode = {
		id: 'DocScore',
		name: 'DocScore',
		type: 'n8n-nodes-docscore.docScore',
		typeVersion: 1,
		position: [0, 0],
		parameters: { resource: 'run', operation: 'get' },
		credentials: { docScoreApi: { id: '1', name: 'DocScore' } },
	};
	const workflow = new Workflow({ ...base, nodes: [node], nodeTypes, settings: { timezone } });
	const additionalData = {
		...createAdditionalData(base, 'internal', credential),
		currentNodeParameters,
	};
	return new LoadOptionsContext(workflow, node, additionalData, '');
}

/** The context that n8n passes to the test of a credential. */
export function credentialTestContext(): CredentialTestContext {
	return new CredentialTestContext(createAdditionalData(base, 'internal', {}));
}
