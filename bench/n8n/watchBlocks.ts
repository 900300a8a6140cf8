import type { IExecuteFunctions, INodeType, INodeTypes } from 'n8n-workflow';
import type { WorkflowFile } from '../../test/harness/n8n/workflow';
import { nextTurn, process } from '../../test/node';

/**
 * Watches the event loop while one node of a workflow executes, so that what n8n does for its items
 * before and afterwards does not count.
 */
export function watchBlocks({ nodes }: WorkflowFile, name: string, nodeTypes: INodeTypes) {
	const watched = { longestMs: 0, nodeTypes };
	const type = nodes.find((node) => node.name === name)?.type;
	const executeWatched = (node: INodeType) =>
		async function (this: IExecuteFunctions) {
			const { result, longestMs } = await longestBlockOf(
				async () => await node.execute?.call(this),
			);
			watched.longestMs = longestMs;
			return result ?? [];
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

/** How long in ms others wait at most while it works: in processor time, as other processes use the machine, too. */
export async function longestBlockOf<Result>(work: () => Promise<Result>) {
	let isOver = false;
	let longestMs = 0;
	const watch = async () => {
		for (let before = process.cpuUsage(); !isOver; before = process.cpuUsage()) {
			await nextTurn();
			const { user, system } = process.cpuUsage(before);
			longestMs = Math.max(longestMs, (user + system) / 1_000);
		}
	};
	const watching = watch();
	const result = await work();
	isOver = true;
	await watching;
	return { result, longestMs };
}
