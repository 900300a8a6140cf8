/** A request to send. */
export interface Outgoing {
	method: 'POST' | 'GET';
	url: string;
	headers: Record<string, string>;
	/** JSON, or a form with a recording. */
	body?: string | FormData;
}

/** A received response. */
export interface Incoming {
	status: number;
	/** By name in lower case. */
	headers: Record<string, string>;
	text: string;
}

/** Sends one request. @throws NoAnswer if no response arrives */
export type Sender = (request: Outgoing, signal: AbortSignal) => Promise<Incoming>;

/** No response arrived. The message says why but contains no URL. */
export class NoAnswer extends Error {}

/** A few bytes of a file are enough to see that its link works. */
const LINK_BYTES = 4_096;

/** Sends by HTTP. Like the nodes, it follows redirects of links only. */
export const httpSender: Sender = async (request, signal) =>
	await exchange(request, signal).catch((error: unknown) => {
		throw new NoAnswer(reasonOf(error));
	});

async function exchange({ method, url, headers, body }: Outgoing, signal: AbortSignal) {
	const redirect = method === 'GET' ? 'follow' : 'manual';
	const response = await fetch(url, { method, headers, body, redirect, signal });
	const told = Object.fromEntries(response.headers);
	const text = method === 'GET' ? await beginningOf(response) : await response.text();
	return { status: response.status, headers: told, text };
}

async function beginningOf(response: Response): Promise<string> {
	let read = 0;
	const reader = response.body?.getReader();
	while (reader && read < LINK_BYTES) {
		const { done, value } = await reader.read();
		if (done) break;
		read += value.byteLength;
	}
	await reader?.cancel();
	return '';
}

const WORDS: Record<string, string> = {
	ECONNREFUSED: 'connection refused',
	ECONNRESET: 'the connection was cut',
	ENOTFOUND: 'no server has this name',
	EAI_AGAIN: 'names cannot be looked up: is there a network?',
	ENETUNREACH: 'there is no network',
	EHOSTUNREACH: 'there is no way to the server',
	ETIMEDOUT: 'no connection in time',
	UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
	UND_ERR_SOCKET: 'the connection was cut',
	CERT_HAS_EXPIRED: 'the certificate has expired',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
};

/** fetch puts the reason into `cause`, and one level deeper if it tried several addresses. */
function reasonOf(error: unknown): string {
	if (typeof error !== 'object' || error === null) return 'the request could not be sent';
	const { name, code, errors, cause } = {
		name: '',
		code: '',
		errors: [],
		cause: null,
		...told(error),
	};
	if (name === 'TimeoutError') return 'no answer in time';
	if (name === 'AbortError') return 'stopped';
	if (typeof code === 'string' && code !== '') return WORDS[code] ?? code.replace(/[^A-Z_]/g, '');
	return reasonOf(Array.isArray(errors) && errors.length > 0 ? errors[0] : cause);
}

/** The properties of any error. DOMException has its name in the prototype. */
function told(error: object): Record<string, unknown> {
	const names = ['name', 'code', 'errors', 'cause'].filter((name) => name in error);
	return Object.fromEntries(names.map((name) => [name, Reflect.get(error, name)]));
}
