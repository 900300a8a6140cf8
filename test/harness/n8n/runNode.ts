import {
	type ExecutionError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IRun,
	type IWorkflowSettings,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { DocScore } from '../../../nodes/DocScore/DocScore.node.ts';
import type { CredentialData } from './credentials';
import { nodeOf } from './nodeOf';
import { nodeTypesOf, startWorkflow } from './workflow';

export const nodeTypes = nodeTypesOf({ docScore: new DocScore() });

export interface NodeRun {
	/** The items of each declared output. */
	outputs: INodeExecutionData[][];
	/** Items of the first output. */
	items: INodeExecutionData[];
	/** The items of the second output: the error output, unless the node has a Review output. */
	errorItems: INodeExecutionData[];
	/** The error that ended the execution, if any. */
	error: ExecutionError | undefined;
	run: IRun;
}

export interface NodeSetup {
	credential: CredentialData;
	/** The resource, the operation and their fields. */
	parameters: INodeParameters;
	/** The input items, optionally with binary data. */
	items: IDataObject[] | INodeExecutionData[];
	onError?: INode['onError'];
	/** n8n's Always Output Data. */
	alwaysOutputData?: boolean;
	/** Maximum number of tries. Turns on n8n's Retry On Fail. */
	maxTries?: number;
	/** Settings of the workflow besides its timezone, UTC. */
	settings?: IWorkflowSettings;
	/** Default: the node of this package, unchanged. */
	docScore?: INodeType;
}

const NODE = 'DocScore';

/** Runs the node with these items in a workflow of two nodes. `cancel` ends the execution. */
export function startNode({
	credential,
	parameters,
	items,
	onError,
	alwaysOutputData,
	maxTries,
	settings,
	docScore,
}: NodeSetup) {
	const retrying = maxTries === undefined ? {} : { retryOnFail: true, maxTries };
	const running = startWorkflow(
		{
			name: 'Test',
			settings: { executionOrder: 'v1', timezone: 'UTC', ...settings },
			nodes: [
				nodeOf('Items', 'n8n-nodes-base.manualTrigger'),
				nodeOf(NODE, 'n8n-nodes-docscore.docScore', {
					parameters,
					onError,
					alwaysOutputData,
					...retrying,
					credentials: { docScoreApi: { id: '1', name: 'DocScore' } },
				}),
			],
			connections: {
				Items: { main: [[{ node: NODE, type: NodeConnectionTypes.Main, index: 0 }]] },
			},
			pinData: { Items: items.map(asItem) },
		},
		docScore ? nodeTypesOf({ docScore }) : nodeTypes,
		credential,
	);
	return { finished: running.then(readNodeRun), cancel: () => running.cancel() };
}

export async function runNode(setup: NodeSetup): Promise<NodeRun> {
	return await startNode(setup).finished;
}

/** The hints that the output panel shows. */
export const hintsOf = ({ run }: NodeRun): string[] =>
	(run.data.resultData.runData[NODE]?.[0]?.hints ?? []).map(({ message }) => message);

function readNodeRun(run: IRun): NodeRun {
	const { runData, error } = run.data.resultData;
	const [task] = runData[NODE] ?? [];
	const outputs = (task?.data?.main ?? []).map((items) => items ?? []);
	const [items = [], errorItems = []] = outputs;
	return { outputs, items, errorItems, error: task?.error ?? error, run };
}

const asItem = (item: IDataObject | INodeExecutionData): INodeExecutionData =>
	isItem(item) ? item : { json: item };

const isItem = (item: IDataObject | INodeExecutionData): item is INodeExecutionData =>
	'json' in item && typeof item.json === 'object';
