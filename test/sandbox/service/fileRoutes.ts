import type { FastifyInstance, FastifyReply } from 'fastify';
import type { StoredFile } from '../fileStore';
import type { SandboxState } from '../state';
import { ServiceError } from './errors';

interface FileAddress {
	Params: { id: string; filename: string };
	Querystring: { expires: string };
}

const querystring = {
	type: 'object',
	required: ['expires'],
	properties: { expires: { type: 'string' } },
};

export function addFileRoutes(app: FastifyInstance, state: SandboxState): void {
	app.get<FileAddress>(
		'/files/:id/:filename',
		{ schema: { querystring }, config: { endpoint: 'files' } },
		async (request, reply) => {
			const isExpired = state.serviceNow() > Number(request.query.expires);
			if (isExpired) throw new ServiceError(403, 'The URL has expired');
			return send(state, reply, state.files.get(request.params.id));
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
