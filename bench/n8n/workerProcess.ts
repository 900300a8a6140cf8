import '../../test/harness/n8n/environment';
import { useFileStore } from '../../test/harness/n8n/binaryStore';
import { loadPackage } from '../../test/harness/package/builtPackage';
import { process } from '../../test/node';
import type { Call, Reply, Worker } from './worker';
import { DrivenTime } from './drivenTime';
import { execute, executeAtOnce } from './execute';
import { loadNodeTypes } from './nodeTypes';
import { Polling } from './polling';
import { storeRecordings } from './recordings';
import { longestBlockOf } from './watchBlocks';

/** The worker of this process. Arguments: the folders of the installed n8n and of the unpacked package. */
async function createWorker([n8n = '', ownPackage = '']: string[]): Promise<Worker> {
	await useFileStore();
	const nodeTypes = await loadNodeTypes(n8n, ownPackage);
	const time = new DrivenTime();
	let polling: Polling | undefined;
	return {
		execute: async (task) => await time.during(execute(task, nodeTypes)),
		executeAtOnce: async (task, times) => await executeAtOnce(task, times, nodeTypes),
		holdTime: async () => time.hold(),
		leap: async () => await time.leap(),
		activate: async (task) => {
			polling = new Polling(task, nodeTypes);
			return await polling.poll(true);
		},
		poll: async (watchesBlocks) => {
			if (!polling) throw new Error('No workflow is active');
			const active = polling;
			const poll = async () => await active.poll();
			if (!watchesBlocks) return await poll();
			const { result, longestMs } = await longestBlockOf(poll);
			return { ...result, longestBlockMs: longestMs };
		},
		store: storeRecordings,
		load: async (directory) => {
			const startedAt = performance.now();
			await loadPackage(directory);
			return performance.now() - startedAt;
		},
	};
}

async function answer(
	worker: Promise<Worker>,
	{ id, method, args }: Call,
): Promise<Reply<unknown>> {
	try {
		const ready = await worker;
		const result: unknown = await Reflect.apply(ready[method], ready, args);
		return { id, result };
	} catch (error) {
		return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
	}
}

const worker = createWorker(process.argv.slice(2));
process.on('message', (call: Call) => {
	void answer(worker, call).then((reply) => process.send?.(reply));
});
process.once('disconnect', () => process.exit(0));
