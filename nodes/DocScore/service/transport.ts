import type { BinaryHelperFunctions, IDataObject } from 'n8n-workflow';
import { ServiceError } from './errors';
import type { Permits } from './permit';
import { type HttpReply, readBody, readReply } from './reply';
import { MAY_REPEAT, type MayRepeat, mayRepeatDownload, Retries } from './retries';
import type { Semaphore } from './semaphore';
import { toResult } from './result';

/** One request; its path is relative to the base URL (docs/service.md, Conventions). */
export interface HttpRequest {
	path: string;
	body: IDataObject | FormData;
	timeoutMs: number;
}

/** Sends a request with the credential's key. @throws ServiceError if no response came */
export type Send = (request: HttpRequest) => Promise<HttpReply>;

type Content = Parameters<BinaryHelperFunctions['prepareBinaryData']>[0];

/** The content behind a URL; header names are in lower case. */
export interface Download {
	content: Content;
	/** The first bytes, for detecting the type. */
	head: Uint8Array;
	headers: IDataObject;
}

/**
 * Passes the content behind a URL to `consume`. The key is not sent, because the URL contains its
 * own permission.
 * @throws ServiceError if the download failed or was interrupted
 */
export type Fetch = <T>(
	url: string,
	consume: (file: Download) => Promise<T>,
	signal: AbortSignal,
) => Promise<T>;

/** How requests leave n8n. */
export interface Http {
	send: Send;
	fetch: Fetch;
}

export const WRITE_TIMEOUT_MS = 60_000;

export interface ReadOptions {
	mayRepeat?: MayRepeat;
	/** In ms; default: the timeout of a write. */
	timeoutMs?: number;
}

/** Sends every request with retries, backoff and error handling. */
export class Transport {
	constructor(
		private readonly http: Http,
		private readonly semaphore: Semaphore,
		private readonly permits: Permits,
		private readonly reads: ReadOptions = {},
	) {}

	/**
	 * A request that changes nothing. It is repeated after each temporary error, unless `mayRepeat`
	 * says otherwise.
	 */
	async read(
		path: string,
		body: IDataObject,
		mayRepeat = this.reads.mayRepeat ?? MAY_REPEAT.read,
	): Promise<IDataObject> {
		const { timeoutMs = WRITE_TIMEOUT_MS } = this.reads;
		const request = () => ({ path, body, timeoutMs });
		return await this.repeat(this.permitted(request, readReply), mayRepeat);
	}

	/**
	 * A request that must not be carried out twice. `request` is called for each try, because a
	 * streamed body can be sent only once.
	 */
	async write(request: () => HttpRequest): Promise<IDataObject> {
		return await this.repeat(this.permitted(request, readBody), MAY_REPEAT.write);
	}

	/** A write with a JSON body. */
	async writeJson(path: string, body: IDataObject): Promise<IDataObject> {
		return await this.write(() => ({ path, body, timeoutMs: WRITE_TIMEOUT_MS }));
	}

	/**
	 * Passes the content behind a presigned URL to `consume`, again from the start after a temporary
	 * failure (see `mayRepeatDownload` for interrupted downloads). It need not come from the
	 * service, so it uses no permit of the rate limiter.
	 */
	async download<T>(url: string, consume: (file: Download) => Promise<T>): Promise<T> {
		const { cancellation } = this.semaphore;
		const fetch = async () => await this.http.fetch(url, consume, cancellation.signal);
		const retries = new Retries(cancellation, () => false);
		return await this.repeat(
			async () => await this.semaphore.run(fetch),
			mayRepeatDownload(),
			retries,
		);
	}

	private async repeat<T>(
		attempt: (isRetry: boolean) => Promise<T>,
		mayRepeat: MayRepeat,
		retries = new Retries(this.semaphore.cancellation),
	): Promise<T> {
		for (;;) {
			const answer = await toResult(attempt(retries.wasRateLimited));
			if (answer.ok) return answer.value;
			const { error } = answer;
			if (!(error instanceof ServiceError) || !mayRepeat(error)) throw error;
			await this.semaphore.cancellation.pause(retries.after(error));
		}
	}

	/** An attempt that waits for a permit and releases it with the response. */
	private permitted(
		request: () => HttpRequest,
		read: (reply: HttpReply) => IDataObject,
	): (isRetry: boolean) => Promise<IDataObject> {
		const exchange = async (isRetry: boolean) => {
			const permit = await this.permits.acquire(isRetry);
			const answer = await toResult(this.send(request()).then(read));
			permit.release(answer.ok ? null : answer.error);
			if (answer.ok) return answer.value;
			throw answer.error;
		};
		return async (isRetry) => await this.semaphore.run(async () => await exchange(isRetry));
	}

	private async send(request: HttpRequest): Promise<HttpReply> {
		const { leftMs } = this.semaphore.cancellation;
		const timeoutMs = Math.max(1, Math.min(request.timeoutMs, leftMs));
		return await this.http.send({ ...request, timeoutMs });
	}
}
