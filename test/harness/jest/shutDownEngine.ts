import { createRequire } from '../../node';

// n8n has a timer for its SSH connections. In some releases, it would keep the process running.

/** What Node.js has loaded, as n8n is loaded by it. */
const { cache } = createRequire(require.resolve('n8n-core'));

interface SshClients {
	onShutdown(): void;
}

interface SshModule {
	SSHClientsManager: new (...args: never[]) => SshClients;
}

afterAll(async () => {
	const loaded = Object.keys(cache).find((file) => file.endsWith('/ssh-clients-manager.js'));
	if (loaded === undefined) return;
	const module: unknown = await import(loaded);
	if (!isSshModule(module)) throw new Error('n8n watches no SSH connections');
	const { container } = await import('../n8n/container');
	container.get(module.SSHClientsManager).onShutdown();
});

function isSshModule(loaded: unknown): loaded is SshModule {
	return typeof loaded === 'object' && loaded !== null && 'SSHClientsManager' in loaded;
}
