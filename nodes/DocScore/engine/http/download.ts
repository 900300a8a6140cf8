import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../service/errors';
import { isObject } from '../../service/json';
import { retryAfter } from '../../service/reply';
import { requestIdIn } from '../../service/requestId';
import { type Result, toResult } from '../../service/result';
import { classifyStatus } from '../../service/classifyResponse';
import type { Download, Fetch } from '../../service/transport';
import { type Deadline, DeadlineError, withDeadline } from '../../service/deadline';
import { TRY_LATER } from '../../service/messages';
import { HEAD_BYTES } from '../binary/signatures';
import { noAnswer } from './noAnswer';

const HOST = 'The file server';

const NO_ANSWER = {
	what: `${HOST} did not respond`,
	advice:
		'Ask your network administrator whether n8n can reach the file URL, shown in the output of Get',
};

const LOST = { ...NO_ANSWER, what: 'The connection to the file server was lost' };

/** How long a download may take without any progress, in ms. */
const LIMIT_MS = 60_000;

/**
 * The content was downloaded but could not be stored, so another request to the host does not help.
 */
export class StoreError extends Error {
	override readonly name = 'StoreError';

	constructor(cause: unknown) {
		super(cause instanceof Error ? cause.message : String(cause));
	}
}

/** The host answered without the file; a fresh link may work. */
export class HostError extends ServiceError {}

/** @param got what the host returned, with its article */
export const notTheFile = (got: string): HostError =>
	new HostError(`${HOST} returned ${got} instead of the file`, {
		description:
			'Open the file URL, shown in the output of Get, in a private window: it may require signing in, or report an error. If the file opens there, ask your network administrator what n8n receives',
		outcome: 'rejected',
		transient: false,
	});

/** Fetches through n8n's HTTP layer, streamed, without the credential. */
export function createFetch(context: IAllExecuteFunctions): Fetch {
	return async (url, consume, cancelSignal) => {
		let headers: IDataObject | undefined;
		const fetch = fetchWithin(context, url, async (file) => {
			({ headers } = file);
			return await consume(file);
		});
		const fetched = await toResult(withDeadline(LIMIT_MS, fetch, cancelSignal));
		if (fetched.ok) return fetched.value;
		const { error } = fetched;
		if (!(error instanceof DeadlineError)) throw error;
		throw new ServiceError(`${HOST} sent less than 10 kB within a minute`, {
			description: TRY_LATER,
			outcome: 'unknown',
			transient: true,
			brokenOffBytes: headers && sizeOf(headers),
		});
	};
}

function fetchWithin<T>(
	context: IAllExecuteFunctions,
	url: string,
	consume: (file: Download) => Promise<T>,
): (deadline: Deadline) => Promise<T> {
	return async ({ signal, moved }) => {
		const answer: Result<unknown> = await toResult(
			context.helpers.httpRequest({
				method: 'GET',
				url,
				encoding: 'stream',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				abortSignal: signal,
			}),
		);
		if (!answer.ok) throw noAnswer(answer.error, NO_ANSWER);
		const { content, headers } = readDownload(answer.value);
		let brokeOff = false;
		content.on('error', () => {
			brokeOff = true;
		});
		const consumed = await toResult(
			(async () => await consume({ ...(await splitHead(content, moved)), headers }))(),
		);
		if (consumed.ok) return consumed.value;
		if (consumed.error instanceof HostError) throw consumed.error;
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
	if (WHOLE.includes(status)) return { content: body, headers };
	// The connection is aborted, as nobody reads the rest of the response.
	body.on('error', () => {});
	throw notDownloaded(status, headers, `${reasonOfStatus(status)} (status ${status})`);
}

function isStream(body: unknown): body is Stream {
	return isObject(body) && typeof body.pipe === 'function' && typeof body.destroy === 'function';
}

/** The successes that come with the whole file, also through a proxy that changes its headers. */
const WHOLE = [200, 203];

function reasonOfStatus(status: number): string {
	if (status < 300) return 'sent no file';
	if (status === 404) return 'no longer has the file';
	return classifyStatus(status).transient ? 'has a temporary problem' : 'rejected the download';
}

function notDownloaded(status: number, headers: IDataObject, how: string): HostError {
	return new HostError(`${HOST} ${how}`, {
		description: TRY_LATER,
		status,
		outcome: 'rejected',
		transient: classifyStatus(status).transient,
		retryAfterMs: retryAfter(headers),
		requestId: requestIdIn(headers),
	});
}

export type Stream = Exclude<Download['content'], Buffer>;

/**
 * The start of a stream, and the whole stream still to be read. A stream that ends within the start
 * is returned as bytes.
 * @param moved receives the number of bytes of each chunk
 */
export async function splitHead(
	stream: Stream,
	moved: (bytes: number) => void = () => {},
): Promise<Pick<Download, 'content' | 'head'>> {
	const chunks: AsyncIterable<Uint8Array> = stream.iterator({ destroyOnReturn: false });
	const parts: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of chunks) {
		parts.push(chunk);
		length += chunk.length;
		moved(chunk.length);
		if (length >= HEAD_BYTES) break;
	}
	const read = Buffer.concat(parts);
	const head = read.subarray(0, HEAD_BYTES);
	if (length < HEAD_BYTES) return { head, content: read };
	stream.unshift(read);
	const counted = stream.map((chunk: Uint8Array) => {
		moved(chunk.length);
		return chunk;
	});
	return { head, content: counted };
}
