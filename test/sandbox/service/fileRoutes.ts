import type { FastifyInstance, FastifyReply } from 'fastify';
import type { StoredFile } from '../fileStore';
import type { SandboxState } from '../state';
import { ServiceError } from './errors';

interface FileAddress {
	Params: { id: string; filename: string };
	Querystring: { expires: string; signature: string };
}

const querystring = {
	type: 'object',
	required: ['expires', 'signature'],
	properties: { expires: { type: 'string' }, signature: { type: 'string' } },
};

export function addFileRoutes(app: FastifyInstance, state: SandboxState): void {
	app.get<FileAddress>(
		'/files/:id/:filename',
		{ schema: { querystring }, config: { endpoint: 'files' } },
		async (request, reply) => {
			const { id, filename } = request.params;
			const { expires, signature } = request.query;
			// Like storage services: a signed URL must not have an Authorization header.
			if (request.headers.authorization !== undefined) {
				throw new ServiceError(400, 'Only one way of authorizing is allowed');
			}
			if (!state.presigner.isGenuine(id, filename, expires, signature)) {
				throw new ServiceError(403, 'The signature does not match');
			}
			if (state.serviceNow() > Number(expires)) throw new ServiceError(403, 'The URL has expired');
			return send(state, reply, state.files.get(id));
		},
	);

	/** Files that the control has added, which anybody can submit. */
	app.get<{ Params: FileAddress['Params'] }>('/public/:id/:filename', async (request, reply) => {
		return send(state, reply, state.files.get(request.params.id));
	});
}

function send(state: SandboxState, reply: FastifyReply, file: StoredFile | undefined) {
	if (file === undefined) throw new ServiceError(404, 'File not found');
	return reply.type(file.contentType).send(state.files.read(file));
}
