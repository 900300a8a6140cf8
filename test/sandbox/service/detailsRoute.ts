import type { FastifyInstance } from 'fastify';
import { besideDetailsOf, detailsOf } from '../runs/presentRun';
import type { SandboxState } from '../state';
import { answerUnknown } from './answerUnknown';
import { ServiceError } from './errors';
import { type IdBody, idBodySchema } from './idBody';

export function addDetailsRoute(api: FastifyInstance, state: SandboxState): void {
	api.post<{ Body: IdBody }>(
		'/workflows/runs/getDetails',
		{ schema: { body: idBodySchema }, config: { endpoint: 'details' } },
		async (request, reply) => {
			const { detailsAfterMs, oddDetailsStatus, unknownId } = state.dialect;
			const { id } = request.body;
			const run = request.record?.authorization === 'other' ? undefined : state.runs.get(id);
			if (run === undefined || run.acceptedAt + detailsAfterMs > state.clock.now()) {
				return answerUnknown(reply, unknownId, { what: 'Workflow run', id });
			}
			if (oddDetailsStatus !== null && state.isOdd(run)) {
				throw new ServiceError(oddDetailsStatus, 'The run could not be read');
			}
			return {
				statusCode: 'SUCCESS',
				statusMessage: 'Workflow run retrieved',
				doc: detailsOf(run, state),
				...besideDetailsOf(run, state),
			};
		},
	);
}
