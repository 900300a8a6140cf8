import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { cleanBaseUrl, readFullResponse } from '../engine/http';
import { noAnswer } from '../engine/noAnswer';
import { ServiceError } from '../service/errors';
import { readReply } from '../service/reply';
import { settle } from '../service/settle';

const TIMEOUT_MS = 20_000;

/** Asks for one run: tells a wrong key from an address that is wrong or cannot be reached. */
export async function testDocScoreApi(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const tested = await settle(queryOneRun(this, credential.data ?? {}));
	if (tested.ok) return { status: 'OK', message: 'The service accepts this API Key' };
	return { status: 'Error', message: verdict(tested.error) };
}

async function queryOneRun(
	{ helpers }: ICredentialTestFunctions,
	{ apiKey, baseUrl }: NonNullable<ICredentialsDecrypted['data']>,
): Promise<void> {
	const response = await settle<unknown>(
		helpers.request({
			method: 'POST',
			uri: `${cleanBaseUrl(baseUrl)}/workflows/runs/getData`,
			headers: {
				Authorization: `Bearer ${String(apiKey).trim()}`,
				'Content-Type': 'application/json',
			},
			body: JSON.stringify({ page: 1, limit: 1 }),
			timeout: TIMEOUT_MS,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
			followAllRedirects: false,
		}),
	);
	if (!response.ok) throw noAnswer(response.error);
	readReply(readFullResponse(response.value));
}

function verdict(error: unknown): string {
	if (!(error instanceof ServiceError)) {
		return error instanceof Error ? error.message : String(error);
	}
	const { status, description } = error.details;
	if (status === undefined) return `${error.message}: check the Base URL`;
	if (status === 401 || status === 403) {
		return `The service refused the API Key (${error.message}): copy it again from your dashboard`;
	}
	if (status >= 500 || status === 429) return `The service is there, but failed: ${error.message}`;
	return `The Base URL is wrong: ${error.message}${description ? `. ${description}` : ''}`;
}
