import './environment';
import { WorkflowExecute } from 'n8n-core';
import {
	type ExecutionError,
	type IConnections,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IWorkflowBase,
	NodeConnectionTypes,
	Workflow,
} from 'n8n-workflow';
import { DocScore } from '../../nodes/DocScore/DocScore.node';
import { createAdditionalData } from './additionalData';

/** Stands for a node of another package: hands its items on, or what is pinned to it. */
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

const docScore = new DocScore();

const nodeTypes: INodeTypes = {
	getByName: (type) => (type === 'n8n-nodes-docscore.docScore' ? docScore : otherNode),
	getByNameAndVersion: (type) => (type === 'n8n-nodes-docscore.docScore' ? docScore : otherNode),
	getKnownTypes: () => ({}),
};

export interface WorkflowFile {
	name: string;
	nodes: INode[];
	connections: IConnections;
	pinData?: Record<string, INodeExecutionData[]>;
}

/**
 * Runs a workflow as n8n exports it through n8n's engine. Nodes of other packages hand their items
 * on; what is pinned to a node is its output.
 */
export function startWorkflow(file: WorkflowFile, credential: ICredentialDataDecryptedObject) {
	const workflow = new Workflow({
		id: 'workflow',
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1' },
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
	const execute = new WorkflowExecute(createAdditionalData(base, 'manual', credential), 'manual');
	const [first] = file.nodes;
	return execute.run({ workflow, startNode: first, pinData: file.pinData });
}

export interface NodeRun {
	/** Items of the regular output. */
	items: INodeExecutionData[];
	/** Items of the error output. */
	errorItems: INodeExecutionData[];
	/** What made the execution fail, if it did. */
	error: ExecutionError | undefined;
	run: IRun;
}

export interface NodeSetup {
	credential: ICredentialDataDecryptedObject;
	/** Resource, operation and their fields. */
	parameters: INodeParameters;
	/** The input items; their binary data may be given too. */
	items: IDataObject[] | INodeExecutionData[];
	onError?: INode['onError'];
}

const NODE = 'DocScore';

/** Runs the node for these items in a workflow of two nodes; `cancel` ends the execution. */
export function startNode({ credential, parameters, items, onError }: NodeSetup) {
	const running = startWorkflow(
		{
			name: 'Test',
			nodes: [
				node('Items', 'n8n-nodes-base.manualTrigger'),
				{
					...node(NODE, 'n8n-nodes-docscore.docScore'),
					parameters,
					onError,
					credentials: { docScoreApi: { id: '1', name: 'DocScore' } },
				},
			],
			connections: {
				Items: { main: [[{ node: NODE, type: NodeConnectionTypes.Main, index: 0 }]] },
			},
			pinData: { Items: items.map(asItem) },
		},
		credential,
	);
	return { finished: running.then(readNodeRun), cancel: () => running.cancel() };
}

export async function runNode(setup: NodeSetup): Promise<NodeRun> {
	return await startNode(setup).finished;
}

function readNodeRun(run: IRun): NodeRun {
	const { runData, error } = run.data.resultData;
	const [task] = runData[NODE] ?? [];
	const [items, errorItems] = task?.data?.main ?? [];
	return { items: items ?? [], errorItems: errorItems ?? [], error: task?.error ?? error, run };
}

const node = (name: string, type: string): INode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
});

const asItem = (item: IDataObject | INodeExecutionData): INodeExecutionData =>
	isItem(item) ? item : { json: item };

const isItem = (item: IDataObject | INodeExecutionData): item is INodeExecutionData =>
	'json' in item && typeof item.json === 'object';
