import { type Sandbox, type SandboxOptions, startSandbox } from '../test/harness/sandbox/sandbox';
import { type RunningEngine, startEngine } from './n8n/startEngine';
import type { Setup } from './setup';

export type Service = Sandbox & { credential: { apiKey: string; baseUrl: string } };

/** Where a row measures: its engines and sandboxes, which end with it. */
export class Stage {
	private readonly running: Array<{ stop(): Promise<void> }> = [];

	/** The engine in which the node of this package works. */
	readonly ours: RunningEngine;

	/** The engine in which what it is held against works. */
	readonly peer: RunningEngine;

	constructor(readonly setup: Setup) {
		this.ours = this.engine();
		this.peer = this.engine();
	}

	/** An engine beside these two. */
	engine(): RunningEngine {
		const engine = startEngine(this.setup);
		this.running.push(engine);
		return engine;
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
