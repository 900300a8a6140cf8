import { credentialFor, N8nWithSandbox } from '../harness/withN8n';
import { freePort } from '../harness/ports';

const e2e = new N8nWithSandbox('credential');

/** What the dialog shows after saving a credential with these changes. */
async function saveAndTest(change: { apiKey?: string; baseUrl?: string }) {
	const { name, type, data } = credentialFor(e2e.sandbox);
	const credential = { name, type, data: { ...data, ...change } };
	const { api } = e2e.n8n;
	return await api.testCredential(await api.createCredential(credential), credential);
}

describe('the credential, saved and tested', () => {
	it('is accepted with the right key and base URL', async () => {
		expect(await saveAndTest({})).toMatchObject({ status: 'OK' });
	});

	it('tells a wrong key', async () => {
		expect(await saveAndTest({ apiKey: 'not-the-key' })).toEqual({
			status: 'Error',
			message: expect.stringMatching(/API key/i),
		});
	});

	it('tells a wrong path from a wrong key', async () => {
		const wrong = await saveAndTest({ baseUrl: `${e2e.sandbox.baseUrl}/elsewhere` });
		expect(wrong).toEqual({ status: 'Error', message: expect.stringMatching(/Base URL/i) });
		expect(wrong.message).not.toMatch(/API key/i);
	});

	it('tells an address where nobody listens', async () => {
		const nobody = `http://127.0.0.1:${await freePort()}/api/v1`;
		const wrong = await saveAndTest({ baseUrl: nobody });
		expect(wrong).toEqual({ status: 'Error', message: expect.stringMatching(/reach|refused/i) });
	});
});
