import { container } from '../harness/n8n/container';
import { createRequire } from '../node';

// n8n watches its SSH connections with a timer that would keep the process of the tests alive.

type Service<T> = new (...args: never[]) => T;

interface SshModule {
	SSHClientsManager: Service<{ onShutdown(): void }>;
}

const inCore = createRequire(require.resolve('n8n-core'));
const sshModule: unknown = inCore('./execution-engine/ssh-clients-manager');

afterAll(() => {
	if (!isSshModule(sshModule)) throw new Error('n8n watches no SSH connections');
	container.get(sshModule.SSHClientsManager).onShutdown();
});

function isSshModule(loaded: unknown): loaded is SshModule {
	return typeof loaded === 'object' && loaded !== null && 'SSHClientsManager' in loaded;
}
