import type { INodeParameters } from 'n8n-workflow';
import { isObject } from '../../../nodes/DocScore/service/json';
import type { Answer } from '../../harness/sandbox/sandboxProxy';
import { byId, type Provocation, type Stage, toldByItem, UNKNOWN } from './stage';

const GET = { resource: 'run', operation: 'get', runId: byId(UNKNOWN) };
const TEMPLATE = { resource: 'template', operation: 'get', extraction_template_id: byId(UNKNOWN) };
const OTHER = '769956df-7d4b-4970-a141-e12efd56caf3';
const LIST = { resource: 'run', operation: 'getAll' };

/** A response of the service. */
type Row = [did: string, answer: Answer | null];

const answering = (status: number, error: string, details?: string): Answer => ({
	status,
	body: { error, details },
});

const rows = (stage: Stage, where: string, parameters: INodeParameters, given: Row[]) =>
	given.map(([did, answer]): Provocation => {
		return { where, did, provoke: async () => await stage.errorAt(answer, parameters) };
	});

/** Responses that the service, or something else at its address, can give to any request. */
export function ofAnswers(stage: Stage): Provocation[] {
	const later = { 'retry-after': '3600' };
	const location = { location: 'https://docs.example.com/v2/workflows/runs/getDetails?a=b' };
	const at = (baseUrl: string, did: string): Provocation => ({
		where: 'Get',
		did,
		provoke: async () => await stage.error({ parameters: GET, credential: { baseUrl } }),
	});
	return [
		...rows(stage, 'Get', GET, [
			['A wrong key', answering(401, 'API key is invalid', 'Send the header Authorization')],
			['A wrong key, rejected with a web page', { status: 401, body: '<html>' }],
			['A key without permission', answering(403, 'Not yours')],
			['A key without permission, rejected with a web page', { status: 403, body: '<html>' }],
			['An unknown run', answering(404, 'Workflow run not found')],
			['An unknown run, rejected in another way', answering(400, 'No such run')],
			['A rejection without a reason', { status: 400, body: '' }],
			[
				'A rejection with a request ID',
				{ ...answering(400, 'Locked'), headers: { 'x-request-id': 'req-7' } },
			],
			[
				'A Base URL with a wrong path',
				answering(404, 'Not found', 'POST /v7/workflows/runs/getDetails'),
			],
			['A Base URL that leads to a web site', { status: 404, body: '<html>' }],
			['A Base URL that redirects', { status: 302, headers: location, body: '' }],
			['A Base URL that redirects nowhere', { status: 302, body: '' }],
			['A service with a problem', answering(500, 'Index is down', 'Back at noon')],
			['A gateway with a problem', { status: 502, body: '<html>' }],
			['A rate limit for a while', { ...answering(429, 'Slow down'), headers: later }],
			['A rate limit for a long time', answering(429, 'Slow down')],
			['A service that asks for a long pause', { ...answering(503, 'Busy'), headers: later }],
			[
				'A service with a problem that asks for a long pause',
				{ ...answering(500, 'Index is down'), headers: later },
			],
			['A web page instead of a response', { status: 200, body: '<html>' }],
			['An empty response', { status: 200, body: '' }],
			['A truncated response', { status: 200, body: '{"doc":{"id"' }],
			['Plain text instead of a response', { status: 200, body: 'ok' }],
			['A response without the run', { status: 200, body: { doc: null } }],
			['A response with another run', { status: 200, body: { doc: { id: OTHER } } }],
			['FAILURE', { status: 200, body: { statusCode: 'FAILURE', statusMessage: 'No index' } }],
			['FAILURE without a reason', { status: 200, body: { statusCode: 'FAILURE' } }],
			['A connection that is lost', null],
		]),
		at('http://127.0.0.1:9/api', 'A Base URL that does not respond'),
		at('https://nowhere.invalid/v1', 'A Base URL with an unknown host name'),
		at('docscore', 'A Base URL that is not a URL'),
		{
			where: 'Get',
			did: 'A service that is too slow',
			provoke: async () => {
				const latency = { kind: 'latency', by: 'clock', ms: 70_000 } as const;
				await stage.control.addFault({ ...latency, endpoint: 'details' });
				return await stage.error({ parameters: GET });
			},
		},
		{
			where: 'Get',
			did: 'A rate limit, then a long pause',
			provoke: async () => {
				const answers = [
					{ ...answering(429, 'Slow down'), headers: later },
					answering(429, 'Slow down'),
				];
				stage.between.change = async () => await Promise.resolve(answers.pop() ?? null);
				return await stage.error({ parameters: GET, credential: stage.between.credential });
			},
		},
		{
			where: 'Get',
			did: 'Two items after the service has asked for a long pause',
			provoke: async () => {
				const answer = { ...answering(429, 'Slow down'), headers: later };
				const options = { maxConcurrentRequests: 1 };
				stage.between.change = async () => await Promise.resolve(answer);
				const { credential } = stage.between;
				const parameters = { ...GET, options };
				const { errorItems } = await stage.node.run({
					parameters,
					credential,
					items: [{}, {}],
					onError: 'continueErrorOutput',
				});
				return errorItems.slice(1).map(toldByItem);
			},
		},
	];
}

