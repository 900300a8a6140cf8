import type { FastifyInstance } from 'fastify';
import { toldId } from '../runs/fieldForm';
import { type SubmitBody, submitRun } from '../runs/submitRun';
import type { SandboxState } from '../state';
import { answerUnknown } from './answerUnknown';
import { ServiceError } from './errors';
import { isWebAddress } from './isWebAddress';
import { toldStatusCode } from './toldStatusCode';

const body = {
	type: 'object',
	required: ['file_urls', 'extraction_template_id'],
	properties: {
		file_urls: { type: 'array', minItems: 1, items: { type: 'string' } },
		extraction_template_id: { type: 'string', format: 'uuid' },
		run_id: { type: 'string' },
		agent_name: { type: 'string' },
		metadata: {
			type: 'object',
			additionalProperties: { type: ['string', 'number', 'boolean'] },
		},
	},
};

export function addSubmitRoute(api: FastifyInstance, state: SandboxState): void {
	api.post<{ Body: SubmitBody }>(
		'/workflows/submit',
		{ schema: { body }, config: { endpoint: 'submit' } },
		async (request, reply) => {
			const { unknownId, capitalIds, writeStatusCode } = state.dialect;
			const { file_urls: fileUrls, extraction_template_id: templateId } = request.body;
			const wrong = fileUrls.find((url) => !isWebAddress(url));
			if (wrong !== undefined) {
				throw new ServiceError(400, 'Invalid request', `file_urls: ${wrong} is not an http(s) URL`);
			}
			if (state.templates.get(templateId) === undefined) {
				const unknown = { what: 'Extraction template', id: templateId };
				return answerUnknown(reply, unknownId, unknown);
			}
			const run = submitRun(state, request.body);
			return {
				...toldStatusCode(writeStatusCode),
				message: 'Files accepted for processing',
				doc_id: toldId(run.id, 'submit', capitalIds),
			};
		},
	);
}
