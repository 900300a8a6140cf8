import { RateLimiter } from '../../../nodes/DocScore/account/rateLimiter';
import { DocScoreClient, isNotFound } from '../../../nodes/DocScore/service/client';
import { ServiceError } from '../../../nodes/DocScore/service/errors';
import { Semaphore } from '../../../nodes/DocScore/service/semaphore';
import { toResult } from '../../../nodes/DocScore/service/result';
import { Cancellation } from '../../../nodes/DocScore/service/cancellation';
import { type HttpRequest, Transport } from '../../../nodes/DocScore/service/transport';

const ID = '5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18';
const OTHER_ID = '769956df-7d4b-4970-a141-e12efd56caf3';

/** A client whose service responds to everything with this body and status. */
function clientGiven(
	body: unknown,
	status = 200,
	sent: (request: HttpRequest) => void = () => {},
): DocScoreClient {
	const cancellation = new Cancellation();
	const http = {
		send: async (request: HttpRequest) => {
			sent(request);
			const headers = { 'x-request-id': 'r1' };
			return await Promise.resolve({ status, headers, text: JSON.stringify(body) });
		},
		fetch: async () => await Promise.reject(new Error('Nothing is fetched here')),
	};
	const permits = new RateLimiter().join({ cancellation, limit: 1 });
	return new DocScoreClient(new Transport(http, new Semaphore(1, cancellation), permits));
}

const ask = {
	submit: async (client: DocScoreClient) =>
		await client.submit({
			run_id: 'Invoice 118',
			files: { parts: [], urls: async () => ['https://a.example'] },
			extraction_template_id: ID,
		}),
	query: async (client: DocScoreClient) => await client.query({ page: 1, limit: 100 }),
	details: async (client: DocScoreClient) => await client.details(ID),
	template: async (client: DocScoreClient) => await client.template(ID),
	upload: async (client: DocScoreClient) =>
		await client.upload({ file: new File([''], 'call.wav'), parts: [['agent', 'Ana']] }),
};

/** Message, the service's words and outcome of an error. */
async function errorOf(operation: keyof typeof ask, body: unknown): Promise<unknown[]> {
	const asked = await toResult<unknown>(ask[operation](clientGiven(body)));
	if (asked.ok || !(asked.error instanceof ServiceError)) throw new Error(JSON.stringify(asked));
	const { message, details } = asked.error;
	expect(details).toMatchObject({ status: 200, transient: false, requestId: 'r1' });
	expect(details.description).toMatch(/contact the provider$/);
	return [message, details.said, details.outcome];
}

const SUCCESS = { statusCode: 'SUCCESS' };

describe('A request', () => {
	const submission = { run_id: 'Invoice 118', extraction_template_id: ID };
	const doc = { id: ID, name: 'Invoices', org_id: 'o1', evaluation_schema: { total: 'The sum' } };
	const template = { id: ID, name: 'Invoices', orgId: 'o1', instructions: { total: 'The sum' } };

	it.each<[keyof typeof ask, string, object, object, object]>([
		[
			'submit',
			'/workflows/submit',
			{ file_urls: ['https://a.example'], ...submission },
			{ doc_id: OTHER_ID, message: 'Accepted' },
			{ id: OTHER_ID, message: 'Accepted' },
		],
		[
			'query',
			'/workflows/runs/getData',
			{ page: 1, limit: 100 },
			{ docs: [{ id: ID }], pagination: { totalCount: 7 } },
			{ runs: [{ id: ID }], totalCount: 7 },
		],
		['details', '/workflows/runs/getDetails', { id: ID }, { doc: { id: ID } }, { id: ID }],
		[
			'template',
			'/workflows/extractionTemplates/getById',
			{ id: ID },
			{ doc },
			{ ...template, raw: doc },
		],
		['upload', '/scoring/submitRecording', expect.any(FormData), { id: 7 }, { id: 7 }],
	])('to %s has its path and body, and its response is read', async (...given) => {
		const [operation, path, body, response, result] = given;
		const sent = jest.fn();
		expect(await ask[operation](clientGiven(response, 200, sent))).toMatchObject(result);
		expect(sent.mock.calls).toEqual([[{ path, body }]]);
	});

	it('to upload a recording has the parts of the form, and then the file', async () => {
		const parts: unknown[] = [];
		const sent = ({ body }: HttpRequest) => void (body instanceof FormData && parts.push(...body));
		await ask.upload(clientGiven({}, 200, sent));
		const file = expect.objectContaining({ name: 'call.wav' });
		expect(parts).toEqual([
			['agent', 'Ana'],
			['file', file],
		]);
	});

	it.each<[keyof typeof ask, number, RegExp, RegExp]>([
		['upload', 413, /^Recording 'call.wav': The request is too large/, /^Make the recording or/],
		['submit', 413, /^Document 'Invoice 118', template .*: The request/, /^Make the file, the/],
		['details', 401, /^The service rejected the API Key$/, /^Copy the API Key/],
		['details', 405, /^The Base URL in the credential is wrong$/, /^Check the Base URL/],
		['query', 404, /^The Base URL in the credential is wrong$/, /^Check the Base URL/],
	])('to %s with status %i names its object, unless the credential is wrong', async (...given) => {
		const [operation, status, message, advice] = given;
		const asked = await toResult<unknown>(ask[operation](clientGiven({ error: 'No' }, status)));
		const details = { description: expect.stringMatching(advice) };
		expect(asked).toMatchObject({ error: { message: expect.stringMatching(message), details } });
	});
});

