import {
	type INode,
	type INodeParameters,
	type INodeType,
	NodeHelpers,
	type NodeParameterValue,
	Workflow,
} from 'n8n-workflow';
import { nodeOf } from '../../harness/n8n/nodeOf';
import type { Part } from './form';

type Outputs = Record<string, string[]>;

export interface Chosen {
	/** The place of its parameters. */
	at: string;
	parameters: INodeParameters;
}

/**
 * The names of the outputs of each operation, under "", and those with each value that changes them. A
 * value is tried while all others are the defaults.
 */
export function outputsOf(
	type: INodeType,
	typeVersion: number,
	{ at, parameters }: Chosen,
	parts: Part[],
): Record<string, Outputs> {
	const outputsWith = (more: INodeParameters): string[] =>
		outputNames(type, { parameters: { ...parameters, ...more }, typeVersion });
	const usual = outputsWith({});
	const found: Record<string, Outputs> = { [at]: { '': usual } };
	for (const part of parts.filter((each) => each.at.startsWith(`${at} > `))) {
		const [first = '', second, ...more] = part.at.slice(`${at} > `.length).split(' > ');
		if (more.length > 0) continue;
		for (const value of valuesToTry(part)) {
			const outputs = outputsWith({ [first]: second === undefined ? value : { [second]: value } });
			if (outputs.join() === usual.join()) continue;
			found[part.at] = { ...found[part.at], [String(value)]: outputs };
		}
	}
	return found;
}

/** The names of the outputs that n8n shows. */
export function outputNames(type: INodeType, of: Pick<INode, 'parameters' | 'typeVersion'>) {
	const nodeTypes = { getByName: () => type, getByNameAndVersion: () => type, getKnownTypes };
	const node = nodeOf('DocScore', `n8n-nodes-docscore.${type.description.name}`, of);
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return NodeHelpers.getNodeOutputs(workflow, node, type.description).map((output) =>
		typeof output === 'string' ? output : (output.displayName ?? output.type),
	);
}

const getKnownTypes = () => ({});

function valuesToTry({ type, values = [] }: Part): NodeParameterValue[] {
	if (type === 'boolean') return [true, false];
	return type === 'options' ? values : [];
}
