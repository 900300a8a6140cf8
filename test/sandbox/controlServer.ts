import fastify, { type FastifyInstance } from 'fastify';
import type { Clock } from './clock';
import type { SandboxControl } from './control';

interface Call {
	method: keyof SandboxControl;
	args: unknown[];
}

/** What is carried out at once while the clock is held; whatever else waits, as requests do. */
const AT_ONCE: Array<keyof SandboxControl> = ['advance', 'hold', 'reset'];

/** Lets another process call the control: POST /call {method, args} gives {result}. */
export function buildControlServer(control: SandboxControl, clock: Clock): FastifyInstance {
	// Large enough for a recording or a document sent as base64.
	const app = fastify({ bodyLimit: 256 * 1024 * 1024, forceCloseConnections: true });
	const body = {
		type: 'object',
		required: ['method', 'args'],
		properties: { method: { enum: Object.keys(control) }, args: { type: 'array' } },
	};
	app.post<{ Body: Call }>('/call', { schema: { body } }, async (request) => {
		const { method, args } = request.body;
		if (!AT_ONCE.includes(method)) await clock.released();
		const result: unknown = await Reflect.apply(control[method], control, args);
		return { result };
	});
	return app;
}
