import { type INode, type INodeTypeDescription, NodeHelpers } from 'n8n-workflow';
import type { WorkflowFile } from '../../harness/n8n/workflow';

/** The nodes that the editor would save differently. */
export const differences = ({ nodes }: WorkflowFile, types: INodeTypeDescription[]): string[] =>
	nodes.flatMap((node) => {
		const versions = types.filter(({ name }) => name === node.type);
		const [known] = versions;
		if (!known) return [`${node.name}: n8n has no ${node.type}`];
		const newest = known.defaultVersion ?? Math.max(...[known.version].flat());
		if (node.typeVersion !== newest) return [`${node.name}: version ${newest} is current`];
		const type = versions.find(({ version }) => [version].flat().includes(newest)) ?? known;
		const saved = JSON.stringify(savedParameters(node, type));
		return saved === JSON.stringify(node.parameters) ? [] : [`${node.name}: n8n saves ${saved}`];
	});

const savedParameters = (node: INode, type: INodeTypeDescription) =>
	NodeHelpers.getNodeParameters(type.properties, node.parameters, false, false, node, type);
