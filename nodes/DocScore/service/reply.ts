import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from './errors';
import { parseExactly } from './exactJson';
import { isObject, parseJson, textOrNull } from './json';
import { classifyStatus, classifyUnreadableSuccess, problemOf } from './classifyResponse';
import { ADDRESS, saidBy, TRY_LATER, withSaid } from './messages';
import { noteRequestId, requestIdIn, requestIdOf } from './requestId';

/** An HTTP answer, its body still text. Header names are in lower case. */
export interface HttpReply {
	status: number;
	headers: IDataObject;
	text: string;
}

/**
 * The JSON object that the service answered with, of an operation whose answers have a `statusCode`.
 * @throws ServiceError for any other status than success, and for a success without a JSON object or
 * with a `statusCode` other than SUCCESS (docs/service.md, Errors)
 */
export function readReply(reply: HttpReply): IDataObject {
	const body = readBody(reply);
	if ((body.statusCode ?? 'SUCCESS') !== 'SUCCESS') throw notSuccess(body);
	return body;
}

/**
 * The JSON object that the service answered with, whatever it says.
 * @throws ServiceError for any other status than success, and for a success without a JSON object
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
	const { what, advice, isWrongPath } = problemOf({
		status,
		text: reply.text,
		location,
		isOwnBody,
	});
	// What is said of these is the same each time, and seldom of help.
	const isRoutine = [401, 403, 404, 405].includes(status);
	const message = isOwnBody
		? withSaid(what, isRoutine ? undefined : saidBy(said, details))
		: `${what} (${[`status ${status}`, shapeOf(reply)].filter(Boolean).join(', ')})`;
	return new ServiceError(message, {
		description: advice,
		said: isRoutine ? saidBy(said, details) : undefined,
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

/** The answer itself says that the request did not succeed. */
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

/** How long a Retry-After header asks to wait, in ms: given in seconds or as a date. */
export function retryAfter(headers: IDataObject): number | undefined {
	const asked = headers['retry-after'];
	if (typeof asked !== 'string' && typeof asked !== 'number') return undefined;
	const ms = Number.isNaN(Number(asked)) ? untilDate(asked, headers.date) : Number(asked) * 1000;
	return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}

/** Counted from the service's own clock where it tells it, since n8n's may differ. */
function untilDate(asked: string | number, serviceDate: unknown): number {
	const now = typeof serviceDate === 'string' ? Date.parse(serviceDate) : Number.NaN;
	return Date.parse(String(asked)) - (Number.isNaN(now) ? Date.now() : now);
}
