import {
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
	type INode,
	ICredentialsHelper,
	type Workflow,
} from 'n8n-workflow';
import { Credentials } from 'n8n-core';
import { DocScoreApi } from '../../../credentials/DocScoreApi.credentials';

const docScoreApi = new DocScoreApi();

/** What n8n does with a stored credential, for the one that the tests fill in. */
export class TestCredentials extends ICredentialsHelper {
	constructor(private readonly data: ICredentialDataDecryptedObject) {
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
		workflow: Workflow,
		node: INode,
	): Promise<IHttpRequestOptions> {
		const headers = { ...requestOptions.headers };
		for (const [name, value] of Object.entries(docScoreApi.authenticate.properties.headers ?? {})) {
			headers[name] = workflow.expression.getSimpleParameterValue(
				node,
				String(value),
				'internal',
				{ $credentials: credentials },
				undefined,
				'',
			);
		}
		return { ...requestOptions, headers };
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

	async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		return { ...this.data };
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}

	getCredentialsProperties() {
		return docScoreApi.properties;
	}
}
