import type { IExecuteFunctions, INodeType, INodeTypes } from 'n8n-workflow';
import type { WorkflowFile } from '../../test/harness/n8n/workflow';
import { nextTurn, process } from '../../test/node';

/**
 * Watches the event loop only while this node executes, so that n8n's work before and after it does not
 * count.
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

/**
 * The longest time that the event loop is blocked during the work, in ms of CPU time, because other
 * processes share the CPU.
 */
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
