// n8n watches its SSH connections with a timer, which would keep all that a file of tests has loaded,
// and in some releases the process too.

interface SshClients {
	onShutdown(): void;
}

interface SshModule {
	SSHClientsManager: new (...args: never[]) => SshClients;
}

afterAll(async () => {
	const loaded = Object.keys(require.cache).find((file) =>
		file.endsWith('/ssh-clients-manager.js'),
	);
	if (loaded === undefined) return;
	const module: unknown = await import(loaded);
	if (!isSshModule(module)) throw new Error('n8n watches no SSH connections');
	const { container } = await import('../n8n/container');
	container.get(module.SSHClientsManager).onShutdown();
});

function isSshModule(loaded: unknown): loaded is SshModule {
	return typeof loaded === 'object' && loaded !== null && 'SSHClientsManager' in loaded;
}
