import { DocScoreClient } from '../../../nodes/DocScore/service/client';
import { Semaphore } from '../../../nodes/DocScore/service/semaphore';
import { countOrNull, isObject, parseJson, textOrNull } from '../../../nodes/DocScore/service/json';
import { Cancellation } from '../../../nodes/DocScore/service/cancellation';
import { type HttpRequest, Transport } from '../../../nodes/DocScore/service/transport';

/** A client whose service gives this response, and the requests. */
function clientGiven(answer: unknown) {
	const requests: HttpRequest[] = [];
	const http = {
		send: async (request: HttpRequest) => {
			requests.push(request);
			return await Promise.resolve({ status: 200, headers: {}, text: JSON.stringify(answer) });
		},
		fetch: async () => await Promise.reject(new Error('Nothing is fetched here')),
	};
	const permits = { acquire: async () => await Promise.resolve({ release: () => {} }) };
	return {
		client: new DocScoreClient(new Transport(http, new Semaphore(1, new Cancellation()), permits)),
		requests,
	};
}

describe('The client', () => {
	it('submits a document', async () => {
		const { client, requests } = clientGiven({ doc_id: 'r1', message: 'Accepted' });
		const body = { file_urls: ['https://a.example/1.pdf'], extraction_template_id: 't1' };
		expect(await client.submit(body)).toEqual({ id: 'r1', message: 'Accepted' });
		expect(requests).toEqual([{ path: '/workflows/submit', body }]);
	});

	it.each([
		[{ totalCount: 7 }, 7],
		[{ totalCount: '7' }, 7],
		[{ totalCount: -1 }, null],
		[undefined, null],
	])('reads a page of a list with the pagination %j', async (pagination, totalCount) => {
		const { client, requests } = clientGiven({ docs: [{ id: 'r1' }], pagination });
		const body = { page: 2, limit: 100, filters: { status: 'failed' } };
		expect(await client.query(body)).toMatchObject({ runs: [{ id: 'r1' }], totalCount });
		expect(requests).toEqual([{ path: '/workflows/runs/getData', body }]);
	});

	it('reads a run', async () => {
		const { client, requests } = clientGiven({ doc: { id: 'r1', status: 'completed' } });
		expect(await client.details('r1')).toMatchObject({ id: 'r1', status: 'completed' });
		const path = '/workflows/runs/getDetails';
		expect(requests).toEqual([{ path, body: { id: 'r1' } }]);
	});

	it('reads a template, even if parts are missing', async () => {
		const doc = { id: 't1', name: 'Invoice', org_id: 'o1', evaluation_schema: { total: {} } };
		const { client, requests } = clientGiven({ doc });
		const { evaluation_schema: instructions } = doc;
		const whole = { id: 't1', name: 'Invoice', orgId: 'o1', instructions, raw: doc };
		expect(await client.template('t1')).toEqual(whole);
		const path = '/workflows/extractionTemplates/getById';
		expect(requests).toEqual([{ path, body: { id: 't1' } }]);
		const bare = { id: 't1', evaluation_schema: 'none' };
		expect(await clientGiven({ doc: bare }).client.template('t1')).toEqual({
			id: 't1',
			name: null,
			orgId: null,
			instructions: {},
			raw: bare,
		});
	});

	it('uploads a recording', async () => {
		const { client, requests } = clientGiven({ message: 'Accepted' });
		const file = new File(['RIFF'], 'call.wav', { type: 'audio/wav' });
		const parts: Array<[string, string]> = [
			['agent', 'Ann'],
			['tag', 'a'],
			['tag', 'b'],
		];
		expect(await client.upload({ file, parts })).toEqual({ message: 'Accepted' });
		const [{ path, body } = { path: '', body: {} }] = requests;
		expect(path).toBe('/scoring/submitRecording');
		expect(body instanceof FormData && [...body]).toEqual([...parts, ['file', file]]);
	});
});

describe('A JSON value', () => {
	it('is an object if it is neither a list nor null', () => {
		expect([{}, { a: 1 }, [], null, 'a', 1].map(isObject)).toEqual([
			true,
			true,
			false,
			false,
			false,
			false,
		]);
	});

	it('is a text if it is not empty', () => {
		expect(['a', ' ', '', 1, null].map(textOrNull)).toEqual(['a', ' ', null, null, null]);
	});

	it.each([
		[0, 0],
		['0', 0],
		[12, 12],
		['12', 12],
		[-1, null],
		[1.5, null],
		['1.5', null],
		['', null],
		['a', null],
		[null, null],
		[true, null],
	])('such as %j is the count %p', (value, count) => {
		expect(countOrNull(value)).toBe(count);
	});

	it('is undefined if the JSON is invalid', () => {
		expect(['null', '{"a":1}', '{"a"', ''].map(parseJson)).toEqual([
			null,
			{ a: 1 },
			undefined,
			undefined,
		]);
	});
});
