import fastify, { type FastifyInstance } from 'fastify';
import type { ControlCall, ControlCalls } from './controlCalls';

/** An HTTP server to control a sandbox by hand: POST /call {method, args} returns {result}. */
export function buildControlServer(calls: ControlCalls): FastifyInstance {
	// Large enough for a recording or document in base64.
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
