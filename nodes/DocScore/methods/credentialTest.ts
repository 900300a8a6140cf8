import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { checkCredential } from '../engine/credential';
import { readFullResponse } from '../engine/http';
import { noAnswer } from '../engine/noAnswer';
import { InputError } from '../engine/inputError';
import { adviceOf, ServiceError } from '../service/errors';
import { isObject, parseJson, textOrNull } from '../service/json';
import { type HttpReply, readReply } from '../service/reply';
import { maskOf, withoutSecrets } from '../service/secrets';
import { settle } from '../service/settle';
import { ADDRESS, sentences, TELL_PROVIDER, TRY_LATER } from '../service/words';

const TIMEOUT_MS = 20_000;

const WRONG = 'The Base URL is wrong';

/** Asks for one run: tells a wrong key from an address that is wrong or cannot be reached. */
export async function testDocScoreApi(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const tested = await settle(testByQuery(this, credential.data ?? {}));
	if (!tested.ok) return { status: 'Error', message: unreachable(tested.error) };
	if (tested.value !== null) return { status: 'Error', message: tested.value };
	return { status: 'OK', message: 'The service accepts this API Key' };
}

async function testByQuery(
	{ helpers }: ICredentialTestFunctions,
	data: NonNullable<ICredentialsDecrypted['data']>,
): Promise<string | null> {
	const { baseUrl, key } = checkCredential(data);
	const response = await settle<unknown>(
		helpers.request({
			method: 'POST',
			uri: `${baseUrl}/workflows/runs/getData`,
			headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
			body: JSON.stringify({ page: 1, limit: 1 }),
			timeout: TIMEOUT_MS,
			simple: false,
			resolveWithFullResponse: true,
		}),
	);
	const mask = maskOf(key);
	if (!response.ok) throw noAnswer(response.error, { mask });
	return await judge(withoutSecrets(readFullResponse(response.value), mask));
}

function unreachable(error: unknown): string {
	if (error instanceof ServiceError) return inOneLine(error.message, ADDRESS);
	if (error instanceof InputError) return inOneLine(error.message, error.description);
	return error instanceof Error ? error.message : String(error);
}

const inOneLine = (...parts: Array<string | undefined>): string =>
	sentences(...parts)?.replaceAll('\n', ' ') ?? '';

/** What is wrong by the answer to the query; null if nothing is. */
async function judge(reply: HttpReply): Promise<string | null> {
	const read = await settle(Promise.resolve(reply).then(readReply));
	if (read.ok) {
		const isList = Array.isArray(read.value.docs);
		return isList ? null : inOneLine(`${WRONG}: no runs are listed there`, ADDRESS);
	}
	if (!(read.error instanceof ServiceError)) throw read.error;
	const { message, details } = read.error;
	const { status } = reply;
	if (status === 401 || status === 403) {
		return inOneLine(message, adviceOf(details));
	}
	if (status >= 500 || status === 429) {
		return inOneLine(`The service is there, but could not be asked. ${message}`, TRY_LATER);
	}
	if (isServices(reply)) return inOneLine(message, details.said, TELL_PROVIDER);
	const isElsewhere = status >= 300 && status < 400;
	return inOneLine(`${WRONG}. ${message}`, isElsewhere ? details.description : ADDRESS);
}

/** Whether it is the service that speaks, and not whatever else an address may lead to. */
function isServices({ status, text }: HttpReply): boolean {
	if (status === 404 || status === 405) return false;
	const body = parseJson(text);
	return isObject(body) && (textOrNull(body.error) ?? textOrNull(body.statusCode)) !== null;
}
