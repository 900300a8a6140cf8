import { createServer, once, type Server } from '../../node';
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

	private server: Server | undefined;

	constructor(private readonly node: SandboxedNode) {
		beforeAll(async () => await this.listen());
		beforeEach(() => {
			this.asked = [];
			this.change = async (_, pass) => await pass();
			this.takesAnyKey = false;
		});
		afterAll(() => this.server?.close());
	}

	/** The part of the credential that leads to the proxy. */
	get credential(): { baseUrl: string } {
		const address = this.server?.address();
		if (typeof address !== 'object' || !address)
			throw new Error('The proxy is available only in tests');
		return { baseUrl: `http://127.0.0.1:${address.port}` };
	}

	/** The times of the requests to this path, in ms since the first request. */
	timesOf(path: string): number[] {
		const start = this.asked[0]?.at ?? 0;
		return this.asked.filter((each) => each.path.endsWith(path)).map(({ at }) => at - start);
	}

	private async listen(): Promise<void> {
		this.server = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.once('end', async () => {
				const { url: path = '', headers } = request;
				const sent = Buffer.concat(chunks);
				const authorization = String(headers.authorization);
				const asked = { path, body: parse(sent.toString()), authorization, at: Date.now() };
				this.asked.push(asked);
				const answer = await this.change(
					asked,
					async (body) =>
						await this.pass(path, headers, body === undefined ? sent : JSON.stringify(body)),
				);
				if (answer === null) return response.destroy();
				const { status, body } = answer;
				const text = typeof body === 'string' ? body : JSON.stringify(body);
				response.writeHead(status, { connection: 'close', ...answer.headers }).end(text);
			});
		}).listen(0, '127.0.0.1');
		await once(this.server, 'listening');
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
		return { status: answer.status, body: parse(text) ?? text };
	}
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
