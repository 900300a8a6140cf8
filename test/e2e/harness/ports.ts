import { createNetServer, once } from '../../node';

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
	const server = createNetServer();
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	server.close();
	if (address === null || typeof address === 'string') throw new Error('No port was given');
	return address.port;
}
