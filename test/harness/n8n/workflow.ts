import './environment';
import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type IConnections,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
	type IWorkflowBase,
	type IWorkflowSettings,
	NodeConnectionTypes,
	Workflow,
} from 'n8n-workflow';
import { createAdditionalData } from './additionalData';
import type { CredentialData } from './credentials';

/** Simulates a node of another package: outputs its input, or what is pinned to it. */
const otherNode: INodeType = {
	description: {
		displayName: 'Other',
		name: 'other',
		group: ['transform'],
		version: 1,
		description: 'Hands its items on',
		defaults: { name: 'Other' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	async execute() {
		return [this.getInputData()];
	},
};

const PACKAGE = 'n8n-nodes-docscore.';

/** The nodes of this package by name, and a simulated node for all others. */
export function nodeTypesOf(nodes: Record<string, INodeType>): INodeTypes {
	const find = (type: string): INodeType =>
		(type.startsWith(PACKAGE) ? nodes[type.slice(PACKAGE.length)] : undefined) ?? otherNode;
	return { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
}

export interface WorkflowFile {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	pinData?: Record<string, INodeExecutionData[]>;
}

/**
 * Runs an exported workflow in n8n's engine. Nodes of other packages output their input. If data is pinned
 * to a node, that is its output.
 */
export function startWorkflow(
	file: WorkflowFile,
	nodeTypes: INodeTypes,
	credential: CredentialData,
) {
	const workflow = new Workflow({
		id: 'workflow',
		active: false,
		nodeTypes,
		...file,
	});
	const now = new Date();
	const base: IWorkflowBase = {
		id: 'workflow',
		active: false,
		isArchived: false,
		createdAt: now,
		updatedAt: now,
		activeVersionId: null,
		...file,
	};
	const [first] = file.nodes;
	if (!first) throw new Error('The workflow has no node to start from');
	// The arguments of this function are the same in all releases of n8n, unlike those of `run`.
	const execution = createRunExecutionData({
		executionData: {
			nodeExecutionStack: [{ node: first, data: { main: [[{ json: {} }]] }, source: null }],
		},
		resultData: { pinData: file.pinData },
	});
	const additionalData = createAdditionalData(base, 'manual', credential);
	return new WorkflowExecute(additionalData, 'manual', execution).processRunExecutionData(workflow);
}
