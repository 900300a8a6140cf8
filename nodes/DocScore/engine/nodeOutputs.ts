import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeOutputConfiguration,
	NodeConnectionTypes,
} from 'n8n-workflow';
import type { OutputItem } from './operation';

/** The items of each output of the node; all in the first if there is no Review. */
export function splitByOutput(items: OutputItem[], hasReview: boolean): INodeExecutionData[][] {
	const sorted: [INodeExecutionData[], INodeExecutionData[]] = [[], []];
	for (const { toReview, ...item } of items) sorted[toReview && hasReview ? 1 : 0].push(item);
	return hasReview ? sorted : sorted.slice(0, 1);
}

/**
 * As a tool of an agent, a node has only the output to the agent, whatever its settings say. If the
 * second output is the error output, n8n fills it itself.
 */
export const hasReviewOutput = (outputs: INodeOutputConfiguration[]): boolean =>
	outputs.filter(isMain).length > 1;

/** Whether the node runs as a tool of an agent, on any release of n8n. */
export const isTool = (context: Pick<IExecuteFunctions, 'getNodeOutputs'>): boolean =>
	!context.getNodeOutputs().some(isMain);

const isMain = ({ type }: INodeOutputConfiguration): boolean => type === NodeConnectionTypes.Main;
