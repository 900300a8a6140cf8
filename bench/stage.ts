import { type Sandbox, type SandboxOptions, startSandbox } from '../test/harness/sandbox/sandbox';
import { type RunningWorker, startWorker } from './n8n/startWorker';
import type { Setup } from './setup';

export type Service = Sandbox & { credential: { apiKey: string; baseUrl: string } };

/** The workers and sandboxes of a figure. They stop when the figure is done. */
export class Stage {
	private readonly running: Array<{ stop(): Promise<void> }> = [];

	/** The worker for the node of this package. */
	readonly ours: RunningWorker;

	/** The worker for the alternative that it is compared with. */
	readonly peer: RunningWorker;

	constructor(readonly setup: Setup) {
		this.ours = this.worker();
		this.peer = this.worker();
	}

	/** Starts an additional worker. */
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
