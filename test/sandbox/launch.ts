import { randomBytes } from 'crypto';
import type { ClockKind } from './clock';
import type { SandboxAddress } from './control';
import type { Dialect } from './dialect';
import { answering } from './controlCalls';
import { createControl } from './createControl';
import type { FileSources } from './extraction/fetchFile';
import { buildService } from './service/buildService';
import { SandboxState } from './state';
import { seededTemplates } from './templates';

export interface LaunchOptions {
	/** Default: a new one. */
	key?: string;
	clock: ClockKind;
	fileSources: FileSources;
	/** The dialect at the start. Missing points are plain. */
	dialect?: Partial<Dialect>;
}

/** Starts the service, reachable only from this machine. */
export async function launch({
	key = randomBytes(12).toString('hex'),
	clock,
	fileSources,
	dialect = {},
}: LaunchOptions) {
	const state = new SandboxState(key, clock, fileSources);
	state.setDialect(dialect);
	const service = await buildService(state);
	state.origin = await service.listen({ host: '127.0.0.1', port: 0 });
	const baseUrl = `${state.origin}/api/v1`;
	const address: SandboxAddress = { baseUrl, key, templates: seededTemplates };
	const close = async () => {
		await service.close();
		await state.close();
	};
	return { address, replyTo: answering(createControl(state), state.clock), close };
}
