import { PackageDirectoryLoader } from 'n8n-core';
import { type INodeType, type INodeTypes, NodeHelpers } from 'n8n-workflow';
import { loadPackage } from '../../test/harness/package/builtPackage';
import { nodeTypesOf } from '../../test/harness/n8n/workflow';
import { join } from '../../test/node';

/** The nodes of n8n that this package is compared with. */
const NODES_OF_N8N: Record<string, string> = {
	httpRequest: 'HttpRequest/HttpRequest.node.js',
	if: 'If/If.node.js',
	splitOut: 'Transform/SplitOut/SplitOut.node.js',
	wait: 'Wait/Wait.node.js',
};

/** The nodes of this package and those that it is compared with. */
export async function loadNodeTypes(n8n: string, ownPackage: string): Promise<INodeTypes> {
	const base = new PackageDirectoryLoader(join(n8n, 'node_modules', 'n8n-nodes-base'));
	const own = nodeTypesOf(await loadPackage(ownPackage));
	const find = (type: string, version?: number): INodeType => {
		const name = type.replace('n8n-nodes-base.', '');
		const file = NODES_OF_N8N[name];
		if (file === undefined) return own.getByNameAndVersion(type);
		if (!(name in base.nodeTypes)) base.loadNodeFromFile(`dist/nodes/${file}`);
		return NodeHelpers.getVersionedNodeType(base.getNode(name).type, version);
	};
	return { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
}
