import { createNetServer, type NetServer, once, type Socket } from '../../../node';

/** A server at a free port of this machine. Ending it ends its connections. */
export class LocalServer {
	private readonly sockets = new Set<Socket>();

	private constructor(private readonly server: NetServer) {}

	static async start(onConnection: (socket: Socket) => void): Promise<LocalServer> {
		const server = createNetServer();
		const local = new LocalServer(server);
		server.on('connection', (socket) => {
			local.sockets.add(socket);
			socket.once('close', () => local.sockets.delete(socket));
			onConnection(socket);
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return local;
	}

	/** What a credential of n8n needs to connect to it. */
	get address() {
		const address = this.server.address();
		if (address === null || typeof address === 'string') throw new Error('No port was given');
		return { host: '127.0.0.1', port: address.port, secure: false };
	}

	async stop(): Promise<void> {
		const closed = once(this.server, 'close');
		this.server.close();
		for (const socket of this.sockets) socket.destroy();
		await closed;
	}
}
