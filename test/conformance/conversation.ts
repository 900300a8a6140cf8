import { parseJson } from '../../nodes/DocScore/service/json';
import { retryAfter } from '../../nodes/DocScore/service/reply';
import { REQUEST_LIMIT_MS } from '../../nodes/DocScore/service/transport';
import { clearTimer, startTimer } from '../node';
import { type Incoming, NoAnswer, type Outgoing, type Sender } from './sender';
import type { Time } from './time';

export const PATHS = {
	submit: '/workflows/submit',
	query: '/workflows/runs/getData',
	details: '/workflows/runs/getDetails',
	template: '/workflows/extractionTemplates/getById',
	recording: '/scoring/submitRecording',
} as const;

export type Operation = keyof typeof PATHS;

/** A response with its parsed body. */
export interface Answer extends Incoming {
	/** Undefined if the text is not JSON. */
	body: unknown;
	/** When the request was sent, in ms since 1970. */
	at: number;
	tookMs: number;
}

/** A request that is asked for. */
export interface Asked {
	operation: 'query' | 'details' | 'template' | 'unknown address';
	body: object;
	/** What is wrong with it on purpose. */
	wrong?: 'key' | 'request';
}

/** A request and its response. */
export interface Exchange {
	operation: Operation | 'link' | 'unknown address';
	request: unknown;
	/** Whether it is wrong on purpose, to see the error. */
	isWrong: boolean;
	/** When the request was sent, in ms since 1970. */
	at: number;
	answer: Answer | null;
}

/** Ends the check. Its message says why. */
export class Stopped extends Error {}

/** No submissions are left. */
export class NothingLeft extends Error {}

export interface ConversationOptions {
	baseUrl: string;
	key: string;
	send: Sender;
	time: Time;
	/** The maximum number of submissions and uploads, including those that fail. */
	spend: number;
	signal: AbortSignal;
	/** The timeout of a response, in ms. Default: that of the nodes. */
	timeoutMs?: number;
}

/** At most 5 requests a second, even if some take longer than others. */
const SPACING_MS = 205;
/** The spacing after the service asked for fewer requests. */
const MAX_SPACING_MS = 2_000;
const MAX_PAUSE_MS = 120_000;
const MAX_RATE_LIMITS = 20;
const FAILURES_TO_STOP = 3;
const WRONG_KEY = 'conformance-wrong-key';
const UNKNOWN_PATH = '/conformance/no-such-operation';

/** All requests to the service and its responses, one at a time and at a limited rate. */
export class Conversation {
	readonly exchanges: Exchange[] = [];
	readonly time: Time;
	/** Number of submissions and uploads so far. */
	spent = 0;
	private spacingMs = SPACING_MS;
	private lastAt = -Infinity;
	private failures = 0;

	constructor(private readonly options: ConversationOptions) {
		this.time = options.time;
	}

	get left(): number {
		return this.options.spend - this.spent;
	}

	get origin(): string {
		return new URL(this.options.baseUrl).origin;
	}

	async post(operation: Asked['operation'], body: object): Promise<Answer> {
		return await this.ask({ operation, body });
	}

	async ask({ operation, body, wrong }: Asked): Promise<Answer> {
		const path = operation === 'unknown address' ? UNKNOWN_PATH : PATHS[operation];
		const request = this.json(path, body, wrong === 'key' ? WRONG_KEY : this.options.key);
		return await this.converse(operation, request, body, wrong !== undefined);
	}

	/** Opens a link without the key. The link itself grants access. */
	async open(url: string): Promise<Answer> {
		return await this.converse('link', { method: 'GET', url, headers: {} }, { url });
	}

	/** @throws NothingLeft before anything is sent */
	async submit(body: object): Promise<Answer> {
		return await this.spendOn('submit', this.json(PATHS.submit, body), body);
	}

	/** @throws NothingLeft before anything is sent */
	async upload(file: File, parts: Array<[name: string, value: string]>): Promise<Answer> {
		const form = new FormData();
		for (const [name, value] of parts) form.append(name, value);
		form.append('file', file);
		const headers = { authorization: `Bearer ${this.options.key}` };
		const url = this.options.baseUrl + PATHS.recording;
		return await this.spendOn('recording', { method: 'POST', url, headers, body: form }, { parts });
	}

	async wait(ms: number): Promise<void> {
		this.mustGoOn();
		await this.time.wait(ms, this.options.signal).catch((error: unknown) => {
			this.mustGoOn();
			throw error;
		});
	}

