import type { FastifyInstance } from 'fastify';
import { detailsOf } from '../runs/presentRun';
import type { SandboxState } from '../state';
import { ServiceError } from './errors';
import { type IdBody, idBodySchema } from './idBody';

export function addDetailsRoute(api: FastifyInstance, state: SandboxState): void {
	api.post<{ Body: IdBody }>(
		'/workflows/runs/getDetails',
		{ schema: { body: idBodySchema }, config: { endpoint: 'details' } },
		async (request) => {
			const run = state.runs.get(request.body.id);
			if (run === undefined) throw new ServiceError(404, 'Workflow run not found', request.body.id);
			return {
				statusCode: 'SUCCESS',
				statusMessage: 'Workflow run retrieved',
				doc: detailsOf(run, state),
			};
		},
	);
}
