import type { BinaryHelperFunctions, IDataObject } from 'n8n-workflow';
import { retryAfterOf, ServiceError } from './errors';
import type { Gate } from './gate';
import { nextTry } from './nextTry';
import { type HttpReply, readBody, readReply } from './reply';
import { settle } from './settle';

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

/** The content behind a URL as a stream; header names are in lower case. */
export interface Download {
	content: Content;
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

const JSON_TIMEOUT_MS = 60_000;

/** Whether a request is worth repeating after this error. */
export type MayRepeat = (error: ServiceError) => boolean;

const isTransient: MayRepeat = ({ details }) => details.transient;

/** Retry, backoff and errors of every request, whatever it asks for. */
export class Transport {
	constructor(
		private readonly http: Http,
		readonly gate: Gate,
		private readonly mayRepeatRead: MayRepeat = isTransient,
	) {}

	/** A request that changes nothing, so it is repeated whenever that may help, unless told otherwise. */
	async read(
		path: string,
		body: IDataObject,
		mayRepeat: MayRepeat = this.mayRepeatRead,
	): Promise<IDataObject> {
		const request = { path, body, timeoutMs: JSON_TIMEOUT_MS };
		const exchange = async () => await this.exchange(request, readReply);
		return await this.repeat(exchange, mayRepeat);
	}

	/**
	 * A request that must not be carried out twice, so it is repeated only where the service cannot
	 * have acted on it. `request` is called anew for each try, because a streamed body is spent.
	 */
	async write(request: () => HttpRequest): Promise<IDataObject> {
		return await this.repeat(
			async () => await this.exchange(request(), readBody),
			(error) => isTransient(error) && error.details.outcome === 'rejected',
		);
	}

	/** A write with a JSON body. */
	async writeJson(path: string, body: IDataObject): Promise<IDataObject> {
		return await this.write(() => ({ path, body, timeoutMs: JSON_TIMEOUT_MS }));
	}

	/** The content behind a presigned URL, from the start again where a passing failure broke it off. */
	async download<T>(url: string, consume: (file: Download) => Promise<T>): Promise<T> {
		const fetch = async () => await this.http.fetch(url, consume, this.gate.stop.signal);
		return await this.repeat(async () => await this.gate.run(fetch), isTransient);
	}

	private async repeat<T>(attempt: () => Promise<T>, mayRepeat: MayRepeat): Promise<T> {
		for (let tried = 1; ; tried++) {
			const answer = await settle(attempt());
			if (answer.ok) return answer.value;
			const { error } = answer;
			if (!(error instanceof ServiceError) || !mayRepeat(error)) throw error;
			const { stop } = this.gate;
			const next = nextTry(error, tried, stop.leftMs, Math.random());
			if ('giveUp' in next) throw next.giveUp;
			await stop.pause(next.pauseMs);
		}
	}

	private async exchange(
		request: HttpRequest,
		read: (reply: HttpReply) => IDataObject,
	): Promise<IDataObject> {
		return await this.gate.run(async () => {
			const timeoutMs = Math.max(1, Math.min(request.timeoutMs, this.gate.stop.leftMs));
			const answer = await settle(this.http.send({ ...request, timeoutMs }).then(read));
			if (answer.ok) return answer.value;
			// Whether this request is repeated or not, the service spoke of all of them.
			this.gate.closeFor(retryAfterOf(answer.error) ?? 0);
			throw answer.error;
		});
	}
}
