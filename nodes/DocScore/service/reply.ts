import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from './errors';
import { parseExactly } from './exactJson';
import { isObject, parseJson, textOrNull } from './json';
import { ofStatus, ofSuccess } from './verdict';
import { ADDRESS, COPY_KEY, saidBy, TRY_LATER, withSaid } from './words';

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
	return body;
}

export const isSuccess = ({ status }: Pick<HttpReply, 'status'>): boolean =>
	status >= 200 && status <= 299;

function errorStatus(reply: HttpReply, body: unknown): ServiceError {
	const { status } = reply;
	const said = isObject(body) ? textOrNull(body.error) : null;
	const details = isObject(body) ? textOrNull(body.details) : null;
	const verdict = ofStatus(status);
	const isOwnBody = said !== null;
	const { what, advice } = problemOf(reply, isOwnBody);
	// What is said of these is the same each time, and seldom of help.
	const isPlain = [401, 403, 404, 405].includes(status);
	const message = isOwnBody
		? withSaid(what, isPlain ? undefined : saidBy(said))
		: `${what} (${[`status ${status}`, shapeOf(reply)].filter(Boolean).join(', ')})`;
	return new ServiceError(message, {
		description: advice,
		said: isPlain ? saidBy(said, details) : saidBy(details),
		status,
		isOwnBody,
		...verdict,
		retryAfterMs: verdict.transient ? retryAfter(reply.headers) : undefined,
	});
}

/** What has an error body of the service's own came from there, so the Base URL is right. */
function problemOf({ status, headers }: HttpReply, isOwn: boolean): Problem {
	if (status === 401) {
		const advice = isOwn ? COPY_KEY : `${COPY_KEY}. ${ADDRESS}`;
		return { what: 'The service refused the API Key', advice };
	}
	if (status === 403) {
		const advice = `${COPY_KEY}, or ask the provider for one that may do this`;
		const what = 'The service does not allow this with this API Key';
		return { what, advice: isOwn ? advice : `${advice}. ${ADDRESS}` };
	}
	if (status >= 300 && status < 400) {
		const target = textOrNull(headers.location);
		const there = target ? `, which begins with ${baseOf(target)}` : '';
		const advice = `Enter the address that it leads to${there}, as Base URL in the credential`;
		return { what: 'The Base URL in the credential leads to another address', advice };
	}
	if (status === 404 || status === 405) {
		const what = isOwn ? 'The service did not find it' : 'There is no such service at the Base URL';
		return { what, advice: ADDRESS };
	}
	if (status === 429) return { what: 'The service gets too many requests' };
	if (ofStatus(status).transient) return { what: 'The service has trouble', advice: TRY_LATER };
	return { what: 'The service refused this', advice: MEND };
}

const MEND =
	'Change in this node what the service does not accept, or show this message to the provider of the service';

interface Problem {
	what: string;
	advice?: string;
}

/** Without what an operation adds, and without its query, as addresses can carry secrets there. */
const baseOf = (url: string): string =>
	url.replace(/[?#].*$/s, '').replace(/\/(workflows|scoring)\/.*$/s, '');

function notJson(reply: HttpReply, isJson: boolean): ServiceError {
	const { status } = reply;
	return new ServiceError(`The service gave ${shapeOf(reply)} instead of data`, {
		description: `${ADDRESS}. If it is right, ask who looks after your network whether something stands between n8n and the service`,
		status,
		...ofSuccess(isJson),
	});
}

/** The answer itself says that the request did not succeed. */
export function notSuccess(body: IDataObject): ServiceError {
	const said = saidBy(textOrNull(body.statusMessage) ?? textOrNull(body.error));
	return new ServiceError(withSaid('The service did not do this', said), {
		description: TRY_LATER,
		status: 200,
		...ofSuccess(true),
	});
}

function shapeOf({ text }: HttpReply): string {
	const start = text.trimStart();
	if (start === '') return 'an empty answer';
	if (start.startsWith('<')) return 'a web page';
	if (!start.startsWith('{')) return 'a text';
	return parseJson(text) === undefined ? 'half an answer' : '';
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
