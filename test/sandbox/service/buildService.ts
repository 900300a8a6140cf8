import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import type { SandboxState } from '../state';
import { addDetailsRoute } from './detailsRoute';
import { answerErrors } from './errors';
import { addFileRoutes } from './fileRoutes';
import { watchRequests } from './requestHooks';
import { addQueryRoute } from './queryRoute';
import { addRecordingRoute } from './recordingRoute';
import { addSubmitRoute } from './submitRoute';
import { addTemplateRoute } from './templateRoute';

/** The simulated service: the API under a path prefix, and the files at their own URLs. */
export async function buildService(state: SandboxState): Promise<FastifyInstance> {
	const app = fastify({
		bodyLimit: 10 * 1024 * 1024,
		forceCloseConnections: true,
		// Bodies are validated unchanged: "5" is not 5, and unknown fields stay.
		ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allowUnionTypes: true } },
	});
	await app.register(multipart);
	answerErrors(app);
	watchRequests(app, state);
	await app.register(
		async (api) => {
			addSubmitRoute(api, state);
			addQueryRoute(api, state);
			addDetailsRoute(api, state);
			addTemplateRoute(api, state);
			addRecordingRoute(api, state);
		},
		{ prefix: '/api/v1' },
	);
	addFileRoutes(app, state);
	return app;
}
