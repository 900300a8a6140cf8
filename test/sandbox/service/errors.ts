import type { FastifyError, FastifyInstance } from 'fastify';

/** A response with an error body (docs/service.md, Errors). */
export class ServiceError extends Error {
	constructor(
		readonly statusCode: number,
		message: string,
		readonly details?: string,
	) {
		super(message);
	}
}

/** Gives all errors the specified body (docs/service.md, Errors). */
export function answerErrors(app: FastifyInstance): void {
	app.setErrorHandler<FastifyError | ServiceError>(async (error, request, reply) => {
		const status = error.statusCode ?? 500;
		const body = bodyOf(error, status);
		// Error bodies of the recording upload contain only the message.
		const isRecording = request.routeOptions.config.endpoint === 'recording';
		return await reply.code(status).send(isRecording ? { error: body.error } : body);
	});
	app.setNotFoundHandler(async (request, reply) => {
		const path = request.url.split('?')[0] ?? '';
		if (request.method !== 'POST' && app.hasRoute({ url: path, method: 'POST' })) {
			const error = `Method ${request.method} is not allowed`;
			return await reply.code(405).header('allow', 'POST').send({ error, details: 'Use POST' });
		}
		return await reply.code(404).send({ error: 'Not found', details: `${request.method} ${path}` });
	});
}

function bodyOf(error: FastifyError | ServiceError, status: number) {
	if (error instanceof ServiceError) return { error: error.message, details: error.details };
	if (error.validation) return { error: 'Invalid request', details: error.message };
	if (status === 500) return { error: 'Internal error' };
	return { error: 'Invalid request', details: error.message };
}
