import { type Sandbox, type SandboxOptions, startSandbox } from '../test/harness/sandbox/sandbox';
import { type RunningWorker, startWorker } from './n8n/startWorker';
import type { Setup } from './setup';

export type Service = Sandbox & { credential: { apiKey: string; baseUrl: string } };

/** Where a figure is measured: its workers and sandboxes, which end with it. */
export class Stage {
	private readonly running: Array<{ stop(): Promise<void> }> = [];

	/** The worker in which the node of this package works. */
	readonly ours: RunningWorker;

	/** The worker in which what it is held against works. */
	readonly peer: RunningWorker;

	constructor(readonly setup: Setup) {
		this.ours = this.worker();
		this.peer = this.worker();
	}

	/** A worker beside these two. */
	worker(): RunningWorker {
		const worker = startWorker(this.setup);
		this.running.push(worker);
		return worker;
	}

	async service(options?: SandboxOptions): Promise<Service> {
		const sandbox = await startSandbox(options);
		this.running.push(sandbox);
		return { ...sandbox, credential: { apiKey: sandbox.key, baseUrl: sandbox.baseUrl } };
	}

	async close(): Promise<void> {
		await Promise.all(this.running.map(async (each) => await each.stop()));
	}
}
