import type { INode } from 'n8n-workflow';
import type { ExecuteTask } from '../n8n/worker';
import { batching, httpRequest, jsonBody } from '../workflows';

/** The HTTP Request node, which reads the list of runs with its pagination option. */
export function pageAfterPage(credential: ExecuteTask['credential'], filters = '{}'): INode {
	return httpRequest(credential, '/workflows/runs/getData', {
		...jsonBody(`{ page: 1, limit: 100, filters: ${filters} }`),
		options: {
			pagination: {
				pagination: {
					paginationMode: 'updateAParameterInEachRequest',
					parameters: {
						parameters: [{ type: 'body', name: 'page', value: '={{ $pageCount + 1 }}' }],
					},
					paginationCompleteWhen: 'other',
					completeExpression:
						'={{ $response.body.pagination.currentPage >= $response.body.pagination.totalPages }}',
				},
			},
		},
	});
}

/** The HTTP Request node, which requests the details of each run. */
export function detailsOfEach(credential: ExecuteTask['credential']): INode {
	return httpRequest(credential, '/workflows/runs/getDetails', {
		...jsonBody('{ id: $json.id }'),
		options: batching(100, 100),
	});
}
