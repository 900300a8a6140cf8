import type { BinaryHelperFunctions, IDataObject } from 'n8n-workflow';
import { ServiceError } from './errors';
import type { Gate } from './gate';
import { type HttpReply, readReply } from './reply';
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
export type Fetch = <T>(url: string, consume: (file: Download) => Promise<T>) => Promise<T>;

/** How requests leave n8n. */
export interface Http {
	send: Send;
	fetch: Fetch;
}

const TRIES = 5;
const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 30_000;
const JSON_TIMEOUT_MS = 60_000;

/** Longest time in ms that a request waits because a Retry-After header asks for it. */
const MAX_RETRY_AFTER_MS = 60_000;

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

	/** A request that changes nothing, so it is repeated whenever that may help. */
	async read(path: string, body: IDataObject): Promise<IDataObject> {
		const request = { path, body, timeoutMs: JSON_TIMEOUT_MS };
		return await this.repeat(async () => await this.exchange(request), this.mayRepeatRead);
	}

	/**
	 * A request that must not be carried out twice, so it is repeated only where the service cannot
	 * have acted on it. `request` is called anew for each try, because a streamed body is spent.
	 */
	async write(request: () => HttpRequest): Promise<IDataObject> {
		return await this.repeat(
			async () => await this.exchange(request()),
			(error) => isTransient(error) && error.details.outcome === 'rejected',
		);
	}

	/** A write with a JSON body. */
	async writeJson(path: string, body: IDataObject): Promise<IDataObject> {
		return await this.write(() => ({ path, body, timeoutMs: JSON_TIMEOUT_MS }));
	}

	/** The content behind a presigned URL, from the start again where a passing failure broke it off. */
	async download<T>(url: string, consume: (file: Download) => Promise<T>): Promise<T> {
		const fetch = async () => await this.http.fetch(url, consume);
		return await this.repeat(async () => await this.gate.run(fetch), isTransient);
	}

	private async repeat<T>(attempt: () => Promise<T>, mayRepeat: MayRepeat): Promise<T> {
		for (let tried = 1; ; tried++) {
			const answer = await settle(attempt());
			if (answer.ok) return answer.value;
			const { error } = answer;
			if (!(error instanceof ServiceError) || tried === TRIES || !mayRepeat(error)) throw error;
			await this.backOff(error, tried);
		}
	}

	private async exchange(request: HttpRequest): Promise<IDataObject> {
		const send = async () => {
			const timeoutMs = Math.max(1, Math.min(request.timeoutMs, this.gate.stop.leftMs));
			return await this.http.send({ ...request, timeoutMs });
		};
		return readReply(await this.gate.run(send));
	}

	private async backOff({ details }: ServiceError, tried: number): Promise<void> {
		const ceiling = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (tried - 1));
		const jitter = Math.random() * ceiling;
		if (details.retryAfterMs === undefined) return await this.gate.stop.pause(jitter);
		this.gate.closeFor(Math.min(details.retryAfterMs, MAX_RETRY_AFTER_MS));
	}
}
