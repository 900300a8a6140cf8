import fastify, { type FastifyInstance } from 'fastify';
import type { ControlCall, ControlCalls } from './controlCalls';

/** Lets a person call the control of a sandbox: POST /call {method, args} gives {result}. */
export function buildControlServer(calls: ControlCalls): FastifyInstance {
	// Large enough for a recording or a document sent as base64.
	const app = fastify({ bodyLimit: 256 * 1024 * 1024, forceCloseConnections: true });
	const body = {
		type: 'object',
		required: ['method', 'args'],
		properties: { method: { enum: calls.methods }, args: { type: 'array' } },
	};
	app.post<{ Body: ControlCall }>('/call', { schema: { body } }, async (request) => {
		return { result: await calls.carryOut(request.body) };
	});
	return app;
}
