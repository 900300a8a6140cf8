import type { SandboxControl } from './control';
import type { ControlCall, ControlReply } from './controlCalls';
import { type ChildProcess, EventEmitter } from '../node';

let underWay = 0;

/** The number of unanswered control calls in all sandboxes. Node.js does not list them. */
export const callsUnderWay = (): number => underWay;

/** Controls a sandbox in a child process. */
export function controlOver(child: ChildProcess): SandboxControl {
	const replies = new EventEmitter();
	let calls = 0;
	child.on('message', ({ call, ...reply }: ControlReply) => replies.emit(`${call}`, reply));
	child.once('exit', () => {
		for (const call of replies.eventNames()) replies.emit(call, { message: 'The sandbox ended' });
	});
	// Both processes run the same code, so the types of the results are known.
	const call = async <Result>(method: keyof SandboxControl, ...args: unknown[]) => {
		const asked: ControlCall = { call: calls++, method, args };
		underWay++;
		return await new Promise<Result>((resolve, reject) => {
			replies.once(`${asked.call}`, (reply: { result: Result; message?: string }) => {
				if (reply.message === undefined) resolve(reply.result);
				else reject(new Error(`${method}: ${reply.message}`));
			});
			child.send(asked, (error) => error && reject(error));
		}).finally(() => underWay--);
	};
	return {
		reset: async () => await call('reset'),
		advance: async (ms) => await call('advance', ms),
		hold: async () => await call('hold'),
		now: async () => await call('now'),
		setDialect: async (change) => await call('setDialect', change),
		setRunPlan: async (change) => await call('setRunPlan', change),
		addFault: async (fault) => await call('addFault', fault),
		clearFaults: async () => await call('clearFaults'),
		requests: async () => await call('requests'),
		counts: async () => await call('counts'),
		clearRequests: async () => await call('clearRequests'),
		runs: async () => await call('runs'),
		recordings: async () => await call('recordings'),
		seedRuns: async (specs) => await call('seedRuns', specs),
		setRun: async (id, change) => await call('setRun', id, change),
		deleteRun: async (id) => await call('deleteRun', id),
		addTemplate: async (name, schema) => await call('addTemplate', name, schema),
		putFile: async (name, base64, type) => await call('putFile', name, base64, type),
	};
}
