import type { BinaryHelperFunctions, IDataObject } from 'n8n-workflow';
import { isRefusal, retryAfterOf, ServiceError } from './errors';
import type { Gate } from './gate';
import { afterRefusal, nextTry, SilenceError } from './nextTry';
import { type HttpReply, readBody, readReply } from './reply';
import { settle } from './settle';
import type { Load, Turns } from './turns';

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

const JSON_TIMEOUT_MS = 60_000;

/** Whether a request is worth repeating after this error. */
export type MayRepeat = (error: ServiceError) => boolean;

const isTransient: MayRepeat = ({ details }) => details.transient;

/** Retry, backoff and errors of every request, whatever it asks for. */
export class Transport {
	constructor(
		private readonly http: Http,
		private readonly gate: Gate,
		private readonly turns: Turns,
		private readonly mayRepeatRead: MayRepeat = isTransient,
	) {}

	/** A request that changes nothing, so it is repeated whenever that may help, unless told otherwise. */
	async read(
		path: string,
		body: IDataObject,
		mayRepeat: MayRepeat = this.mayRepeatRead,
	): Promise<IDataObject> {
		const request = { path, body, timeoutMs: JSON_TIMEOUT_MS };
		return await this.repeat(
			this.inTurn(() => request, readReply),
			mayRepeat,
		);
	}

	/**
	 * A request that must not be carried out twice, so it is repeated only where the service cannot
	 * have acted on it. `request` is called anew for each try, because a streamed body is spent.
	 */
	async write(request: () => HttpRequest): Promise<IDataObject> {
		return await this.repeat(
			this.inTurn(request, readBody),
			(error) => isTransient(error) && error.details.outcome === 'rejected',
		);
	}

	/** A write with a JSON body. */
	async writeJson(path: string, body: IDataObject): Promise<IDataObject> {
		return await this.write(() => ({ path, body, timeoutMs: JSON_TIMEOUT_MS }));
	}

	/**
	 * The content behind a presigned URL, from the start again where a passing failure broke it off. It
	 * need not come from the service, so neither waits for the other.
	 */
	async download<T>(url: string, consume: (file: Download) => Promise<T>): Promise<T> {
		const fetch = async () => await this.http.fetch(url, consume, this.gate.stop.signal);
		const isRefused = () => false;
		return await this.repeat(async () => await this.gate.run(fetch), isTransient, isRefused);
	}

	private async repeat<T>(
		attempt: () => Promise<T>,
		mayRepeat: MayRepeat,
		isRefused: (error: ServiceError) => boolean = isRefusal,
	): Promise<T> {
		const { stop } = this.gate;
		let refusals: { last: ServiceError; times: number; since: number } | undefined;
		for (let failed = 0; ; ) {
			const answer = await settle(attempt());
			if (answer.ok) return answer.value;
			const { error } = answer;
			if (!(error instanceof ServiceError) || !mayRepeat(error)) throw error;
			if (refusals && error instanceof SilenceError) throw error.asOf(refusals.last);
			if (isRefused(error)) {
				const { times, since } = refusals ?? { times: 0, since: Date.now() };
				refusals = { last: error, times: times + 1, since };
				const forMs = Date.now() - since;
				const giveUp = afterRefusal(error, { times: times + 1, forMs }, stop.leftMs);
				if (giveUp) throw giveUp;
			} else {
				const next = nextTry(error, ++failed, stop.leftMs, Math.random());
				if ('giveUp' in next) throw next.giveUp;
				await stop.pause(next.pauseMs);
			}
		}
	}

	/** An attempt that waits for its turn, in the same place each time. */
	private inTurn(
		request: () => HttpRequest,
		read: (reply: HttpReply) => IDataObject,
	): () => Promise<IDataObject> {
		let ticket: number | undefined;
		const exchange = async () => {
			const turn = await this.turns.next(ticket);
			({ ticket } = turn);
			const answer = await settle(this.send(request()).then(read));
			const error = answer.ok ? null : answer.error;
			turn.end(loadOf(error), retryAfterOf(error) ?? 0);
			if (answer.ok) return answer.value;
			throw answer.error;
		};
		return async () => await this.gate.run(exchange);
	}

	private async send(request: HttpRequest): Promise<HttpReply> {
		const timeoutMs = Math.max(1, Math.min(request.timeoutMs, this.gate.stop.leftMs));
		return await this.http.send({ ...request, timeoutMs });
	}
}

/** Of the error that the service answered with, null for none. */
function loadOf(error: unknown): Load {
	if (error === null) return 'accepted';
	if (isRefusal(error)) return 'refused';
	const isTaken = error instanceof ServiceError && !error.details.transient;
	return isTaken ? 'accepted' : 'unknown';
}
