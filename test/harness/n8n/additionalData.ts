import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type {
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { type CredentialData, TestCredentials } from './credentials';

/** n8n's own address. */
export const n8nAddress = { url: 'http://127.0.0.1:5678/' };

async function notOffered(): Promise<never> {
	throw new Error('The test harness does not offer this part of n8n');
}

/** What the n8n server passes to its engine for each execution. */
export function createAdditionalData(
	workflow: IWorkflowBase,
	mode: WorkflowExecuteMode,
	credential: CredentialData,
): IWorkflowExecuteAdditionalData {
	const { url } = n8nAddress;
	return {
		credentialsHelper: new TestCredentials(credential),
		hooks: new ExecutionLifecycleHooks(mode, '1', workflow),
		externalSecretsProxy: new ExternalSecretsProxy(),
		executionId: '1',
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: `${url}rest`,
		instanceBaseUrl: url,
		formBaseUrl: `${url}form`,
		formWaitingBaseUrl: `${url}form-waiting`,
		formTestBaseUrl: `${url}form-test`,
		webhookBaseUrl: `${url}webhook`,
		webhookWaitingBaseUrl: `${url}webhook-waiting`,
		webhookTestBaseUrl: `${url}webhook-test`,
		mcpBaseUrl: `${url}mcp`,
		mcpTestBaseUrl: `${url}mcp-test`,
		logAiEvent: () => {},
		executeWorkflow: notOffered,
		getRunExecutionData: notOffered,
		getRuntimeCredential: notOffered,
		startRunnerTask: notOffered,
	};
}
