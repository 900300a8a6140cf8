import {
	type IAllExecuteFunctions,
	type IHttpRequestOptions,
	NodeOperationError,
} from 'n8n-workflow';
import { checkHttpUrl } from './checks';
import { createFetch } from './download';
import { DocScoreClient } from '../service/client';
import { ServiceError, StoppedError } from '../service/errors';
import type { Gate } from '../service/gate';
import { isObject } from '../service/json';
import type { HttpReply } from '../service/reply';
import { type Settled, settle } from '../service/settle';
import { type HttpRequest, type MayRepeat, type Send, Transport } from '../service/transport';

export const CREDENTIAL = 'docScoreApi';

const SERVICE = { name: 'The service', advice: 'Check the Base URL in the credential' };

/** Failures to connect: the service never saw the request. */
const NOT_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/** Codes of broken or refused certificates: nothing was sent, and trying again will not help. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/;

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
	const { baseUrl } = await context.getCredentials(CREDENTIAL);
	const base = cleanBaseUrl(baseUrl);
	return async (request) => {
		const options = requestOptions(base, request);
		const answer: Settled<unknown> = await settle(
			context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, options),
		);
		if (answer.ok) return readFullResponse(answer.value);
		throw noAnswer(answer.error);
	};
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

/** What n8n's HTTP helpers give for a full response. */
export function readFullResponse(response: unknown): HttpReply {
	const { statusCode, headers, body } = isObject(response) ? response : {};
	return {
		status: Number(statusCode),
		headers: isObject(headers) ? headers : {},
		text: typeof body === 'string' ? body : (JSON.stringify(body) ?? ''),
	};
}

/** Says why no answer came, and whether the service may have seen the request. */
export function noAnswer(error: unknown, { name, advice } = SERVICE): Error {
	if (error instanceof NodeOperationError) return error;
	const codes = errorCodes(error);
	if (codes.includes('ERR_CANCELED')) return new StoppedError('The execution was cancelled');
	const [code] = codes;
	const reason = code ?? (error instanceof Error ? error.message : String(error));
	const untrusted = codes.some((each) => CERTIFICATE.test(each));
	const notSent = untrusted || codes.some((each) => NOT_SENT.includes(each));
	return new ServiceError(`${name} could not be reached or did not answer (${reason})`, {
		description: notSent ? advice : undefined,
		outcome: notSent ? 'rejected' : 'unknown',
		transient: !untrusted,
	});
}

/** The codes along the chain of causes, since n8n wraps the error that Node gave. */
function errorCodes(error: unknown): string[] {
	const codes: string[] = [];
	for (let cause = error, depth = 0; cause instanceof Error && depth < 5; depth++) {
		const code = 'code' in cause ? cause.code : undefined;
		if (typeof code === 'string') codes.push(code);
		cause = cause.cause;
	}
	return codes;
}
