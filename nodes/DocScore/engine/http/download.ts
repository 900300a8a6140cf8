import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../service/errors';
import { isObject } from '../../service/json';
import { isSuccess, retryAfter } from '../../service/reply';
import { requestIdIn } from '../../service/requestId';
import { type Result, toResult } from '../../service/result';
import { classifyStatus } from '../../service/classifyResponse';
import type { Download, Fetch } from '../../service/transport';
import { TRY_LATER } from '../../service/messages';
import { noAnswer } from './noAnswer';

const HOST = 'The file server';

const NO_ANSWER = {
	what: `${HOST} did not respond`,
	advice:
		'Ask your network administrator whether n8n can reach the file URL, shown in the output of Get',
};

const LOST = { ...NO_ANSWER, what: 'The connection to the file server was lost' };

/** Timeout of an idle connection, not of the whole download. */
const TIMEOUT_MS = 60_000;

/**
 * The content was downloaded but could not be stored, so another request to the host does not help.
 */
export class StoreError extends Error {
	override readonly name = 'StoreError';

	constructor(cause: unknown) {
		super(cause instanceof Error ? cause.message : String(cause));
	}
}

/**
 * The host returned a web page instead of the file, such as a sign-in page; a fresh link may work.
 */
export class WebPageError extends ServiceError {
	constructor() {
		super(`${HOST} returned a web page instead of the file`, {
			description: `The page may require signing in. ${NO_ANSWER.advice}`,
			outcome: 'rejected',
			transient: false,
		});
	}
}

/** Fetches through n8n's HTTP layer, streamed, without the credential. */
export function createFetch(context: IAllExecuteFunctions): Fetch {
	return async (url, consume, abortSignal) => {
		const answer: Result<unknown> = await toResult(
			context.helpers.httpRequest({
				method: 'GET',
				url,
				encoding: 'stream',
				timeout: TIMEOUT_MS,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				abortSignal,
			}),
		);
		if (!answer.ok) throw noAnswer(answer.error, NO_ANSWER);
		const { content, headers } = readDownload(answer.value);
		let brokeOff = false;
		content.on('error', () => {
			brokeOff = true;
		});
		const consumed = await toResult(
			(async () => await consume({ ...(await splitHead(content)), headers }))(),
		);
		if (consumed.ok) return consumed.value;
		content.destroy();
		if (consumed.error instanceof WebPageError) throw consumed.error;
		if (!brokeOff) throw new StoreError(consumed.error);
		throw noAnswer(consumed.error, LOST, { brokenOffBytes: sizeOf(headers) });
	};
}

/** In bytes; infinite if the host does not state it. */
const sizeOf = (headers: IDataObject): number =>
	Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);

function readDownload(response: unknown): { content: Stream; headers: IDataObject } {
	const { statusCode, headers: given, body } = isObject(response) ? response : {};
	const status = Number(statusCode);
	const headers = isObject(given) ? given : {};
	if (!isStream(body)) throw notDownloaded(status, headers, 'gave nothing');
	if (isSuccess({ status })) return { content: body, headers };
	closeUnread(body);
	throw notDownloaded(status, headers, `${reasonOfStatus(status)} (status ${status})`);
}

/**
 * Closes a response that nobody reads. n8n's stream closes its connection only after something was
 * read from it, and emits an error if the execution ends before.
 */
function closeUnread(body: Stream): void {
	body.on('error', () => {});
	body.once('data', () => body.destroy());
}

function isStream(body: unknown): body is Stream {
	return isObject(body) && typeof body.pipe === 'function' && typeof body.destroy === 'function';
}

function reasonOfStatus(status: number): string {
	if (status === 404) return 'no longer has the file';
	return classifyStatus(status).transient ? 'has a temporary problem' : 'rejected the download';
}

function notDownloaded(status: number, headers: IDataObject, how: string): ServiceError {
	return new ServiceError(`${HOST} ${how}`, {
		description: `${TRY_LATER}: the link was new and cannot have expired`,
		status,
		outcome: 'rejected',
		transient: classifyStatus(status).transient,
		retryAfterMs: retryAfter(headers),
		requestId: requestIdIn(headers),
	});
}

export type Stream = Exclude<Download['content'], Buffer>;

/** Bytes at the start of a file that suffice to detect its type. */
const HEAD_BYTES = 1024;

/**
 * The start of a stream, and the whole stream still to be read. A stream that ends within the start
 * is returned as bytes.
 */
export async function splitHead(stream: Stream): Promise<Pick<Download, 'content' | 'head'>> {
	const chunks: AsyncIterable<Uint8Array> = stream.iterator({ destroyOnReturn: false });
	const parts: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of chunks) {
		parts.push(chunk);
		length += chunk.length;
		if (length >= HEAD_BYTES) break;
	}
	const read = Buffer.concat(parts);
	const head = read.subarray(0, HEAD_BYTES);
	if (length < HEAD_BYTES) return { head, content: read };
	stream.unshift(read);
	return { head, content: stream };
}
