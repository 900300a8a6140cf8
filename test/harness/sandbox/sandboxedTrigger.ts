import { type PollingSetup, PollingWorkflow } from '../n8n/pollingWorkflow';
import { SandboxedNode } from './sandboxedNode';

/** The trigger with its own sandbox for a test file. */
export class SandboxedTrigger extends SandboxedNode {
	workflow(setup: Partial<PollingSetup> = {}): PollingWorkflow {
		return new PollingWorkflow({ credential: this.credential, ...setup });
	}

	async activated(setup: Partial<PollingSetup> = {}): Promise<PollingWorkflow> {
		const workflow = this.workflow(setup);
		await workflow.activate();
		return workflow;
	}

	async finish(ids: string[]): Promise<void> {
		for (const id of ids) await this.control.setRun(id, { status: 'completed' });
	}
}
