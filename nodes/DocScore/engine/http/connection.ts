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

/** How many requests are sent at once, until when, and which are repeated. */
export interface ConnectionOptions extends RateLimitClientOptions {
	mayRepeatRead?: MayRepeat;
}

/** Sends requests on behalf of all executions of the account. */
export interface SharedReader {
	/** With its own concurrency limit, so that the execution's own requests do not delay these. */
	client: Pick<DocScoreClient, 'query' | 'details'>;
	cancellation: Cancellation;
	/** Whether the credential still has the account's key. */
	isOfAccount(): boolean;
}

/** What one execution or poll needs to send requests. */
export interface Connection {
	/** The service's client, over n8n's own HTTP layer, which adds the key. */
	client: DocScoreClient;
	account: Account;
	limits: RateLimitClient;
	reader: SharedReader;
}

/** How long a request on behalf of all may take, in ms. */
const SHARED_LIMIT_MS = 10_000;

/** @throws InputError if the credential is unusable */
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
		const clientOf = (limitMs?: number) => {
			const semaphore = new Semaphore(limit, cancellation);
			return new DocScoreClient(new Transport(http, semaphore, limits, { mayRepeat, limitMs }));
		};
		const isOfAccount = () => lastKey === credential.key;
		const reader = { client: clientOf(SHARED_LIMIT_MS), cancellation, isOfAccount };
		return await work({ client: clientOf(), account, limits, reader });
	});
}

/** @param onKey receives the key of each request before it is sent */
function createSend(
	context: IAllExecuteFunctions,
	first: Credential,
	onKey: (key: string) => void,
): Send {
	const maskFor = forLast(maskOf);
	return async (request, { signal, moved }) => {
		const credential = await currentCredential(context, first);
		onKey(credential.key);
		const options = { ...requestOptions(credential.baseUrl, request), abortSignal: signal };
		const credentialsDecrypted = decrypted(credential);
		const file = fileIn(request.body);
		if (file) file.onRead = moved;
		const abortable = withSignal(context, signal);
		const answer: Result<unknown> = await toResult(
			context.helpers.httpRequestWithAuthentication.call(abortable, CREDENTIAL, options, {
				credentialsDecrypted,
			}),
		);
		const mask = maskFor(credential.key);
		if (!answer.ok) {
			await file?.stopSending();
			throw noAnswer(answer.error, { mask });
		}
		const reply = readFullResponse(answer.value);
		// Stops an upload that was rejected, and closes its file.
		if (!isSuccess(reply)) await file?.stopSending();
		return withoutSecrets(reply, mask);
	};
}

/** Remembers the result for the last key. */
function forLast<T>(make: (key: string) => T): (key: string) => T {
	let last: { key: string; made: T } | undefined;
	return (key) => {
		if (last?.key !== key) last = { key, made: make(key) };
		return last.made;
	};
}

function fileIn(body: HttpRequest['body']): BinaryFile | null {
	const file = body instanceof FormData ? body.get('file') : null;
	return file instanceof BinaryFile ? file : null;
}

/** n8n's helper aborts the request by the cancel signal of its context, whatever the options say. */
function withSignal(context: IAllExecuteFunctions, signal: AbortSignal): IAllExecuteFunctions {
	const own = { getExecutionCancelSignal: { value: () => signal } };
	const abortable: IAllExecuteFunctions = Object.create(context, own);
	return abortable;
}

function requestOptions(base: string, request: HttpRequest): IHttpRequestOptions {
	return {
		method: 'POST',
		url: `${base}${request.path}`,
		headers: headersFor(request.body),
		body: request.body,
		// Responses are parsed here, from text: n8n would lose the error body of a failed request.
		json: true,
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// The service does not redirect, and following a redirect would hold a whole upload in memory.
		disableFollowRedirect: true,
		// n8n's own limit, 5 minutes from the start, would end a long upload. Each request has a deadline.
		timeout: 0,
	};
}

/**
 * n8n asks to close the connection after each response. If a service rejects an upload before it
 * has read it, it would then close the connection during the upload, and its response would be
 * lost.
 */
function headersFor(body: HttpRequest['body']): IDataObject {
	const agent = { 'user-agent': USER_AGENT };
	return body instanceof FormData ? { ...agent, connection: 'keep-alive' } : agent;
}

/** Reads the full response of n8n's HTTP helpers. */
export function readFullResponse(response: unknown): HttpReply {
	const { statusCode, headers, body } = isObject(response) ? response : {};
	return {
		status: Number(statusCode),
		headers: isObject(headers) ? headers : {},
		text: typeof body === 'string' ? body : (JSON.stringify(body) ?? ''),
	};
}
