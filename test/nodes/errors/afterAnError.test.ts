// Sources: resources/run/files/failureAdvice.ts, service/requestId.ts
import type { INodeParameters } from 'n8n-workflow';
import { DocScore } from '../../../nodes/DocScore/DocScore.node';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { credentialTestContext, loadOptionsContext } from '../../harness/n8n/contexts';
import { type Answer, SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { FileHost, withContent } from '../../harness/sandbox/fileHost';
import { SandboxedTrigger } from '../../harness/sandbox/sandboxedTrigger';
import { UNKNOWN_ID } from '../runs';

const node = new SandboxedTrigger();
const between = new SandboxProxy(node);
const host = new FileHost();
useDrivenTime(node);
const { listSearch, credentialTest } = new DocScore().methods;

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const GET = { resource: 'run', operation: 'get', runId: byId(UNKNOWN_ID) };
const GET_TEMPLATE = { resource: 'template', operation: 'get', templateId: byId(UNKNOWN_ID) };

/** The errors of two items if the service gives this response to every request. */
async function errorsAt(answer: Answer, parameters: INodeParameters) {
	between.change = async () => await Promise.resolve(answer);
	const { errorItems } = await node.run({
		parameters,
		credential: between.credential,
		items: [{}, {}],
		onError: 'continueErrorOutput',
	});
	expect(errorItems).toHaveLength(2);
	return errorItems.map(({ json }) => ({
		error: String(json.error),
		message: String(json.message),
	}));
}

const answering = (status: number, error: string, more = {}): Answer => ({
	status,
	body: { error, ...more },
});

describe('A wrong path in the Base URL is reported as such', () => {
	const operations: Array<[string, () => INodeParameters]> = [
		['Submit', () => node.submission()],
		['Get', () => GET],
		['Get of Template', () => GET_TEMPLATE],
		['Get Many', () => ({ resource: 'run', operation: 'getAll' })],
	];

	it.each(operations)('by %s, with an extra level in the path', async (_, given) => {
		const { errorItems } = await node.run({
			parameters: given(),
			credential: { baseUrl: `${node.credential.baseUrl}/v7` },
			items: [{}, {}],
			onError: 'continueErrorOutput',
		});
		expect(errorItems).toHaveLength(2);
		for (const { json } of errorItems) {
			expect(json.error).toBe('The Base URL in the credential is wrong');
			expect(json.message).toContain('Check the Base URL in the credential');
		}
	});

	it.each<[string, Answer]>([
		['a page', { status: 404, body: '<html>' }],
		['its path', answering(404, 'Not Found', { path: '/v7/workflows/submit' })],
		['a route', answering(404, 'Route not found')],
		['a method', answering(405, 'Method not allowed')],
	])('if the response shows %s', async (_, answer) => {
		for (const { error } of await errorsAt(answer, node.submission())) {
			expect(error).toMatch(/^The Base URL in the credential is wrong/);
		}
	});

	it('but not if the service did not find a template and names its path', async () => {
		const answer = answering(404, 'Template not found', { path: '/workflows/submit' });
		for (const { error } of await errorsAt(answer, node.submission())) {
			expect(error).toMatch(/Template not found: \S{36}$/);
		}
	});
});

describe('A rejected document is named, with its template', () => {
	const errorsNaming = async (answer: Answer, parameters: INodeParameters) => {
		const errors = await errorsAt(answer, node.submission(parameters));
		return errors.map(({ error }) => error.replace(/\b[\da-f]{8}-[\da-f-]{27}\b/, 'ID'));
	};

	it('by its run name, shortened if it is long', async () => {
		const name = 'x'.repeat(300);
		const told = await errorsNaming(answering(400, 'run_id is too long'), {
			additionalFields: { run_id: name },
		});
		const shown = `Document '${'x'.repeat(100)}…', template ID`;
		const said = 'The service rejected the request. The service says: run_id is too long';
		expect(told).toEqual([`${shown}: ${said}`, `${shown}: ${said}`]);
	});

	it('by its first URL without the query, if it has no name', async () => {
		const file_urls =
			'https://files.example.com/a.pdf?token=secret\nhttps://files.example.com/b.pdf';
		const [told = ''] = await errorsNaming(answering(400, 'Bad file'), {
			additionalFields: { run_id: '' },
			file_urls,
		});
		expect(told).toMatch(/^Document 'https:\/\/files\.example\.com\/a\.pdf', template ID: /);
	});

	it.each([
		[409, 'The service reports a conflict', 'Look for the document'],
		[413, 'The request is too large for the service', 'smaller'],
	])('with a sentence for status %d', async (status, what, advice) => {
		const given = node.submission({ additionalFields: { run_id: 'Invoice 118' } });
		for (const { error, message } of await errorsAt(answering(status, 'No'), given)) {
			expect(error).toMatch(/^Document 'Invoice 118', template \S{36}: /);
			expect(error).toContain(`${what}. The service says: No`);
			expect(message).toContain(advice);
		}
	});
});

describe('A file that the service could not fetch', () => {
	it('asks to open the link in a private window', async () => {
		await node.control.setRunPlan({ fixedResult: { failureReason: 'File could not be opened' } });
		const { error } = await node.run({
			parameters: node.submission({ operation: 'submitAndWait' }),
			items: [{}, {}],
		});
		expect(error?.description).toContain('in a private browser window');
	});
});

describe('File URLs', () => {
	it('shows a URL with spaces completely', async () => {
		const url = 'http://h/Rechnung Ü 1.pdf';
		const { errorItems } = await node.run({
			parameters: node.submission({ file_urls: '={{ $json.url }}' }),
			items: [{ json: { url } }, { json: { url: `https://a.example.com/1.pdf, ${url}` } }],
			onError: 'continueErrorOutput',
		});
		expect(errorItems.map(({ json }) => json.error)).toEqual(
			Array(2).fill(`'File URLs' has a URL with spaces: '${url}'`),
		);
		expect(await node.requestCounts()).toEqual({});
	});
});

describe('The list of templates', () => {
	it.each(['Invoice', '5f0c2b1e'])('names its requirement for %s', async (filter) => {
		const context = loadOptionsContext(node.credential);
		const { results } = await listSearch.searchTemplates.call(context, filter);
		expect(results).toEqual([{ name: expect.stringMatching(/paste the ID or URL/i), value: '' }]);
		expect(await node.requestCounts()).toEqual({});
	});
});

describe('A list beyond the result window of the service', () => {
	it('advises shorter periods', async () => {
		const answer = answering(400, 'Result window is too large, from + size must be <= 10000');
		const errors = await errorsAt(answer, { resource: 'run', operation: 'getAll' });
		for (const { error, message } of errors) {
			expect(error).toContain('The service cannot list that many runs');
			expect(message).toContain('Created After');
		}
	});
});

describe('The request ID of the service', () => {
	const WITH_ID: Answer = {
		status: 400,
		headers: { 'x-request-id': 'r-7' },
		body: { error: 'No' },
	};

	it.each(['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray'])(
		'is shown if the advice mentions the provider, from %s',
		async (name) => {
			const answer = { ...WITH_ID, headers: { [name]: 'r-7' } };
			for (const { message } of await errorsAt(answer, GET)) {
				expect(message).toMatch(/provider\.\nRequest ID: r-7(\n|$)/);
			}
		},
	);

	it('is shown with a response without the run', async () => {
		const answer = { ...WITH_ID, status: 200, body: { doc: null } };
		const [first] = await errorsAt(answer, GET);
		expect(first?.message).toContain('Request ID: r-7');
	});

	it('is shown if the service has a temporary problem', async () => {
		const [first] = await errorsAt({ ...WITH_ID, status: 500 }, GET);
		expect(first?.message).toContain('Request ID: r-7');
	});

	it('is shown in the test of a credential', async () => {
		host.answer(withContent(402, '{"error":"No credit"}', { 'cf-ray': 'r-7' }));
		const data = { ...node.credential, baseUrl: host.origin };
		const { message } = await credentialTest.testDocScoreApi.call(credentialTestContext(), {
			id: '1',
			name: 'DocScore',
			type: 'docScoreApi',
			data,
		});
		expect(message).toMatch(/provider\. Request ID: r-7$/);
	});

	it('is shown in the error of a poll', async () => {
		const workflow = node.workflow({ credential: { ...node.credential, ...between.credential } });
		between.change = async () => await Promise.resolve(WITH_ID);
		await expect(workflow.activate()).rejects.toThrow(/Request ID: r-7"?$/);
	});

	it('is not shown otherwise', async () => {
		const [first] = await errorsAt({ ...WITH_ID, status: 404 }, GET);
		expect(first?.message).not.toContain('Request ID');
	});

	it('is shortened if it is long, and never shows the key', async () => {
		const { apiKey } = node.credential;
		const long = { ...WITH_ID, headers: { 'x-request-id': 'r'.repeat(5_000) } };
		const [first] = await errorsAt(long, GET);
		expect(first?.message).toMatch(/Request ID: r{100}…$/);
		const echo = { ...WITH_ID, headers: { 'x-request-id': `id-${apiKey}` } };
		const [second] = await errorsAt(echo, GET);
		expect(second?.message).toContain('Request ID: id-(API Key)');
		expect(second?.message).not.toContain(apiKey);
	});
});
