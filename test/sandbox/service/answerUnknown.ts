import type { FastifyReply } from 'fastify';
import type { Dialect } from '../dialect';
import { ServiceError } from './errors';

/**
 * Responds to a request for an unknown run or template.
 * @throws ServiceError if the response is an error body
 */
export function answerUnknown(
	reply: FastifyReply,
	form: Dialect['unknownId'],
	{ what, id }: { what: string; id: string },
): FastifyReply {
	const message = `${what} not found`;
	switch (form) {
		case '404 HTML':
			return reply.code(404).type('text/html; charset=utf-8').send(PAGE);
		case 'FAILURE':
			return reply.send({ statusCode: 'FAILURE', statusMessage: message });
		case '404 with id':
			throw new ServiceError(404, message, id);
		default:
			throw new ServiceError(Number(form), message);
	}
}

const PAGE = '<html><head><title>404 Not Found</title></head><body>nginx</body></html>';