/** Responses to a search of runs. */
export function ofLists(stage: Stage): Provocation[] {
	const body = (docs: unknown, totalCount?: number) => ({
		status: 200,
		body: { docs, ...(totalCount !== undefined && { pagination: { totalCount } }) },
	});
	const some = (count: number, from = 0) =>
		Array.from({ length: count }, (_, number) => ({ id: `run-${from + number}` }));
	const all = { ...LIST, returnAll: true };
	return [
		...rows(stage, 'Get Many', LIST, [
			['A wrong key', answering(401, 'API key is invalid')],
			['A Base URL that is wrong', answering(404, 'Not found', 'POST /workflows/runs/getData')],
			['A response without a list', { status: 200, body: { message: 'Hello' } }],
			['A page beyond the window limit', answering(400, 'Result window is too large')],
			['A run without an ID', body([{ status: 'failed' }])],
			['Another page', { status: 200, body: { docs: [], pagination: { currentPage: 7 } } }],
			['A list with fewer runs than counted', body(some(1), 5)],
		]),
		...rows(stage, 'Get Many, Return All', all, [
			['Lists with fewer runs than counted', body(some(1), 5)],
		]),
		{
			where: 'Get Many, hint',
			did: 'Fields to Output: a field that no run has',
			provoke: async () => {
				const outputSchema = { Total: { value: '7', reasoning: null } };
				await stage.control.seedRuns([{ outputSchema }]);
				return await stage.hints({ parameters: { ...LIST, options: { fieldsToOutput: 'Totl' } } });
			},
		},
		{
			where: 'Submit and Wait, Check Only',
			did: 'Fields to Output: a field that the template does not have',
			provoke: async () => {
				const parameters = stage.node.submission({
					operation: 'submitAndWait',
					options: { fieldsToOutput: 'Totl', checkOnly: true },
				});
				const { items } = await stage.node.run({ parameters, items: [{}] });
				return { message: String(items[0]?.json.problem) };
			},
		},
		{
			where: 'Get Many, Return All',
			did: 'Lists without a count',
			provoke: async () => {
				stage.between.change = async ({ body: asked }) => {
					const page = isObject(asked) ? Number(asked.page) : 1;
					return await Promise.resolve(body(some(100, 100 * page)));
				};
				return await stage.error({ parameters: all, credential: stage.between.credential });
			},
		},
		{
			where: 'Get Many, Return All',
			did: 'Lists that ignore startTime and endTime',
			provoke: async () => {
				const docs = some(100).map((run, at) => ({
					...run,
					created_time: new Date(Date.UTC(2026, 0, 5, at)).toISOString(),
				}));
				stage.between.change = async () => await Promise.resolve(body(docs, 150));
				return await stage.error({ parameters: all, credential: stage.between.credential });
			},
		},
		{
			where: 'Get Many, Return All',
			did: 'Lists that change with each request',
			provoke: async () => {
				let asked = 0;
				stage.between.change = async () => {
					const from = ++asked % 7;
					return await Promise.resolve(body(some(40, from), 41));
				};
				const { credential } = stage.between;
				return await stage.error({ parameters: all, credential });
			},
		},
	];
}

/** Responses to a request for a template. */
export const ofTemplates = (stage: Stage): Provocation[] => [
	...rows(stage, 'Get', TEMPLATE, [
		['An unknown template', answering(404, 'Template not found')],
		['A response without the template', { status: 200, body: { doc: {} } }],
		['A response with another template', { status: 200, body: { doc: { id: OTHER } } }],
		['A template of another account', answering(403, 'Not yours')],
	]),
];
