import type { FastifyInstance } from 'fastify';
import { told, toldId } from '../runs/fieldForm';
import type { SandboxState } from '../state';
import { answerUnknown } from './answerUnknown';
import { type IdBody, idBodySchema } from './idBody';

export function addTemplateRoute(api: FastifyInstance, state: SandboxState): void {
	api.post<{ Body: IdBody }>(
		'/workflows/extractionTemplates/getById',
		{ schema: { body: idBodySchema }, config: { endpoint: 'template' } },
		async (request, reply) => {
			const { unknownId, nameForm, capitalIds } = state.dialect;
			const { id } = request.body;
			const template = state.templates.get(id);
			if (template === undefined) {
				return answerUnknown(reply, unknownId, { what: 'Extraction template', id });
			}
			const { name, ...others } = template;
			return {
				statusCode: 'SUCCESS',
				statusMessage: 'Extraction template retrieved',
				doc: {
					...others,
					id: toldId(template.id, 'details', capitalIds),
					...told('name', name, nameForm, ''),
				},
			};
		},
	);
}
