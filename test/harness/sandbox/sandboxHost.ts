import type { SandboxAddress } from '../../sandbox/control';
import { controlOver } from '../../sandbox/controlClient';
import type { HostMessage } from '../../sandbox/host';
import { type ChildProcess, fork, pathToFileURL } from '../../node';
import type { Sandbox } from './sandbox';

/** Opens a new sandbox with a manual clock, in a process that this jest worker may have used before. */
export async function openSandbox(): Promise<Sandbox> {
	const host = takeHost();
	const { baseUrl, key, templates } = await told(host, 'open', isAddress);
	const stop = async () => {
		await told(host, 'close', isClosed);
		for (const event of ['message', 'exit']) host.removeAllListeners(event);
		idleHosts.push(host);
	};
	return { baseUrl, key, templates, control: controlOver(host), stop };
}

function takeHost(): ChildProcess {
	const idle = idleHosts.pop();
	if (idle?.connected) return idle;
	const host = fork(require.resolve('../../sandbox/host.ts'), {
		execArgv: ['--import', pathToFileURL(require.resolve('tsx')).href],
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	// These processes must not keep the worker running. They end with it.
	host.unref();
	host.channel?.unref();
	return host;
}

/** The first reply that matches. */
async function told<Reply>(
	host: ChildProcess,
	message: HostMessage,
	answers: (reply: unknown) => reply is Reply,
): Promise<Reply> {
	return await new Promise((resolve, reject) => {
		host.on('message', (reply: unknown) => answers(reply) && resolve(reply));
		host.once('exit', (code) => reject(new Error(`The host of sandboxes ended with code ${code}`)));
		host.send(message);
	});
}

const isAddress = (reply: unknown): reply is SandboxAddress =>
	typeof reply === 'object' && reply !== null && 'baseUrl' in reply;

const isClosed = (reply: unknown): reply is 'closed' => reply === 'closed';
