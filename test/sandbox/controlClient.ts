import type { SandboxControl } from './control';

/** The control plane of a sandbox in another process, as if it were here. */
export function controlOver(controlUrl: string): SandboxControl {
	// Both ends are of one version and share the interface, so the results are taken as typed.
	const call = async <Result>(method: keyof SandboxControl, ...args: unknown[]) => {
		const response = await fetch(`${controlUrl}/call`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ method, args }),
		});
		const reply: { result: Result; message?: string } = JSON.parse(await response.text());
		if (!response.ok) throw new Error(`${method}: ${reply.message}`);
		return reply.result;
	};
	return {
		reset: async () => await call('reset'),
		advance: async (ms) => await call('advance', ms),
		hold: async () => await call('hold'),
		now: async () => await call('now'),
		setDialect: async (change) => await call('setDialect', change),
		setRunPlan: async (change) => await call('setRunPlan', change),
		addFault: async (fault) => await call('addFault', fault),
		clearFaults: async () => await call('clearFaults'),
		requests: async () => await call('requests'),
		counts: async () => await call('counts'),
		clearRequests: async () => await call('clearRequests'),
		runs: async () => await call('runs'),
		recordings: async () => await call('recordings'),
		seedRuns: async (specs) => await call('seedRuns', specs),
		setRun: async (id, change) => await call('setRun', id, change),
		deleteRun: async (id) => await call('deleteRun', id),
		addTemplate: async (name, schema) => await call('addTemplate', name, schema),
		putFile: async (name, base64, type) => await call('putFile', name, base64, type),
	};
}
