import type { IExecuteFunctions, INodeType, INodeTypes } from 'n8n-workflow';
import type { WorkflowFile } from '../../test/harness/n8n/workflow';
import { nextTurn, process } from '../../test/node';

/**
 * Watches the event loop while one node of a workflow executes, so that what n8n does for its items
 * before and afterwards does not count. In processor time, as other processes use the machine, too.
 */
export function watchTurns({ nodes }: WorkflowFile, name: string, nodeTypes: INodeTypes) {
	const watched = { longestMs: 0, nodeTypes };
	const type = nodes.find((node) => node.name === name)?.type;
	const watch = async (isOver: () => boolean) => {
		for (let before = process.cpuUsage(); !isOver(); before = process.cpuUsage()) {
			await nextTurn();
			const { user, system } = process.cpuUsage(before);
			watched.longestMs = Math.max(watched.longestMs, (user + system) / 1_000);
		}
	};
	const executeWatched = (node: INodeType) =>
		async function (this: IExecuteFunctions) {
			let isOver = false;
			const watching = watch(() => isOver);
			const output = await node.execute?.call(this);
			isOver = true;
			await watching;
			return output ?? [];
		};
	watched.nodeTypes = {
		...nodeTypes,
		getByNameAndVersion: (asked, version) => {
			const node = nodeTypes.getByNameAndVersion(asked, version);
			if (asked !== type || !node.execute) return node;
			return Object.create(node, { execute: { value: executeWatched(node) } });
		},
	};
	return watched;
}
