import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from './errors';
import { parseExactly } from './exactJson';
import { isObject, parseJson, textOrNull } from './json';
import { classifyStatus, classifyUnreadableSuccess, problemOf } from './classifyResponse';
import { ADDRESS, saidBy, sentences, TRY_LATER, withSaid } from './messages';
import { noteRequestId, requestIdIn, requestIdOf } from './requestId';

/** An HTTP response with its body as text. Header names are in lower case. */
export interface HttpReply {
	status: number;
	headers: IDataObject;
	text: string;
}

/**
 * The JSON object in a response of an operation with a documented `statusCode`.
 * @throws ServiceError if the status is not success, the body is not a JSON object, or its
 * `statusCode` is not SUCCESS (docs/service.md, Errors)
 */
export function readReply(reply: HttpReply): IDataObject {
	const body = readBody(reply);
	if ((body.statusCode ?? 'SUCCESS') !== 'SUCCESS') throw notSuccess(body);
	return body;
}

/**
 * The JSON object in a response, without a check of its content.
 * @throws ServiceError if the status is not success, or the body is not a JSON object
 */
export function readBody(reply: HttpReply): IDataObject {
	const body = parseExactly(reply.text);
	if (!isSuccess(reply)) throw errorStatus(reply, body);
	if (!isObject(body)) throw notJson(reply, body !== undefined);
	return noteRequestId(body, requestIdIn(reply.headers));
}

export const isSuccess = ({ status }: Pick<HttpReply, 'status'>): boolean =>
	status >= 200 && status <= 299;

function errorStatus(reply: HttpReply, body: unknown): ServiceError {
	const { status } = reply;
	const said = isObject(body) ? textOrNull(body.error) : null;
	const details = isObject(body) ? textOrNull(body.details) : null;
	const classification = classifyStatus(status);
	const isOwnBody = said !== null;
	const location = textOrNull(reply.headers.location);
	const { what, advice, isWrongPath, told } = problemOf({
		status,
		text: reply.text,
		location,
		isOwnBody,
	});
	// The service's words for these statuses rarely help, so they follow the advice.
	const isRoutine = [401, 403, 404, 405].includes(status);
	const message = isOwnBody
		? withSaid(what, isRoutine ? undefined : saidBy(said, details))
		: `${what} (${[`status ${status}`, shapeOf(reply)].filter(Boolean).join(', ')})`;
	return new ServiceError(message, {
		description: advice,
		said: sentences(told, isRoutine ? saidBy(said, details) : undefined),
		status,
		isOwnBody,
		isWrongPath,
		requestId: requestIdIn(reply.headers),
		...classification,
		retryAfterMs: classification.transient ? retryAfter(reply.headers) : undefined,
	});
}

function notJson(reply: HttpReply, isJson: boolean): ServiceError {
	const { status } = reply;
	return new ServiceError(`The service returned ${shapeOf(reply)} instead of data`, {
		description: `${ADDRESS}. If it is correct, ask your network administrator about a proxy between n8n and the service`,
		status,
		...classifyUnreadableSuccess(isJson),
	});
}

/** The error for a success response that reports a failure. */
export function notSuccess(body: IDataObject): ServiceError {
	const said = saidBy(textOrNull(body.statusMessage) ?? textOrNull(body.error));
	return new ServiceError(withSaid('The service reported a failure', said), {
		description: TRY_LATER,
		status: 200,
		requestId: requestIdOf(body),
		...classifyUnreadableSuccess(true),
	});
}

function shapeOf({ text }: HttpReply): string {
	const start = text.trimStart();
	if (start === '') return 'an empty response';
	if (start.startsWith('<')) return 'a web page';
	if (!start.startsWith('{')) return 'plain text';
	return parseJson(text) === undefined ? 'a truncated response' : '';
}

/** A longer pause, in ms, is no request to wait. */
const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1000;

/** The pause in a Retry-After header, in ms; the header contains seconds or a date. */
export function retryAfter(headers: IDataObject): number | undefined {
	// Without a header, it is neither a number nor a date.
	const asked = String(headers['retry-after']);
	const ms = Number.isNaN(Number(asked)) ? untilDate(asked, headers.date) : Number(asked) * 1000;
	return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
}

/** Relative to the service's clock if the response has a date, because n8n's clock may differ. */
function untilDate(asked: string, serviceDate: unknown): number {
	const now = Date.parse(String(serviceDate));
	return Date.parse(asked) - (Number.isNaN(now) ? Date.now() : now);
}
