import type { SandboxAddress, SandboxControl } from '../../sandbox/control';
import { controlOver } from '../../sandbox/controlClient';
import { type ChildProcess, fork, once, pathToFileURL } from '../../node';

export interface SandboxOptions {
	/** Default: real. */
	clock?: 'manual' | 'real';
	/** Default: a new one each time. */
	key?: string;
}

/** A running sandbox. Tests change it through `control`. */
export interface Sandbox {
	baseUrl: string;
	key: string;
	templates: SandboxAddress['templates'];
	control: SandboxControl;
	/** Resolves when the process has ended. */
	stop(): Promise<void>;
}

/** Starts a sandbox in a new process and waits until it responds. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const given = Object.entries(options).filter(([, value]) => value !== undefined);
	const args = given.map(([name, value]) => `--${name}=${value}`);
	const child = fork(require.resolve('../../sandbox/main.ts'), args, {
		execArgv: ['--import', pathToFileURL(require.resolve('tsx')).href],
		stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
	});
	const { baseUrl, key, templates } = await addressOf(child);
	return {
		baseUrl,
		key,
		templates,
		control: controlOver(child),
		stop: async () => await stop(child),
	};
}

async function addressOf(child: ChildProcess): Promise<SandboxAddress> {
	let complaint = '';
	child.stderr?.setEncoding('utf8').on('data', (text: string) => {
		complaint += text;
	});
	return await new Promise((resolve, reject) => {
		child.once('message', (address: SandboxAddress) => resolve(address));
		child.once('error', reject);
		child.once('close', (code) => {
			reject(new Error(`The sandbox ended with code ${code}: ${complaint.trim()}`));
		});
	});
}

async function stop(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exit = once(child, 'exit');
	if (child.connected) child.disconnect();
	else child.kill();
	await exit;
}
