import type { INodeParameters } from 'n8n-workflow';
import { type NodeSetup, runNode, startNode } from '../n8n/runNode';
import type { Sandbox } from './sandbox';
import { useSandbox } from './useSandbox';

type Run = Omit<NodeSetup, 'credential' | 'items'> & {
	/** Default: one empty item. */
	items?: NodeSetup['items'];
	/** Default: the credential of the sandbox. A function if it changes during the test. */
	credential?: Partial<Credential> | (() => Credential);
};

interface Credential {
	apiKey: string;
	baseUrl: string;
}

/** The node with its own sandbox for a test file. */
export class SandboxedNode {
	private started: Sandbox | undefined;

	constructor() {
		useSandbox((sandbox) => {
			this.started = sandbox;
		});
	}

	get sandbox(): Sandbox {
		if (!this.started) throw new Error('The sandbox is available only in tests');
		return this.started;
	}

	get control() {
		return this.sandbox.control;
	}

	get credential() {
		return { apiKey: this.sandbox.key, baseUrl: this.sandbox.baseUrl };
	}

	async run(run: Run) {
		return await runNode(this.setup(run));
	}

	start(run: Run) {
		return startNode(this.setup(run));
	}

	/** Parameters of a valid submission. */
	submission(more: INodeParameters = {}): INodeParameters {
		return {
			resource: 'run',
			operation: 'submit',
			file_urls: 'https://files.example.com/invoice.pdf',
			extraction_template_id: this.sandbox.templates.invoice,
			...more,
		};
	}

	/** Number of requests by endpoint, without endpoints that got none. */
	async requestCounts(): Promise<Record<string, number>> {
		const counts = Object.entries(await this.control.counts());
		const seen = counts.filter(([, { total }]) => total > 0);
		return Object.fromEntries(seen.map(([endpoint, { total }]) => [endpoint, total]));
	}

	private setup({ items = [{}], credential, ...run }: Run): NodeSetup {
		const given =
			typeof credential === 'function'
				? () => ({ ...credential() })
				: { ...this.credential, ...credential };
		return { items, credential: given, ...run };
	}
}
