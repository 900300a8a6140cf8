import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { TestCredentials } from './credentials';

const N8N_URL = 'http://127.0.0.1:5678/';

async function notOffered(): Promise<never> {
	throw new Error('The test harness does not offer this part of n8n');
}

/** What the n8n server hands to its engine for each execution. */
export function createAdditionalData(
	workflow: IWorkflowBase,
	mode: WorkflowExecuteMode,
	credential: ICredentialDataDecryptedObject,
): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper: new TestCredentials(credential),
		hooks: new ExecutionLifecycleHooks(mode, '1', workflow),
		externalSecretsProxy: new ExternalSecretsProxy(),
		executionId: '1',
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: `${N8N_URL}rest`,
		instanceBaseUrl: N8N_URL,
		formBaseUrl: `${N8N_URL}form`,
		formWaitingBaseUrl: `${N8N_URL}form-waiting`,
		formTestBaseUrl: `${N8N_URL}form-test`,
		webhookBaseUrl: `${N8N_URL}webhook`,
		webhookWaitingBaseUrl: `${N8N_URL}webhook-waiting`,
		webhookTestBaseUrl: `${N8N_URL}webhook-test`,
		mcpBaseUrl: `${N8N_URL}mcp`,
		mcpTestBaseUrl: `${N8N_URL}mcp-test`,
		logAiEvent: () => {},
		executeWorkflow: notOffered,
		getRunExecutionData: notOffered,
		getRuntimeCredential: notOffered,
		startRunnerTask: notOffered,
	};
}
