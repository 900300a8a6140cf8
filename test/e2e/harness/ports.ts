import { createNetServer, once } from '../../node';

/** A free port of this machine. */
export async function freePort(): Promise<number> {
	const server = createNetServer();
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	server.close();
	if (address === null || typeof address === 'string') throw new Error('No port was given');
	return address.port;
}
