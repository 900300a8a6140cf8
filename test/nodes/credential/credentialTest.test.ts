// Sources: service/apiKey.ts
import { DocScore } from '../../../nodes/DocScore/DocScore.node';
import {
	ADDRESS,
	COPY_KEY,
	TELL_PROVIDER,
	TRY_LATER,
} from '../../../nodes/DocScore/service/messages';
import { credentialTestContext } from '../../harness/n8n/contexts';
import { FileHost, withContent } from '../../harness/sandbox/fileHost';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const host = new FileHost();
const { methods } = new DocScore();

it('n8n gives the test of a credential no helper for requests but the deprecated one', () => {
	const helpers = Object.keys(credentialTestContext().helpers);
	expect(helpers).toContain('request');
	expect(helpers.filter((name) => name.startsWith('httpRequest'))).toEqual([]);
});

describe('the credential test', () => {
	const test = async (
		change: Partial<{ apiKey: string | undefined; baseUrl: string }> = {},
		context = credentialTestContext(),
	) =>
		await methods.credentialTest.testDocScoreApi.call(context, {
			id: '1',
			name: 'DocScore',
			type: 'docScoreApi',
			data: { ...node.credential, ...change },
		});

	it('accepts the right key and Base URL', async () => {
		expect(await test()).toMatchObject({ status: 'OK' });
		const { apiKey, baseUrl } = node.credential;
		const spaced = { apiKey: ` ${apiKey}\n`, baseUrl: ` ${baseUrl}// ` };
		expect(await test(spaced)).toEqual({
			status: 'OK',
			message: 'The service accepts the API Key',
		});
		const asked = (await node.control.requests()).map(({ body }) => body);
		expect(asked).toEqual(Array(2).fill({ page: 1, limit: 1 }));
	});

	it('accepts a key that was copied with the word Bearer or in quotes', async () => {
		const { apiKey } = node.credential;
		for (const copied of [` bearer  ${apiKey} `, `'Bearer ${apiKey}'`, `"${apiKey}"`]) {
			expect(await test({ apiKey: copied })).toMatchObject({ status: 'OK' });
		}
	});

	it.each([
		['a line break', 'secret-1\nsecret-2', 'has a space or an invalid character (U+000A)'],
		['a hidden character', 'secret-1\u200b', 'has a space or an invalid character (U+200B)'],
		['only the word Bearer', ' Bearer ', 'is empty'],
		['no value', undefined, 'is empty'],
	])('rejects a key with %s, and does not show it', async (_, apiKey, problem) => {
		expect(await test({ apiKey })).toEqual({
			status: 'Error',
			message: `'API Key' ${problem}. ${COPY_KEY}.`,
		});
		expect(await node.requestCounts()).toEqual({});
	});

	it.each([
		'https://ana:s3cret@api.example.com/v1',
		'https//ana:s3cret@api.example.com',
		'https://:s3cret@api.example.com',
		's3cret@api.example.com',
	])('rejects a password in the Base URL, and does not show it: %s', async (baseUrl) => {
		expect(await test({ baseUrl })).toEqual({
			status: 'Error',
			message: `'Base URL' contains a user name or password. ${ADDRESS}.`,
		});
	});

	it.each([
		'http://127.0.0.1:6341\\@localhost/',
		'http:\\\\127.0.0.1/api',
		'https://api.example.com\\v1',
		'https://api.exa\tmple.com/v1',
		'https://api\u3002example.com/v1',
		'https://аpi.example.com/v1',
		'https://api.example.com/v\u200b1',
		'http://2130706433/api',
		'http://0x7f.1/api',
		'http://127.1/api',
		'http://%6cocalhost/api',
	])('rejects a Base URL that can be read in two ways: %j', async (baseUrl) => {
		const { status, message } = await test({ baseUrl });
		expect(status).toBe('Error');
		expect(message).toMatch(/^'Base URL' (can be read in two ways|is not a valid URL)/);
		expect(await node.requestCounts()).toEqual({});
	});

	it.each([
		'https://dms.example.org/#/v1',
		'https://dms.example.org/v1?key=s3cret',
		'https://a.example?',
	])('rejects a Base URL with a part that is no path: %s', async (baseUrl) => {
		const { message } = await test({ baseUrl });
		expect(message).toMatch(
			/^'Base URL' contains a question mark or #: 'https:.+\. Check the Base/,
		);
		expect(message).not.toContain('s3cret');
		expect(await node.requestCounts()).toEqual({});
	});

	it.each([
		['https://dms.example.org/v1/workflows/runs/getData/', '/workflows/runs/getData'],
		['https://dms.example.org/v1/scoring/submitRecording?key=s3cret', '/scoring/submitRecording'],
	])('names the path to remove from the Base URL %s', async (baseUrl, path) => {
		const { message } = await test({ baseUrl });
		expect(message).toMatch(/^'Base URL' contains the path of a single request: /);
		expect(message).toContain(`. Remove ${path} from its end.`);
		expect(message).not.toContain('s3cret');
		expect(await node.requestCounts()).toEqual({});
	});

	it.each([
		['a wrong key', { apiKey: 'wrong-key' }, /^The service rejected the API Key/],
		['a wrong address', { baseUrl: 'http://127.0.0.1:9/api' }, /ECONNREFUSED.*Base URL/],
	])('reports %s', async (_, change, told) => {
		const { status, message } = await test(change);
		expect(status).toBe('Error');
		expect(message).toMatch(told);
		expect(message).not.toContain('wrong-key');
	});

	it('sends JSON', async () => {
		const context = credentialTestContext();
		const asked = jest.spyOn(context.helpers, 'request');
		await test({}, context);
		const headers = expect.objectContaining({ 'Content-Type': 'application/json' });
		expect(asked.mock.calls).toEqual([[expect.objectContaining({ headers })]]);
	});

	it.each([
		[200, '{"docs":{}}', `The Base URL in the credential is wrong: it lists no runs. ${ADDRESS}.`],
		[
			200,
			'[]',
			`The Base URL in the credential is wrong. The service returned plain text instead of data. ${ADDRESS}.`,
		],
		[
			200,
			'{"statusCode":"FAILURE","statusMessage":"Index is rebuilding"}',
			`The service reported a failure. The service says: Index is rebuilding. ${TELL_PROVIDER}.`,
		],
		[
			405,
			'{"error":"POST is not allowed"}',
			`The Base URL in the credential is wrong. ${ADDRESS}. The service says: POST is not allowed.`,
		],
		[
			429,
			'{"error":"Too many"}',
			`The service is reachable, but not ready: Rate limit reached. The service says: Too many. ${TRY_LATER}.`,
		],
	])('does not accept status %d and %s', async (status, body, message) => {
		host.answer(withContent(status, body));
		expect(await test({ baseUrl: host.origin })).toEqual({ status: 'Error', message });
	});

	it('does not follow a redirect', async () => {
		host.answer(
			withContent(307, '', { location: `${node.credential.baseUrl}/workflows/runs/getData` }),
		);
		const { status, message } = await test({ baseUrl: host.origin });
		expect(status).toBe('Error');
		expect(message).toContain('redirects to another address (status 307');
		expect([host.requests, await node.requestCounts()]).toEqual([1, {}]);
	});

	it('never shows the key, even if the service quotes it', async () => {
		const apiKey = ' a-key-that-is-quoted ';
		host.answer(withContent(401, `{"error":"No such key: ${apiKey.trim()}"}`));
		expect(await test({ baseUrl: host.origin, apiKey })).toEqual({
			status: 'Error',
			message: `The service rejected the API Key. ${COPY_KEY}. The service says: No such key: (API Key).`,
		});
	});
});
