import type { IAllExecuteFunctions, IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { type Account, withAccount } from '../../account/accounts';
import type { RateLimitClient, RateLimitClientOptions } from '../../account/rateLimitClient';
import { BinaryFile } from '../binary/binaryFile';
import {
	type Credential,
	CREDENTIAL,
	currentCredential,
	decrypted,
	readCredential,
} from './credential';
import { createFetch } from './download';
import { noAnswer } from './noAnswer';
import type { Cancellation } from '../../service/cancellation';
import { DocScoreClient } from '../../service/client';
import { isObject } from '../../service/json';
import { type HttpReply, isSuccess } from '../../service/reply';
import { maskOf, withoutSecrets } from '../../service/secrets';
import { Semaphore } from '../../service/semaphore';
import { type Result, toResult } from '../../service/result';
import type { MayRepeat } from '../../service/retries';
import { type HttpRequest, type Send, Transport } from '../../service/transport';
import { USER_AGENT } from '../../service/version';

/** Who asks: how many requests at once, until when, and which of them again. */
export interface ConnectionOptions extends RateLimitClientOptions {
	mayRepeatRead?: MayRepeat;
}

/** Through whom anything can be asked that concerns all who use the account. */
export interface SharedReader {
	/** Beside the requests of its own work, so that these keep none back. */
	client: Pick<DocScoreClient, 'query' | 'details'>;
	cancellation: Cancellation;
	/** Whether the credential has the account's key, and not another one by now. */
	isOfAccount(): boolean;
}

/** What the requests of one execution or poll are made with. */
export interface Connection {
	/** The service, over n8n's own HTTP layer, which adds the key. */
	client: DocScoreClient;
	account: Account;
	limits: RateLimitClient;
	reader: SharedReader;
}

/** So long, in ms, an answer is waited for that many may wait for. */
const SHARED_TIMEOUT_MS = 10_000;

/** @throws InputError for a credential that cannot be used */
export async function withConnection<T>(
	context: IAllExecuteFunctions,
	caller: ConnectionOptions,
	work: (connection: Connection) => Promise<T>,
): Promise<T> {
	const credential = await readCredential(context);
	let lastKey = credential.key;
	const send = createSend(context, credential, (key) => {
		lastKey = key;
	});
	const http = { send, fetch: createFetch(context) };
	const { cancellation, limit, mayRepeatRead: mayRepeat } = caller;
	return await withAccount(credential, caller, async (account, limits) => {
		const clientOf = (timeoutMs?: number) => {
			const semaphore = new Semaphore(limit, cancellation);
			return new DocScoreClient(new Transport(http, semaphore, limits, { mayRepeat, timeoutMs }));
		};
		const isOfAccount = () => lastKey === credential.key;
		const reader = { client: clientOf(SHARED_TIMEOUT_MS), cancellation, isOfAccount };
		return await work({ client: clientOf(), account, limits, reader });
	});
}

/** @param onKey is told the key of each request before it is sent */
function createSend(
	context: IAllExecuteFunctions,
	first: Credential,
	onKey: (key: string) => void,
): Send {
	const maskFor = forLast(maskOf);
	return async (request) => {
		const credential = await currentCredential(context, first);
		onKey(credential.key);
		const options = requestOptions(credential.baseUrl, request);
		const credentialsDecrypted = decrypted(credential);
		const answer: Result<unknown> = await toResult(
			context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, options, {
				credentialsDecrypted,
			}),
		);
		const mask = maskFor(credential.key);
		if (!answer.ok) throw noAnswer(answer.error, { mask });
		const reply = readFullResponse(answer.value);
		if (!isSuccess(reply)) await stopSending(request.body);
		return withoutSecrets(reply, mask);
	};
}

/** Makes it once for as long as the key stays the same. */
function forLast<T>(make: (key: string) => T): (key: string) => T {
	let last: { key: string; made: T } | undefined;
	return (key) => {
		if (last?.key !== key) last = { key, made: make(key) };
		return last.made;
	};
}

/** What the service has not accepted is not worth sending on. */
async function stopSending(body: HttpRequest['body']): Promise<void> {
	const file = body instanceof FormData ? body.get('file') : null;
	if (file instanceof BinaryFile) await file.stopSending();
}

function requestOptions(base: string, request: HttpRequest): IHttpRequestOptions {
	return {
		method: 'POST',
		url: `${base}${request.path}`,
		headers: headersFor(request.body),
		body: request.body,
		timeout: request.timeoutMs,
		// Every answer is looked at here, as text: n8n would lose the error body of a failed request.
		json: true,
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// The service does not redirect, and following would keep a whole upload in memory.
		disableFollowRedirect: true,
	};
}

/**
 * n8n asks to close the connection after each answer. A service that refuses an upload before it has
 * read it whole would do so while it is still being sent, and its answer would be lost.
 */
function headersFor(body: HttpRequest['body']): IDataObject {
	const agent = { 'user-agent': USER_AGENT };
	return body instanceof FormData ? { ...agent, connection: 'keep-alive' } : agent;
}

/** What n8n's HTTP helpers give for a full response. */
export function readFullResponse(response: unknown): HttpReply {
	const { statusCode, headers, body } = isObject(response) ? response : {};
	return {
		status: Number(statusCode),
		headers: isObject(headers) ? headers : {},
		text: typeof body === 'string' ? body : (JSON.stringify(body) ?? ''),
	};
}
