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
 * The longest time that the event loop is blocked during the work, in ms of the thread's CPU time: other
 * processes share the CPU, and other threads, such as those that collect garbage, do not block.
 */
export async function longestBlockOf<Result>(work: () => Promise<Result>) {
	let isOver = false;
	let longestMs = 0;
	const watch = async () => {
		for (let before = threadCpuMs(); !isOver; before = threadCpuMs()) {
			await nextTurn();
			longestMs = Math.max(longestMs, threadCpuMs() - before);
		}
	};
	const watching = watch();
	const result = await work();
	isOver = true;
	await watching;
	return { result, longestMs };
}

/** The Node.js of n8n has `threadCpuUsage`, but the types are of an older one. */
function threadCpuMs(): number {
	const thread: NodeJS.Process & { threadCpuUsage?(): NodeJS.CpuUsage } = process;
	const { user, system } = thread.threadCpuUsage?.() ?? thread.cpuUsage();
	return (user + system) / 1_000;
}
