import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeOutputConfiguration,
	NodeConnectionTypes,
} from 'n8n-workflow';
import type { OutputItem } from './operation';

/** The items of each output of the node; all are in one where there is no second. */
export function splitByOutput(items: OutputItem[], hasSecond: boolean): INodeExecutionData[][] {
	const sorted: [INodeExecutionData[], INodeExecutionData[]] = [[], []];
	for (const { toSecondOutput = false, ...item } of items)
		sorted[toSecondOutput && hasSecond ? 1 : 0].push(item);
	return hasSecond ? sorted : sorted.slice(0, 1);
}

/**
 * As the tool of an agent, a node has none but the one to the agent, whatever is set in it. Where the
 * second is the error output, nothing is sent there, and core fills it.
 */
export const hasSecondOutput = (outputs: INodeOutputConfiguration[]): boolean =>
	outputs.filter(isMain).length > 1;

/** Whether an agent has called the node, whatever engine runs it. */
export const isTool = (context: Pick<IExecuteFunctions, 'getNodeOutputs'>): boolean =>
	!context.getNodeOutputs().some(isMain);

const isMain = ({ type }: INodeOutputConfiguration): boolean => type === NodeConnectionTypes.Main;
