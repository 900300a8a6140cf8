import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { checkCredential } from '../engine/http/credential';
import { readFullResponse } from '../engine/http/connection';
import { noAnswer } from '../engine/http/noAnswer';
import { InputError } from '../engine/input/inputError';
import { withDeadline } from '../service/deadline';
import { adviceOf, ServiceError } from '../service/errors';
import { isObject, parseJson, textOrNull } from '../service/json';
import { type HttpReply, readReply } from '../service/reply';
import { maskOf, withoutSecrets } from '../service/secrets';
import { toResult } from '../service/result';
import { USER_AGENT } from '../service/version';
import { ADDRESS, sentences, TELL_PROVIDER, TRY_LATER, withRequestId } from '../service/messages';

/** How long the test may take, in ms. */
const LIMIT_MS = 20_000;

const WRONG = 'The Base URL in the credential is wrong';

/**
 * Queries one run to distinguish a wrong key from a wrong or unreachable address. `request` is
 * deprecated in nodes, but n8n provides no other helper to a credential test
 * (docs/verification.md).
 */
export async function testDocScoreApi(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const tested = await toResult(testByQuery(this, credential.data ?? {}));
	if (!tested.ok) return { status: 'Error', message: unreachable(tested.error) };
	if (tested.value !== null) return { status: 'Error', message: tested.value };
	return { status: 'OK', message: 'The service accepts the API Key' };
}

async function testByQuery(
	{ helpers }: ICredentialTestFunctions,
	data: NonNullable<ICredentialsDecrypted['data']>,
): Promise<string | null> {
	const { baseUrl, key } = checkCredential(data);
	const ask = async (): Promise<unknown> =>
		await helpers.request({
			method: 'POST',
			uri: `${baseUrl}/workflows/runs/getData`,
			headers: {
				Authorization: `Bearer ${key}`,
				'Content-Type': 'application/json',
				'User-Agent': USER_AGENT,
			},
			body: JSON.stringify({ page: 1, limit: 1 }),
			simple: false,
			resolveWithFullResponse: true,
		});
	const response = await toResult(withDeadline(LIMIT_MS, ask));
	const mask = maskOf(key);
	if (!response.ok) throw noAnswer(response.error, { mask });
	return await diagnose(withoutSecrets(readFullResponse(response.value), mask));
}

function unreachable(error: unknown): string {
	if (error instanceof ServiceError) {
		const { outcome, description } = error.details;
		return inOneLine(error.message, outcome === 'rejected' ? description : ADDRESS);
	}
	if (error instanceof InputError) return inOneLine(error.message, error.description);
	return error instanceof Error ? error.message : String(error);
}

const inOneLine = (...parts: Array<string | undefined>): string =>
	sentences(...parts)?.replaceAll('\n', ' ') ?? '';

/** The problem that the response shows; null if there is none. */
async function diagnose(reply: HttpReply): Promise<string | null> {
	const read = await toResult(Promise.resolve(reply).then(readReply));
	if (read.ok) {
		const isList = Array.isArray(read.value.docs);
		return isList ? null : inOneLine(`${WRONG}: it lists no runs`, ADDRESS);
	}
	if (!(read.error instanceof ServiceError)) throw read.error;
	const { message, details } = read.error;
	const { status } = reply;
	const asking = (advice: string) =>
		withRequestId(sentences(details.said, advice), details.requestId);
	if (status >= 500 || status === 429) {
		return inOneLine(`The service is reachable, but not ready: ${message}`, asking(TRY_LATER));
	}
	if (status === 401 || status === 403 || details.isWrongPath || isRedirect(status)) {
		return inOneLine(message, withRequestId(adviceOf(details), details.requestId));
	}
	return isServices(reply)
		? inOneLine(message, asking(TELL_PROVIDER))
		: inOneLine(`${WRONG}. ${message}`, ADDRESS);
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** Whether the response comes from the service, and not from another server. */
function isServices({ text }: HttpReply): boolean {
	const body = parseJson(text);
	return isObject(body) && (textOrNull(body.error) ?? textOrNull(body.statusCode)) !== null;
}
