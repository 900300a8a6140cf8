import { byKey } from '../harness/deduplication';
import { type INode, NodeConnectionTypes } from 'n8n-workflow';
import type { WorkflowFile } from '../harness/n8n/workflow';

/** A workflow that submits the document of each webhook call and waits for its fields. */
export interface LoadWorkflow {
	/** Its name, also the path of its webhook. */
	name: string;
	credentials: INode['credentials'];
	templateId: string;
	/** The timeout setting of the workflow; default: none. */
	timeoutSeconds?: number;
	/** Whether Output is Fields Only. */
	fieldsOnly?: boolean;
	/** Whether a document that is sent again is submitted only once. */
	deduplicates?: boolean;
}

export function workflowOf(workflow: LoadWorkflow): WorkflowFile {
	const { name, credentials, templateId, timeoutSeconds, fieldsOnly, deduplicates } = workflow;
	const webhook: INode = {
		...nodeOf('Webhook', 'n8n-nodes-base.webhook', 2),
		webhookId: name,
		parameters: {
			httpMethod: 'POST',
			path: name,
			// Responds at once with the ID of the started execution.
			responseMode: 'onReceived',
			options: { responseData: '={{ $execution.id }}' },
		},
	};
	const extract: INode = {
		...nodeOf('Extract', 'n8n-nodes-docscore.docScore', 1),
		credentials,
		parameters: {
			operation: 'submitAndWait',
			file_urls: '={{ $json.body.url }}',
			extraction_template_id: templateId,
			additionalFields: { run_id: '={{ $json.body.name }}' },
			...(fieldsOnly && { output: 'fieldsOnly' }),
			options: deduplicates ? byKey('={{ $json.body.name }}') : {},
		},
	};
	const to = { node: extract.name, type: NodeConnectionTypes.Main, index: 0 };
	return {
		name,
		nodes: [webhook, extract],
		connections: { [webhook.name]: { main: [[to]] } },
		settings: { executionOrder: 'v1', executionTimeout: timeoutSeconds ?? -1 },
	};
}

const nodeOf = (name: string, type: string, typeVersion: number): INode => ({
	id: name,
	name,
	type,
	typeVersion,
	position: [0, 0],
	parameters: {},
});
