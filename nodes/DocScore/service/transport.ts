import type { BinaryHelperFunctions, IDataObject } from 'n8n-workflow';
import { ServiceError } from './errors';
import type { Permits } from './permit';
import { type HttpReply, readBody, readReply } from './reply';
import { isForLimiter, MAY_REPEAT, type MayRepeat, mayRepeatDownload, Retries } from './retries';
import type { Semaphore } from './semaphore';
import { toResult } from './result';

/** One request, its path below the base URL (docs/service.md, Conventions). */
export interface HttpRequest {
	path: string;
	body: IDataObject | FormData;
	timeoutMs: number;
}

/**
 * Sends a request with the credential's key.
 * @throws ServiceError where no answer came
 */
export type Send = (request: HttpRequest) => Promise<HttpReply>;

type Content = Parameters<BinaryHelperFunctions['prepareBinaryData']>[0];

/** The content behind a URL; header names are in lower case. */
export interface Download {
	content: Content;
	/** How it starts, as far as its type can be told by that. */
	head: Uint8Array;
	headers: IDataObject;
}

/**
 * Hands the content behind a URL to `consume`, without the key: the URL carries its own permission.
 * @throws ServiceError where it could not be had, or broke off
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

const WRITE_TIMEOUT_MS = 60_000;

export interface ReadOptions {
	mayRepeat?: MayRepeat;
	/** Default: that of a write. */
	timeoutMs?: number;
}

/** Retry, backoff and errors of every request, whatever it asks for. */
export class Transport {
	constructor(
		private readonly http: Http,
		private readonly semaphore: Semaphore,
		private readonly permits: Permits,
		private readonly reads: ReadOptions = {},
	) {}

	/** A request that changes nothing, so it is repeated whenever that may help, unless told otherwise. */
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
	 * A request that must not be carried out twice. `request` is called anew for each try, because a
	 * streamed body is spent.
	 */
	async write(request: () => HttpRequest): Promise<IDataObject> {
		return await this.repeat(this.permitted(request, readBody), MAY_REPEAT.write);
	}

	/** A write with a JSON body. */
	async writeJson(path: string, body: IDataObject): Promise<IDataObject> {
		return await this.write(() => ({ path, body, timeoutMs: WRITE_TIMEOUT_MS }));
	}

	/**
	 * The content behind a presigned URL, from the start again where a passing failure broke it off: a
	 * second time in any case, further times only while little was fetched for nothing. It need not come
	 * from the service, so neither waits for the other.
	 */
	async download<T>(url: string, consume: (file: Download) => Promise<T>): Promise<T> {
		const { signal } = this.semaphore.cancellation;
		const fetch = async () => await this.http.fetch(url, consume, signal);
		const isOfService = () => false;
		const mayRepeat = mayRepeatDownload();
		return await this.repeat(async () => await this.semaphore.run(fetch), mayRepeat, isOfService);
	}

	/** @param isLimited whether the rate limiter lets it through again after this error */
	private async repeat<T>(
		attempt: (isRetry: boolean) => Promise<T>,
		mayRepeat: MayRepeat,
		isLimited = isForLimiter,
	): Promise<T> {
		const { cancellation } = this.semaphore;
		const retries = new Retries(cancellation);
		for (;;) {
			const answer = await toResult(attempt(retries.wasRateLimited));
			if (answer.ok) return answer.value;
			const { error } = answer;
			if (!(error instanceof ServiceError) || !mayRepeat(error)) throw error;
			if (isLimited(error)) retries.afterRateLimit(error);
			else await cancellation.pause(retries.after(error));
		}
	}

	/** An attempt that waits for a permit, which ends with the answer. */
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
