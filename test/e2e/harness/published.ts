import { pause } from '../../node';
import type { N8n } from './n8n';
import type { SavedWorkflow } from './n8nApi';

const READY_WITHIN_MS = 60_000;

/**
 * Publishes a workflow that starts with a form, or with a webhook of any method except GET. Waits until it
 * answers and returns its URL.
 */
export async function publish(
	{ api, url }: N8n,
	workflow: SavedWorkflow,
	kind: 'form' | 'webhook',
): Promise<string> {
	await api.activate(workflow);
	const address = `${url}/${kind}/${workflow.nodes[0]?.webhookId}`;
	const deadline = Date.now() + READY_WITHIN_MS;
	while (!(await isThere(address))) {
		if (Date.now() > deadline) throw new Error(`Nothing answers at ${address}`);
		await pause(250);
	}
	return address;
}

async function isThere(address: string): Promise<boolean> {
	const response = await fetch(address);
	const text = await response.text();
	return response.ok || text.includes('not registered for GET requests');
}
