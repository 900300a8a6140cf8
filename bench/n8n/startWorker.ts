import { type ChildProcess, fork, join, once, process } from '../../test/node';
import type { Call, Reply, Worker } from './worker';

export interface WorkerSetup {
	/** The folder of the installed n8n. */
	n8n: string;
	/** Path of the Node.js version that n8n needs. */
	node: string;
	/** The folder of the unpacked package. */
	ownPackage: string;
	/** n8n's data folder. */
	userFolder: string;
}

export type RunningWorker = Worker & { stop(): Promise<void> };

/** Starts a worker in a separate process. */
export function startWorker({ n8n, node, ownPackage, userFolder }: WorkerSetup): RunningWorker {
	const child = fork(require.resolve('./workerProcess.ts'), [n8n, ownPackage], {
		execPath: node,
		execArgv: ['--expose-gc', '--require', require.resolve('tsx/cjs')],
		env: {
			...process.env,
			N8N_USER_FOLDER: userFolder,
			// Makes the harness import the engine of the installed n8n instead of the development
			// dependency.
			TSX_TSCONFIG_PATH: join(process.cwd(), 'bench', 'worker.tsconfig.json'),
		},
	});
	const exit = once(child, 'exit');
	const call = callsOf(child);
	return {
		execute: async (task) => await call('execute', task),
		executeAtOnce: async (task, times) => await call('executeAtOnce', task, times),
		holdTime: async () => await call('holdTime'),
		leap: async () => await call('leap'),
		activate: async (task) => await call('activate', task),
		poll: async (watchesBlocks) => await call('poll', watchesBlocks),
		store: async (count, bytes) => await call('store', count, bytes),
		load: async (directory) => await call('load', directory),
		stop: async () => {
			if (child.connected) child.disconnect();
			await exit;
		},
	};
}

function callsOf(child: ChildProcess) {
	let calls = 0;
	// Both processes run the same code, so the types of the results are known.
	return async <Result>(method: keyof Worker, ...args: unknown[]): Promise<Result> => {
		const id = ++calls;
		const message: Call = { id, method, args };
		return await new Promise<Result>((resolve, reject) => {
			const onExit = (code: number | null) => reject(new Error(`The worker ended with ${code}`));
			const onReply = (reply: Reply<Result>) => {
				if (reply.id !== id) return;
				child.off('message', onReply).off('exit', onExit);
				if ('error' in reply) reject(new Error(reply.error));
				else resolve(reply.result);
			};
			child.on('message', onReply).on('exit', onExit);
			child.send(message);
		});
	};
}