describe('An error names what the response lacks, with the message of the service:', () => {
	it.each([
		['submit', `Document 'Invoice 118', template ${ID}: The response contains no run ID`],
		['query', 'The response contains no list of runs'],
		['details', `Run ${ID}: The response contains no run`],
		['template', `Template ${ID}: The response contains no template`],
	] as const)('%s', async (operation, message) => {
		expect(await errorOf(operation, SUCCESS)).toEqual([message, undefined, 'unknown']);
		const body = { ...SUCCESS, message: 'Index is down' };
		const said = 'The service says: Index is down';
		expect(await errorOf(operation, body)).toEqual([message, said, 'unknown']);
		// The `error` takes precedence over the `message`.
		const both = { ...SUCCESS, error: 'Disk is full', message: 'Accepted' };
		const error = 'The service says: Disk is full';
		expect(await errorOf(operation, both)).toEqual([message, error, 'unknown']);
	});

	it('a listed run without an ID', async () => {
		const docs = [{ id: ID }, { filename: 'Invoice 7' }];
		expect(await errorOf('query', { ...SUCCESS, docs })).toEqual([
			'The response contains a run without an ID',
			undefined,
			'unknown',
		]);
	});
});

describe('A success that reports a failure', () => {
	it.each(['submit', 'upload'] as const)('of %s leaves the outcome unknown', async (operation) => {
		for (const statusCode of ['FAILURE', 400, '400', 500]) {
			const [message, said, outcome] = await errorOf(operation, {
				statusCode,
				statusMessage: 'Disk full',
			});
			expect(message).toMatch(/: The service reported a failure\. The service says: Disk full$/);
			expect(said).toBeUndefined();
			expect(outcome).toBe('unknown');
		}
		const [message] = await errorOf(operation, { error: 'Disk full' });
		expect(message).toMatch(/: Disk full$/);
	});

	it('counts as a success if its number is below 400 or it has a message', async () => {
		for (const body of [{ statusCode: 399 }, { error: 'none', message: 'Accepted' }]) {
			expect(await ask.upload(clientGiven(body))).toEqual(body);
			const submitted = await ask.submit(clientGiven({ ...body, doc_id: OTHER_ID }));
			expect(submitted).toEqual({ id: OTHER_ID, message: body.message ?? null });
		}
	});
});

describe('A 404 with an error body of the service', () => {
	const errorAt404 = async (operation: keyof typeof ask, error: string): Promise<unknown> => {
		const asked = await toResult<unknown>(ask[operation](clientGiven({ error }, 404)));
		return asked.ok ? undefined : asked.error;
	};

	it.each([
		['details', `Run not found: ${ID}`],
		['template', `Template not found: ${ID}`],
	] as const)('means for %s that the object does not exist', async (operation, message) => {
		const error = await errorAt404(operation, 'Gone');
		expect(error).toMatchObject({ message, details: { bare: 'The service did not find it' } });
		expect(isNotFound(error)).toBe(true);
	});

	it.each([
		[{ isOwnBody: true }, true],
		[{}, false],
		[{ isOwnBody: true, isWrongPath: true }, false],
	])('and no other one says so: %j', (more, isOwn) => {
		const details = { ...more, status: 404, outcome: 'rejected', transient: false } as const;
		expect(isNotFound(new ServiceError('No', details))).toBe(isOwn);
	});

	it.each([
		['query', 'The Base URL in the credential is wrong'],
		['upload', "Recording 'call.wav': The Base URL in the credential is wrong"],
	] as const)('means for %s that the Base URL is wrong', async (operation, message) => {
		expect(await errorAt404(operation, 'Gone')).toMatchObject({ message });
	});
});
