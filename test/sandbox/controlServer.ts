import fastify, { type FastifyInstance } from 'fastify';
import type { SandboxControl } from './control';

interface Call {
	method: keyof SandboxControl;
	args: unknown[];
}

/** Lets another process call the control: POST /call {method, args} gives {result}. */
export function buildControlServer(control: SandboxControl): FastifyInstance {
	// Large enough for a recording or a document sent as base64.
	const app = fastify({ bodyLimit: 256 * 1024 * 1024, forceCloseConnections: true });
	const body = {
		type: 'object',
		required: ['method', 'args'],
		properties: { method: { enum: Object.keys(control) }, args: { type: 'array' } },
	};
	app.post<{ Body: Call }>('/call', { schema: { body } }, async (request) => {
		const { method, args } = request.body;
		const result: unknown = await Reflect.apply(control[method], control, args);
		return { result };
	});
	return app;
}
