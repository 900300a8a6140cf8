import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from './errors';
import { isObject, parseJson, textOrNull } from './json';
import { ofStatus, ofSuccess } from './verdict';

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
	const body = parseJson(reply.text);
	if (!isSuccess(reply)) throw errorStatus(reply, body);
	if (!isObject(body)) throw notJson(reply, body !== undefined);
	return body;
}

export const isSuccess = ({ status }: Pick<HttpReply, 'status'>): boolean =>
	status >= 200 && status <= 299;

/** Shorter keys may stand in an answer by chance. */
const SHORTEST_MASKED = 8;

/** The token in a link to a file of n8n, which opens it to anybody. */
const SIGNED_TOKEN = /(binary-data\\?\/signed\?token=)[\w.-]+/g;

/** The answer without the key and links to files of n8n, which some services quote in their errors. */
export function withoutSecrets(reply: HttpReply, key: string): HttpReply {
	const text = reply.text.replace(SIGNED_TOKEN, '$1(hidden)');
	if (key.length < SHORTEST_MASKED) return { ...reply, text };
	const written = JSON.stringify(key).slice(1, -1);
	const forms = [key, written, written.replaceAll('/', '\\/')];
	return { ...reply, text: forms.reduce((left, form) => left.replaceAll(form, '(API Key)'), text) };
}

function errorStatus(reply: HttpReply, body: unknown): ServiceError {
	const { status } = reply;
	const said = isObject(body) ? textOrNull(body.error) : null;
	const details = isObject(body) ? textOrNull(body.details) : null;
	const description = [details, adviceFor(reply, said !== null)].filter(Boolean).join('\n');
	const verdict = ofStatus(status);
	return new ServiceError(said ?? `The service answered with status ${status}${shapeOf(reply)}`, {
		description: description === '' ? undefined : description,
		status,
		isOwnBody: said !== null,
		...verdict,
		retryAfterMs: verdict.transient ? retryAfter(reply.headers) : undefined,
	});
}

/** What has an error body of the service's own came from there, so the Base URL is right. */
function adviceFor({ status, headers }: HttpReply, isOwn: boolean): string | undefined {
	if (status === 401 || status === 403) {
		return `Check the API Key${isOwn ? '' : ' and the Base URL'} in the credential`;
	}
	if (status >= 300 && status < 400) {
		const target = textOrNull(headers.location);
		return `The Base URL in the credential redirects${target ? ` to ${withoutQuery(target)}` : ''}: enter the final address`;
	}
	const misplaced = !isOwn && (status === 404 || status === 405);
	return misplaced ? 'Check the Base URL in the credential' : undefined;
}

/** Addresses can carry secrets in their query. */
const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '');

function notJson(reply: HttpReply, isJson: boolean): ServiceError {
	return new ServiceError(`The service answered with status ${reply.status}${shapeOf(reply)}`, {
		description:
			'A JSON object was expected. Check the Base URL in the credential, and whether a proxy stands between n8n and the service.',
		status: reply.status,
		...ofSuccess(isJson),
	});
}

/** The answer itself says that the request did not succeed. */
export function notSuccess(body: IDataObject): ServiceError {
	const message = textOrNull(body.statusMessage) ?? textOrNull(body.error);
	const description =
		body.statusCode === undefined
			? undefined
			: `The answer has the statusCode ${JSON.stringify(body.statusCode)} instead of SUCCESS`;
	return new ServiceError(message ?? 'The service reported that the request did not succeed', {
		description,
		status: 200,
		...ofSuccess(true),
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
