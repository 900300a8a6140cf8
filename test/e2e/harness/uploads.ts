import type { INode } from 'n8n-workflow';
import { nodeOf } from '../../harness/n8n/nodeOf';

/** A webhook that receives a file and responds with the output of the last node. */
export const uploadWebhook = (path: string): INode =>
	nodeOf('Upload', 'n8n-nodes-base.webhook', {
		typeVersion: 2.1,
		parameters: { httpMethod: 'POST', path, responseMode: 'lastNode', options: {} },
		webhookId: path,
	});

/** Uploads a PDF like a form on a web page, and returns the response. @throws Error if it is rejected */
export async function uploadPdf(
	address: string,
	field: string,
	pdf: Uint8Array<ArrayBuffer>,
): Promise<string> {
	const body = new FormData();
	body.set(field, new File([pdf], 'march.pdf', { type: 'application/pdf' }));
	const response = await fetch(address, { method: 'POST', body });
	const text = await response.text();
	if (!response.ok) throw new Error(`The upload got status ${response.status}: ${text}`);
	return text;
}
