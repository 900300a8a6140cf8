import type { BinaryHelperFunctions, IDataObject } from 'n8n-workflow';
import { type Deadline, withDeadline } from './deadline';
import { ServiceError } from './errors';
import { type HttpReply, readBody, readReply } from './reply';
import { MAY_REPEAT, type MayRepeat, mayRepeatDownload, Retries } from './retries';
import type { Semaphore } from './semaphore';
import { toResult } from './result';

/** One request; its path is relative to the base URL (docs/service.md, Conventions). */
export interface HttpRequest {
	path: string;
	body: IDataObject | FormData;
}

/** Sends a request with the credential's key. @throws ServiceError if no response came */
export type Send = (request: HttpRequest, deadline: Deadline) => Promise<HttpReply>;

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
	cancelSignal: AbortSignal,
) => Promise<T>;

/** How requests leave n8n. */
export interface Http {
	send: Send;
	fetch: Fetch;
}

/** Permission to send one request. */
export interface Permit {
	/** @param error of the response; null for a success */
	release(error: unknown): void;
}

/** The source of permits for one execution (account/rateLimiter.ts). */
export interface Permits {
	/**
	 * @param isRetry whether the request was rate limited before, so that it goes first
	 * @throws CancelledError if the execution was cancelled
	 * @throws CooldownError if the service's pause is longer than the execution can wait
	 */
	acquire(isRetry: boolean): Promise<Permit>;
}

/** How long a request may take, in ms, with its whole response. */
export const REQUEST_LIMIT_MS = 60_000;

export interface ReadOptions {
	mayRepeat?: MayRepeat;
	/** In ms; default: that of any request. */
	limitMs?: number;
}

/**
 * Called right before each try, because a streamed body can be sent only once, and links in a body
 * expire.
 */
type MakeRequest = () => HttpRequest | Promise<HttpRequest>;

/** What a request is, and what becomes of its response. */
interface Exchange<T> {
	request: MakeRequest;
	/** How long a try may take, in ms; for an upload, without any progress. */
	limitMs: number;
	/** @throws ServiceError if the response is not what was asked for */
	read: (reply: HttpReply) => T;
	mayRepeat: MayRepeat;
}

/** Sends the requests of one execution. */
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
	 * @param parse throws a ServiceError if the response is not what was asked for
	 */
	async read<T>(
		path: string,
		body: IDataObject,
		parse: (answer: IDataObject) => T,
		mayRepeat?: MayRepeat,
	): Promise<T> {
		const { limitMs = REQUEST_LIMIT_MS } = this.reads;
		return await this.request({
			request: () => ({ path, body }),
			limitMs,
			read: (reply) => parse(readReply(reply)),
			mayRepeat: mayRepeat ?? this.reads.mayRepeat ?? MAY_REPEAT.read,
		});
	}

	/** A request that must not be carried out twice. */
	async write(request: MakeRequest, limitMs = REQUEST_LIMIT_MS): Promise<IDataObject> {
		return await this.request({ request, limitMs, read: readBody, mayRepeat: MAY_REPEAT.write });
	}

	/**
	 * One request from its turn to its result. Each try waits for its turn among the execution's own
	 * requests, and then for a permit of the account. It ends at its deadline at the latest, its
	 * response is read and classified, and the limiter learns from it. After an error that may pass,
	 * it pauses and tries again.
	 */
	private async request<T>({ request, limitMs, read, mayRepeat }: Exchange<T>): Promise<T> {
		const { cancellation } = this.semaphore;
		const retries = new Retries(cancellation);
		const attempt = async (): Promise<T> => {
			const permit = await this.permits.acquire(retries.wasRateLimited);
			const within = Math.max(1, Math.min(limitMs, cancellation.leftMs));
			const send = async (deadline: Deadline) => await this.http.send(await request(), deadline);
			const sent = withDeadline(within, send, cancellation.cancelSignal);
			const answer = await toResult(sent.then(read));
			permit.release(answer.ok ? null : answer.error);
			if (answer.ok) return answer.value;
			throw answer.error;
		};
		for (;;) {
			const answer = await toResult(this.semaphore.run(attempt));
			if (answer.ok) return answer.value;
			await this.pauseOrThrow(answer.error, mayRepeat, retries);
		}
	}

	/**
	 * Passes the content behind a presigned URL to `consume`, again from the start after a temporary
	 * failure (see `mayRepeatDownload` for interrupted downloads). It need not come from the
	 * service, so it uses no permit of the rate limiter.
	 */
	async download<T>(url: string, consume: (file: Download) => Promise<T>): Promise<T> {
		const { cancellation } = this.semaphore;
		// Stryker disable next-line ArrowFunction: undefined says the same
		const retries = new Retries(cancellation, () => false);
		const mayRepeat = mayRepeatDownload();
		const fetch = async () => await this.http.fetch(url, consume, cancellation.signal);
		for (;;) {
			const fetched = await toResult(this.semaphore.run(fetch));
			if (fetched.ok) return fetched.value;
			await this.pauseOrThrow(fetched.error, mayRepeat, retries);
		}
	}

	/** Resolves when it is time for another try. @throws the error, if there is none */
	private async pauseOrThrow(
		error: unknown,
		mayRepeat: MayRepeat,
		retries: Retries,
	): Promise<void> {
		if (!(error instanceof ServiceError) || !mayRepeat(error)) throw error;
		await this.semaphore.cancellation.pause(retries.after(error));
	}
}