	private json(path: string, body: object, key = this.options.key): Outgoing {
		return {
			method: 'POST',
			url: this.options.baseUrl + path,
			headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		};
	}

	/** Every request counts, even if it is rejected or gets no response. None is repeated. */
	private async spendOn(operation: Operation, request: Outgoing, said: object): Promise<Answer> {
		if (this.left < 1) throw new NothingLeft();
		// If there is a rate limit, a 429 would waste a submission.
		if (this.spacingMs > SPACING_MS) await this.wait(MAX_SPACING_MS);
		await this.keepRate();
		this.spent++;
		return await this.exchange(operation, request, said, false);
	}

	/** Repeats a request after each 429, and once after another failure. */
	private async converse(
		operation: Exchange['operation'],
		request: Outgoing,
		said: object,
		isWrong = false,
	): Promise<Answer> {
		let answer = await this.exchangeTwice(operation, request, said, isWrong);
		for (let rateLimits = 1; isRateLimited(answer); rateLimits++) {
			if (rateLimits === MAX_RATE_LIMITS)
				throw new Stopped('The service answers every request with 429');
			await this.pauseAfter(answer, rateLimits);
			answer = await this.exchangeTwice(operation, request, said, isWrong);
		}
		return answer;
	}

	private async exchangeTwice(...exchange: Parameters<Conversation['exchange']>): Promise<Answer> {
		await this.keepRate();
		const answer = await this.exchange(...exchange).catch((error: unknown) => {
			if (error instanceof NoAnswer) return null;
			throw error;
		});
		if (answer && (answer.status < 500 || isRateLimited(answer))) return answer;
		await this.keepRate();
		return await this.exchange(...exchange);
	}

	private async exchange(
		operation: Exchange['operation'],
		request: Outgoing,
		said: object,
		isWrong: boolean,
	): Promise<Answer> {
		const { send, time, signal, timeoutMs = REQUEST_LIMIT_MS } = this.options;
		const at = time.now();
		const exchange: Exchange = { operation, request: said, isWrong, at, answer: null };
		this.exchanges.push(exchange);
		const incoming = await within(
			timeoutMs,
			signal,
			async (either) => await send(request, either),
		).catch((error: unknown) => {
			this.mustGoOn();
			if (error instanceof NoAnswer && operation !== 'link') this.countFailure(error);
			throw error;
		});
		this.failures = 0;
		const tookMs = time.now() - at;
		exchange.answer = { ...incoming, body: parseJson(incoming.text), at, tookMs };
		return exchange.answer;
	}

	/** @throws Stopped after several failures in a row */
	private countFailure({ message }: NoAnswer): void {
		if (++this.failures < FAILURES_TO_STOP) return;
		throw new Stopped(`The service stopped answering: ${message}`);
	}

	private async keepRate(): Promise<void> {
		const waitMs = this.lastAt + this.spacingMs - this.time.now();
		if (waitMs > 0) await this.wait(waitMs);
		this.mustGoOn();
		this.lastAt = this.time.now();
	}

	private async pauseAfter({ headers }: Incoming, rateLimits: number): Promise<void> {
		this.spacingMs = Math.min(MAX_SPACING_MS, Math.round(this.spacingMs * 1.5));
		const askedMs = retryAfter(headers) ?? 0;
		if (askedMs > MAX_PAUSE_MS) {
			const minutes = Math.ceil(askedMs / 60_000);
			throw new Stopped(`The service asks for a pause of ${minutes} minutes`);
		}
		await this.wait(Math.max(askedMs, Math.min(8_000, 500 * 2 ** rateLimits)));
	}

	private mustGoOn(): void {
		if (this.options.signal.aborted) throw new Stopped('Interrupted');
	}
}

/**
 * Runs the work with a signal that aborts after this time or with the other signal. AbortSignal.any is no
 * alternative: on Node.js 20, its timeouts can be garbage-collected before they end.
 */
async function within<Done>(
	ms: number,
	signal: AbortSignal,
	work: (signal: AbortSignal) => Promise<Done>,
): Promise<Done> {
	const both = new AbortController();
	const timer = startTimer(() => both.abort(new DOMException('', 'TimeoutError')), ms);
	const abort = () => both.abort();
	signal.addEventListener('abort', abort);
	return await work(both.signal).finally(() => {
		clearTimer(timer);
		signal.removeEventListener('abort', abort);
	});
}

export const isRateLimited = ({ status, headers }: Incoming): boolean =>
	status === 429 || (status === 503 && 'retry-after' in headers);
