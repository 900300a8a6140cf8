import { once, type Server } from '../../node';

/** Starts a server at a free port of this machine. @returns its address */
export async function listen(server: Server): Promise<string> {
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const address = server.address();
	if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
	return `http://127.0.0.1:${address.port}`;
}
