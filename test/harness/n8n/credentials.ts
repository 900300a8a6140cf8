import {
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
	ICredentialsHelper,
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

	async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		return { ...this.data };
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}

	getCredentialsProperties() {
		return docScoreApi.properties;
	}
}
