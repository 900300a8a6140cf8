import type { ClockKind } from './clock';
import type { SandboxAddress } from './control';
import type { Dialect } from './dialect';
import { ControlCalls } from './controlCalls';
import { buildControlServer } from './controlServer';
import { createControl } from './createControl';
import type { FileSources } from './extraction/fetchFile';
import { buildService } from './service/buildService';
import { SandboxState } from './state';
import { seededTemplates } from './templates';

export interface LaunchOptions {
	/** 0 for a free port. */
	port: number;
	key: string;
	clock: ClockKind;
	fileSources: FileSources;
	/** The dialect at the start and after each reset. Missing points are plain. */
	dialect?: Partial<Dialect>;
}

/** Starts the service and its control server, both reachable only from this machine. */
export async function launch({ port, key, clock, fileSources, dialect = {} }: LaunchOptions) {
	const host = '127.0.0.1';
	const state = await SandboxState.create(key, clock, fileSources, dialect);
	const service = await buildService(state);
	const calls = new ControlCalls(createControl(state), state.clock);
	const control = buildControlServer(calls);
	const close = async () => {
		await Promise.all([service.close(), control.close()]);
		await state.close();
	};
	const listen = async (): Promise<SandboxAddress> => {
		state.origin = await service.listen({ host, port });
		const controlUrl = await control.listen({ host, port: 0 });
		return { baseUrl: `${state.origin}/api/v1`, key, controlUrl, templates: seededTemplates };
	};
	const address = await listen().catch(async (error: unknown) => {
		await close();
		throw error;
	});
	return { address, calls, templates: state.templates.all(), close };
}
