import type { IAllExecuteFunctions, IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { BinaryFile } from './binaryFile';
import { checkHttpUrl } from './checks';
import { createFetch } from './download';
import { noAnswer } from './noAnswer';
import { DocScoreClient } from '../service/client';
import type { Gate } from '../service/gate';
import { isObject } from '../service/json';
import { type HttpReply, withoutKey } from '../service/reply';
import { type Settled, settle } from '../service/settle';
import { type HttpRequest, type MayRepeat, type Send, Transport } from '../service/transport';

export const CREDENTIAL = 'docScoreApi';

/**
 * The service's client over n8n's own HTTP layer, which adds the key.
 * @throws InputError for a base URL that is no http(s) address
 */
export async function createClient(
	context: IAllExecuteFunctions,
	gate: Gate,
	mayRepeatRead?: MayRepeat,
): Promise<DocScoreClient> {
	const http = { send: await createSend(context), fetch: createFetch(context) };
	return new DocScoreClient(new Transport(http, gate, mayRepeatRead));
}

async function createSend(context: IAllExecuteFunctions): Promise<Send> {
	const { baseUrl, apiKey } = await context.getCredentials(CREDENTIAL);
	const key = String(apiKey).trim();
	const base = cleanBaseUrl(baseUrl);
	return async (request) => {
		const options = requestOptions(base, request);
		const answer: Settled<unknown> = await settle(
			context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, options),
		);
		if (!answer.ok) throw noAnswer(answer.error);
		const reply = readFullResponse(answer.value);
		if (reply.status < 200 || reply.status > 299) await stopSending(request.body);
		return withoutKey(reply, key);
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
	return checkHttpUrl('Base URL', text);
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
