import { createServer, type IncomingMessage, type ServerResponse } from '../../node';
import { parseJson } from '../../../nodes/DocScore/service/json';
import { listen } from './localServer';
import type { SandboxedNode } from './sandboxedNode';

export interface Asked {
	/** Path below the base URL. */
	path: string;
	/** Undefined if it is not JSON. */
	body: unknown;
	/** Value of the Authorization header. */
	authorization: string;
	/** Time of the request, in ms of the test's clock. */
	at: number;
}

export interface Answer {
	status: number;
	headers?: Record<string, string>;
	/** Sent as JSON, or unchanged if it is a string. */
	body: unknown;
}

/** Returns the sandbox's response to this body. Default: the body of the request. */
export type Pass = (body?: unknown) => Promise<Answer>;

/** Returns the response to a request, or null to cut the connection. */
export type Change = (asked: Asked, pass: Pass) => Promise<Answer | null>;

/** A proxy between node and sandbox. Simulates services that no dialect of the sandbox describes. */
export class SandboxProxy {
	/** All requests of the test, in order. */
	asked: Asked[] = [];

	change: Change = async (_, pass) => await pass();

	/** Whether to accept any key. The sandbox itself accepts only one. */
	takesAnyKey = false;

	private origin = '';

	private readonly server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.once('end', () => void this.answer(request, Buffer.concat(chunks), response));
	});

	constructor(private readonly node: SandboxedNode) {
		beforeAll(async () => {
			this.origin = await listen(this.server);
		});
		beforeEach(() => {
			this.asked = [];
			this.change = async (_, pass) => await pass();
			this.takesAnyKey = false;
		});
		afterAll(() => this.server.close());
	}

	/** The part of the credential that leads to the proxy. */
	get credential(): { baseUrl: string } {
		return { baseUrl: this.origin };
	}

	/** The times of the requests to this path, in ms since the first request. */
	timesOf(path: string): number[] {
		const start = this.asked[0]?.at ?? 0;
		return this.asked.filter((each) => each.path.endsWith(path)).map(({ at }) => at - start);
	}

	private async answer(
		{ url: path = '', headers }: IncomingMessage,
		sent: Buffer,
		response: ServerResponse,
	): Promise<void> {
		const authorization = String(headers.authorization);
		const asked = { path, body: parseJson(sent.toString()), authorization, at: Date.now() };
		this.asked.push(asked);
		const answer = await this.change(
			asked,
			async (body) =>
				await this.pass(path, headers, body === undefined ? sent : JSON.stringify(body)),
		);
		if (answer === null) return void response.destroy();
		const { status, body } = answer;
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		response.writeHead(status, { connection: 'close', ...answer.headers }).end(text);
	}

	private async pass(
		path: string,
		headers: Record<string, string | string[] | undefined>,
		body: Buffer | string,
	): Promise<Answer> {
		const answer = await fetch(`${this.node.sandbox.baseUrl}${path}`, {
			method: 'POST',
			headers: {
				authorization: this.takesAnyKey
					? `Bearer ${this.node.sandbox.key}`
					: String(headers.authorization),
				'content-type': String(headers['content-type']),
				connection: 'close',
			},
			body: typeof body === 'string' ? body : new Uint8Array(body),
		});
		const text = await answer.text();
		return { status: answer.status, body: parseJson(text) ?? text };
	}
}
