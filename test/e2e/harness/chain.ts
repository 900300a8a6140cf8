import type { INode } from 'n8n-workflow';
import type { WorkflowFile } from '../../harness/n8n/workflow';

/** A workflow that connects these nodes in a row. */
export function chain(name: string, ...nodes: INode[]): WorkflowFile {
	const pairs = nodes.slice(1).map((node, index) => [nodes[index]?.name, node.name] as const);
	const connections = pairs.map(([from, to]) => [
		from,
		{ main: [[{ node: to, type: 'main' as const, index: 0 }]] },
	]);
	return { name, nodes, connections: Object.fromEntries(connections) };
}
