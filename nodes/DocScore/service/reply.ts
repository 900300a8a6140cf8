import type { IDataObject } from 'n8n-workflow';
import { ServiceError, type Outcome } from './errors';
import { isObject, parseJson, textOrNull } from './json';

/** An HTTP answer, its body still text. Header names are in lower case. */
export interface HttpReply {
	status: number;
	headers: IDataObject;
	text: string;
}

const TRANSIENT_STATUSES = [408, 429, 500, 502, 503, 504];

/**
 * The JSON object that the service answered with.
 * @throws ServiceError for any other status than success, and for a success without a JSON object or
 * with a `statusCode` other than SUCCESS (docs/service.md, Errors)
 */
export function readReply(reply: HttpReply): IDataObject {
	const body = parseJson(reply.text);
	if (reply.status < 200 || reply.status > 299) throw errorStatus(reply, body);
	if (!isObject(body)) throw notJson(reply);
	if ((body.statusCode ?? 'SUCCESS') !== 'SUCCESS') throw notSuccess(body);
	return body;
}

function errorStatus(reply: HttpReply, body: unknown): ServiceError {
	const { status } = reply;
	const said = isObject(body) ? textOrNull(body.error) : null;
	const details = isObject(body) ? textOrNull(body.details) : null;
	const transient = TRANSIENT_STATUSES.includes(status);
	return new ServiceError(said ?? `The service answered with status ${status}${shapeOf(reply)}`, {
		description: details ?? adviceFor(reply),
		status,
		isOwnBody: said !== null,
		outcome: outcomeOf(status),
		transient,
		retryAfterMs: transient ? retryAfter(reply.headers) : undefined,
	});
}

/** Only a refusal proves that the service did nothing; an error of its own may come after acting. */
function outcomeOf(status: number): Outcome {
	return status >= 500 || status === 408 ? 'unknown' : 'rejected';
}

function adviceFor({ status, headers }: HttpReply): string | undefined {
	if (status === 401) return 'Check the API Key and the Base URL in the credential';
	if (status >= 300 && status < 400) {
		const target = textOrNull(headers.location);
		return `The Base URL in the credential redirects${target ? ` to ${withoutQuery(target)}` : ''}: enter the final address`;
	}
	if (status === 404 || status === 405) return 'Check the Base URL in the credential';
	return undefined;
}

/** Addresses can carry secrets in their query. */
const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '');

function notJson(reply: HttpReply): ServiceError {
	return new ServiceError(`The service answered with status ${reply.status}${shapeOf(reply)}`, {
		description:
			'A JSON object was expected. Check the Base URL in the credential, and whether a proxy stands between n8n and the service.',
		status: reply.status,
		outcome: 'unknown',
		transient: false,
	});
}

function notSuccess(body: IDataObject): ServiceError {
	const message = textOrNull(body.statusMessage) ?? textOrNull(body.error);
	return new ServiceError(message ?? 'The service reported that the request did not succeed', {
		description: `The answer has the statusCode ${JSON.stringify(body.statusCode)} instead of SUCCESS`,
		status: 200,
		outcome: 'unknown',
		transient: false,
	});
}

function shapeOf({ text }: HttpReply): string {
	const start = text.trimStart();
	if (start === '') return ' and an empty body';
	if (start.startsWith('<')) return ' and an HTML page';
	if (!start.startsWith('{')) return ' and a body that is no JSON object';
	return parseJson(text) === undefined ? ' and JSON that is cut short or broken' : '';
}

/** How long a Retry-After header asks to wait, in ms: given in seconds or as a date. */
function retryAfter(headers: IDataObject): number | undefined {
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
