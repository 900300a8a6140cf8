// Sources: resources/run/files/failureAdvice.ts, service/requestId.ts
import type { INodeParameters } from 'n8n-workflow';
import { DocScore } from '../../../nodes/DocScore/DocScore.node';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { credentialTestContext } from '../../harness/n8n/contexts';
import { type Answer, SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { FileHost, withContent } from '../../harness/sandbox/fileHost';
import { SandboxedTrigger } from '../../harness/sandbox/sandboxedTrigger';
import { UNKNOWN_ID } from '../runs';

const node = new SandboxedTrigger();
const between = new SandboxProxy(node);
const host = new FileHost();
useDrivenTime(node);
const { credentialTest } = new DocScore().methods;

const GET = { resource: 'run', operation: 'get', runId: UNKNOWN_ID };

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

describe('A rejected document is named, with its template', () => {
	it.each([
		[409, 'The service reports a conflict', 'Look for the document'],
		[413, 'The request is too large for the service', 'smaller'],
	])('with a sentence for status %d', async (status, what, advice) => {
		const given = node.submission({ additionalFields: { run_id: 'Invoice 118' } });
		for (const { error, message } of await errorsAt({ status, body: { error: 'No' } }, given)) {
			expect(error).toMatch(/^Document 'Invoice 118', template \S{36}: /);
			expect(error).toContain(`${what}. The service says: No`);
			expect(message).toContain(advice);
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

	it.each([
		['with a response without the run', { status: 200, body: { doc: null } }],
		['if the service has a temporary problem', { status: 500 }],
	])('is shown %s', async (_, answer) => {
		const [first] = await errorsAt({ ...WITH_ID, ...answer }, GET);
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
