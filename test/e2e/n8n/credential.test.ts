import { nodeOf } from '../../harness/n8n/nodeOf';
import { chain } from '../harness/chain';
import { jsonOf } from '../harness/execution';
import { credentialFor, N8nWithSandbox } from '../harness/withN8n';

const e2e = new N8nWithSandbox('credential');

/** The test result that the dialog shows after saving the credential with these changes. */
async function saveAndTest(change: { apiKey?: string } = {}) {
	const { name, type, data } = credentialFor(e2e.sandbox);
	const credential = { name, type, data: { ...data, ...change } };
	const { api } = e2e.n8n;
	return await api.testCredential(await api.createCredential(credential), credential);
}

describe('the test of a saved credential', () => {
	it('succeeds with the right key and Base URL', async () => {
		expect(await saveAndTest()).toMatchObject({ status: 'OK' });
	});

	it('reports a wrong key', async () => {
		expect(await saveAndTest({ apiKey: 'not-the-key' })).toEqual({
			status: 'Error',
			message: expect.stringMatching(/API key/i),
		});
	});
});

describe('the credential in the HTTP Request node', () => {
	const request = async (baseUrl: string, credentials = e2e.credentials) => {
		const start = nodeOf('Start', 'n8n-nodes-base.manualTrigger');
		const http = nodeOf('HTTP', 'n8n-nodes-base.httpRequest', {
			typeVersion: 4.2,
			parameters: {
				method: 'POST',
				url: `${baseUrl}/workflows/runs/getData`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'docScoreApi',
				sendBody: true,
				specifyBody: 'json',
				jsonBody: '{ "page": 1, "limit": 1 }',
				options: {},
			},
			credentials,
		});
		const { api } = e2e.n8n;
		return await api.run(await api.importWorkflow(chain('HTTP', start, http)));
	};

	it('sends the key to the host of the Base URL', async () => {
		const execution = await request(e2e.sandbox.baseUrl);
		expect([execution.status, execution.error]).toEqual(['success', null]);
		expect(jsonOf(execution, 'HTTP')).toMatchObject([{ statusCode: 'SUCCESS' }]);
	});

	it('sends the key to no other host, even if the credential is stored as open to all', async () => {
		const credential = credentialFor(e2e.sandbox);
		const data = { ...credential.data, allowedHttpRequestDomains: 'all' };
		const id = await e2e.n8n.api.createCredential({ ...credential, data });
		const open = { docScoreApi: { id, name: credential.name } };
		await e2e.sandbox.control.clearRequests();
		const elsewhere = e2e.sandbox.baseUrl.replace('127.0.0.1', 'localhost');
		const execution = await request(elsewhere, open);
		expect(execution.error).toMatch(/^'URL' is not at the Base URL of the credential/);
		expect(await e2e.sandbox.control.requests()).toEqual([]);
		expect((await request(e2e.sandbox.baseUrl, open)).status).toBe('success');
	});
});
