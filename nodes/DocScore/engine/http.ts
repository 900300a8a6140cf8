import type { IAllExecuteFunctions, IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { type Account, withAccount } from '../account/accounts';
import type { Manner, Member } from '../account/member';
import { BinaryFile } from './binaryFile';
import { checkHttpUrl } from './checks';
import { createFetch } from './download';
import { noAnswer } from './noAnswer';
import { DocScoreClient } from '../service/client';
import { Gate } from '../service/gate';
import { isObject } from '../service/json';
import { type HttpReply, isSuccess, withoutSecrets } from '../service/reply';
import { type Settled, settle } from '../service/settle';
import { type HttpRequest, type MayRepeat, type Send, Transport } from '../service/transport';
import { ADDRESS } from '../service/words';

export const CREDENTIAL = 'docScoreApi';

/** Who asks: how many requests at once, until when, and which of them again. */
export interface Caller extends Manner {
	mayRepeatRead?: MayRepeat;
}

/** What the requests of one execution or poll are made with. */
export interface Connection {
	/** The service, over n8n's own HTTP layer, which adds the key. */
	client: DocScoreClient;
	account: Account;
	member: Member;
}

/** @throws InputError for a base URL that is no http(s) address */
export async function withConnection<T>(
	context: IAllExecuteFunctions,
	caller: Caller,
	work: (connection: Connection) => Promise<T>,
): Promise<T> {
	const { baseUrl, apiKey } = await context.getCredentials(CREDENTIAL);
	const key = String(apiKey).trim();
	const base = cleanBaseUrl(baseUrl);
	const http = { send: createSend(context, base, key), fetch: createFetch(context) };
	return await withAccount(base, key, async (account) => {
		const member = account.pace.join(caller);
		const gate = new Gate(caller.limit, caller.stop);
		const client = new DocScoreClient(new Transport(http, gate, member, caller.mayRepeatRead));
		return await work({ client, account, member });
	});
}

function createSend(context: IAllExecuteFunctions, base: string, key: string): Send {
	return async (request) => {
		const options = requestOptions(base, request);
		const answer: Settled<unknown> = await settle(
			context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, options),
		);
		if (!answer.ok) throw noAnswer(answer.error);
		const reply = readFullResponse(answer.value);
		if (!isSuccess(reply)) await stopSending(request.body);
		return withoutSecrets(reply, key);
	};
}

/** What the service has refused is not worth sending on. */
async function stopSending(body: HttpRequest['body']): Promise<void> {
	const file = body instanceof FormData ? body.get('file') : null;
	if (file instanceof BinaryFile) await file.stopSending();
}

/** Tolerates spaces around and slashes behind the address. @throws InputError */
export function cleanBaseUrl(value: unknown): string {
	const text = typeof value === 'string' ? value.trim().replace(/\/+$/, '') : '';
	return checkHttpUrl('Base URL', text, ADDRESS);
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
 * read it whole would do so while it is still being sent, and the refusal would be lost.
 */
function headersFor(body: HttpRequest['body']): IDataObject {
	return body instanceof FormData ? { connection: 'keep-alive' } : {};
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
