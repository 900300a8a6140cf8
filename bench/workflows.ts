import {
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	NodeConnectionTypes,
} from 'n8n-workflow';
import type { ExecuteTask } from './n8n/worker';

type Credential = ExecuteTask['credential'];
type Items = INodeExecutionData[];

/** The node of this package. */
export function docScore(parameters: INodeParameters): INode {
	return nodeOf('n8n-nodes-docscore.docScore', 1, parameters);
}

/** n8n's HTTP Request node, which calls the service with the same credential. */
export function httpRequest(
	credential: Credential,
	path: string,
	parameters: INodeParameters,
): INode {
	return nodeOf('n8n-nodes-base.httpRequest', 4.5, {
		method: 'POST',
		url: `${String(credential.baseUrl)}${path}`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'docScoreApi',
		sendBody: true,
		...parameters,
	});
}

/** Parameters that send JSON; the expression is evaluated for each item. */
export const jsonBody = (expression: string): INodeParameters => ({
	specifyBody: 'json',
	jsonBody: `={{ ${expression} }}`,
});

/** Options of the HTTP Request node to start this many requests, then wait this many ms. */
export const batching = (batchSize: number, batchInterval: number): INodeParameters => ({
	batching: { batch: { batchSize, batchInterval } },
});

export function splitOut(field: string): INode {
	return nodeOf('n8n-nodes-base.splitOut', 1, { fieldToSplitOut: field });
}

/** A Wait node that outputs its items after this many seconds. */
export function pauseOf(seconds: number): INode {
	return nodeOf('n8n-nodes-base.wait', 1.1, { amount: seconds, unit: 'seconds' });
}

/** An If node: the first output if the expression is true, otherwise the second. */
export function ifTrue(expression: string): INode {
	return nodeOf('n8n-nodes-base.if', 2.2, {
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
			combinator: 'and',
			conditions: [
				{
					id: '1',
					leftValue: `={{ ${expression} }}`,
					rightValue: '',
					operator: { type: 'boolean', operation: 'true', singleValue: true },
				},
			],
		},
	});
}

/** The node with another name, for workflows with several nodes of a type. */
export const named = (name: string, node: INode): INode => ({ ...node, id: name, name });

/** A workflow that connects these nodes in a row. */
export function chain(credential: Credential, items: Items, ...nodes: INode[]): ExecuteTask {
	const all = [start(), ...nodes];
	const links = all.slice(1).map((node, at) => [all[at]?.name ?? '', to(node)] as const);
	return {
		credential,
		output: all.at(-1)?.name ?? '',
		workflow: {
			name: all.map(({ name }) => name).join(', '),
			settings: { executionOrder: 'v1' },
			nodes: all,
			connections: Object.fromEntries(links),
			pinData: { [start().name]: items },
		},
	};
}

/** Connects the second output of the last node back to this node. */
export function backTo(node: INode, task: ExecuteTask): ExecuteTask {
	const connections = {
		...task.workflow.connections,
		[task.output]: { main: [[], ...to(node).main] },
	};
	return { ...task, workflow: { ...task.workflow, connections } };
}

const start = () => nodeOf('n8n-nodes-base.manualTrigger', 1, {});

const to = ({ name }: INode) => ({
	main: [[{ node: name, type: NodeConnectionTypes.Main, index: 0 }]],
});

function nodeOf(type: string, typeVersion: number, parameters: INodeParameters): INode {
	const name = type.replace(/^.*\./, '');
	return {
		id: name,
		name,
		type,
		typeVersion,
		position: [0, 0],
		parameters,
		credentials: { docScoreApi: { id: '1', name: 'DocScore' } },
	};
}
