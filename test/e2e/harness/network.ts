import {
	connectTo,
	createServer,
	createTlsServer,
	execFile,
	httpRequest,
	join,
	once,
	promisify,
	readFile,
	type Server,
	type Socket,
} from '../../node';

const run = promisify(execFile);

async function listen(server: Server): Promise<number> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
	return address.port;
}

/**
 * Returns a function that closes the server and all its sockets. The server itself does not track sockets
 * that became tunnels.
 */
function closerOf(server: Server): () => Promise<void> {
	const sockets = new Set<Socket>();
	server.on('connection', (socket: Socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
	});
	return async () => {
		const closed = once(server, 'close');
		server.close();
		for (const socket of sockets) socket.destroy();
		await closed;
	};
}

/** Forwards each request to another URL, and its response back. */
function handOn(server: Server, addressOf: (url: string) => string): void {
	server.on('request', (request, response) => {
		const { method, headers } = request;
		const onward = httpRequest(addressOf(request.url ?? ''), { method, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		onward.on('error', () => response.destroy());
		request.pipe(onward);
	});
}

/** A company proxy that all outgoing requests of n8n must use. */
export class OutgoingProxy {
	/** What went through the proxy: whole URLs, but only host and port of encrypted connections. */
	readonly seen: string[] = [];

	url = '';

	private readonly server = createServer();

	readonly stop = closerOf(this.server);

	async start(): Promise<void> {
		handOn(this.server, (url) => {
			this.seen.push(url);
			return url;
		});
		this.server.on('connect', ({ url = '' }, socket) => {
			this.seen.push(url);
			const [host, port] = url.split(':');
			const onward = connectTo(Number(port), host, () => {
				socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
				onward.pipe(socket).pipe(onward);
			});
			onward.on('error', () => socket.destroy());
			socket.on('error', () => onward.destroy());
		});
		this.url = `http://127.0.0.1:${await listen(this.server)}`;
	}
}

/** A service with a TLS certificate that no public authority has signed. */
export class PrivateTls {
	url = '';

	stop = async (): Promise<void> => {};

	/** @param folder for its certificate; n8n must trust `certificate` */
	constructor(private readonly folder: string) {}

	get certificate(): string {
		return join(this.folder, 'certificate.pem');
	}

	async start(origin: string): Promise<void> {
		const key = join(this.folder, 'key.pem');
		const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
		const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
		const files = ['-keyout', key, '-out', this.certificate];
		await run('openssl', ['req', ...made, ...names, ...files]);
		const server = createTlsServer({
			key: await readFile(key),
			cert: await readFile(this.certificate),
		});
		this.stop = closerOf(server);
		handOn(server, (path) => origin + path);
		this.url = `https://localhost:${await listen(server)}`;
	}
}
