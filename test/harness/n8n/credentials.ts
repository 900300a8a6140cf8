import {
	type ICredentialDataDecryptedObject,
	type ICredentialsExpressionResolveValues,
	type IExecuteData,
	type IHttpRequestOptions,
	ICredentialsHelper,
	type IDataObject,
	type INodeCredentialsDetails,
	type INodeParameters,
	type IWorkflowExecuteAdditionalData,
	jsonParse,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { Credentials } from 'n8n-core';
import { DocScoreApi } from '../../../credentials/DocScoreApi.credentials';

const docScoreApi = new DocScoreApi();

/** The data of the credential, or a function if the credential changes during a test. */
export type CredentialData =
	| ICredentialDataDecryptedObject
	| (() => ICredentialDataDecryptedObject);

/** Handles the test's credential as n8n handles stored credentials. */
export class TestCredentials extends ICredentialsHelper {
	constructor(private readonly data: CredentialData) {
		super();
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return await docScoreApi.authenticate(credentials, requestOptions);
	}

	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(): Promise<Credentials> {
		return new Credentials({ id: '1', name: 'DocScore' }, docScoreApi.name);
	}

	/** Resolves expressions for the item, as n8n does. */
	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		_details: INodeCredentialsDetails,
		_type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		_raw?: boolean,
		resolve?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const stored = typeof this.data === 'function' ? this.data() : this.data;
		const defaults = docScoreApi.properties.map((property) => [property.name, property.default]);
		const text = JSON.stringify({ ...Object.fromEntries(defaults), ...stored });
		const data = jsonParse<ICredentialDataDecryptedObject>(text);
		if (!resolve) return data;
		const { workflow, node, runExecutionData, runIndex, itemIndex, connectionInputData } = resolve;
		const given = workflow.expression.getParameterValue(
			jsonParse<INodeParameters>(text),
			runExecutionData,
			runIndex,
			itemIndex,
			node.name,
			connectionInputData,
			mode,
			{},
			executeData,
			false,
			jsonParse<IDataObject>(text),
		);
		return isCredential(given) ? given : {};
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}

	getCredentialsProperties() {
		return docScoreApi.properties;
	}
}

const isCredential = (given: unknown): given is ICredentialDataDecryptedObject =>
	typeof given === 'object' && given !== null && !Array.isArray(given);
