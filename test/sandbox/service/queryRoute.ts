import type { FastifyInstance } from 'fastify';
import { metadataOperators } from '../runs/metadataFilter';
import { summaryOf } from '../runs/presentRun';
import { type QueryBody, queryRuns } from '../runs/queryRuns';
import type { SandboxState } from '../state';

const body = {
	type: 'object',
	properties: {
		page: { type: 'integer', minimum: 1 },
		limit: { type: 'integer', minimum: 1, maximum: 100 },
		filters: {
			type: 'object',
			properties: {
				startTime: { type: 'string', format: 'iso-date-time' },
				endTime: { type: 'string', format: 'iso-date-time' },
				status: { enum: ['pending', 'processing', 'completed', 'failed'] },
				extraction_template_id: { type: 'string', format: 'uuid' },
				filename: { type: 'string' },
			},
		},
		metadata_filters: {
			type: 'array',
			items: {
				type: 'object',
				required: ['metadata_name', 'operator', 'value'],
				properties: {
					metadata_name: { type: 'string', minLength: 1 },
					operator: { enum: metadataOperators },
					value: { type: 'string' },
				},
			},
		},
	},
};

export function addQueryRoute(api: FastifyInstance, state: SandboxState): void {
	api.post<{ Body: QueryBody }>(
		'/workflows/runs/getData',
		{ schema: { body }, config: { endpoint: 'query' } },
		async (request) => {
			const isOther = request.record?.authorization === 'other';
			const asked = isOther ? { filters: { filename: 'a name that no run has' } } : request.body;
			const { runs, pagination } = queryRuns(state, asked);
			return {
				statusCode: 'SUCCESS',
				statusMessage: 'Workflow runs retrieved',
				docs: runs.map((run) => summaryOf(run, state)),
				pagination,
			};
		},
	);
}
