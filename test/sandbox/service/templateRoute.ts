import type { FastifyInstance } from 'fastify';
import type { SandboxState } from '../state';
import { ServiceError } from './errors';
import { type IdBody, idBodySchema } from './idBody';

export function addTemplateRoute(api: FastifyInstance, state: SandboxState): void {
	api.post<{ Body: IdBody }>(
		'/workflows/extractionTemplates/getById',
		{ schema: { body: idBodySchema }, config: { endpoint: 'template' } },
		async (request) => {
			const template = state.templates.get(request.body.id);
			if (template === undefined) {
				throw new ServiceError(404, 'Extraction template not found', request.body.id);
			}
			return {
				statusCode: 'SUCCESS',
				statusMessage: 'Extraction template retrieved',
				doc: template,
			};
		},
	);
}
