import { DocScore } from '../../nodes/DocScore/DocScore.node';
import { credentialTestContext, loadOptionsContext } from '../harness/n8n/contexts';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const { methods } = new DocScore();

describe('the list of runs', () => {
	const search = async (filter?: string, token?: string) =>
		await methods.listSearch.searchRuns.call(loadOptionsContext(node.credential), filter, token);

	it('shows name, status and time, newest as the service gives them', async () => {
		const [id] = await node.control.seedRuns([
			{ status: 'failed', filename: 'Invoice 7', createdTime: '2026-03-01T10:00:00.000Z' },
		]);
		expect(await search()).toEqual({
			results: [{ name: 'Invoice 7 (failed, 2026-03-01T10:00:00.000Z)', value: id }],
		});
	});

	it('pages while one scrolls, until all runs were shown once', async () => {
		const ids = await node.control.seedRuns([
			{ count: 120, createdAgoMs: 3_600_000, spacingMs: 1_000 },
		]);
		const shown: unknown[] = [];
		let token: string | undefined;
		do {
			const page = await search(undefined, token);
			shown.push(...page.results.map((result) => result.value));
			token = page.paginationToken === undefined ? undefined : String(page.paginationToken);
		} while (token !== undefined);
		expect(shown.sort()).toEqual([...ids].sort());
	});

	it('searches by name while one types', async () => {
		await node.control.seedRuns([{ count: 20, filename: 'Invoice {n}' }, { filename: 'Receipt' }]);
		expect((await search('receipt')).results).toHaveLength(1);
		expect((await search('nothing')).results).toHaveLength(0);
	});

	it('shows an error instead of an empty list', async () => {
		await node.control.addFault({
			endpoint: 'query',
			kind: 'status',
			status: 400,
			error: 'No index',
		});
		await expect(search()).rejects.toThrow('No index');
	});
});

describe('the test of the credential', () => {
	const test = async (change: Partial<{ apiKey: string; baseUrl: string }> = {}) =>
		await methods.credentialTest.testDocScoreApi.call(credentialTestContext(), {
			id: '1',
			name: 'DocScore',
			type: 'docScoreApi',
			data: { ...node.credential, ...change },
		});

	it('accepts the right key and address', async () => {
		expect(await test()).toMatchObject({ status: 'OK' });
		expect(await test({ baseUrl: ` ${node.credential.baseUrl}/ ` })).toMatchObject({
			status: 'OK',
		});
	});

	it.each([
		['a wrong key', { apiKey: 'wrong-key' }, /^The service refused the API Key/],
		[
			'an address nobody listens at',
			{ baseUrl: 'http://127.0.0.1:9/api' },
			/ECONNREFUSED.*Base URL/,
		],
		['a host that does not exist', { baseUrl: 'http://nowhere.invalid' }, /Base URL/],
		['no address', { baseUrl: 'docscore' }, /^Base URL is not an http\(s\) URL: "docscore"$/],
	])('tells %s', async (_, change, message) => {
		const verdict = await test(change);
		expect(verdict).toEqual({ status: 'Error', message: expect.stringMatching(message) });
		expect(verdict.message).not.toContain('wrong-key');
	});

	it('tells another address of the same server', async () => {
		const baseUrl = node.credential.baseUrl.replace('/api/v1', '');
		expect(await test({ baseUrl })).toEqual({
			status: 'Error',
			message: expect.stringMatching(/^The Base URL is wrong/),
		});
	});

	it('tells a web page that answers with success', async () => {
		await node.control.addFault({ endpoint: 'query', kind: 'html', status: 200 });
		expect(await test()).toEqual({
			status: 'Error',
			message: expect.stringMatching(/^The Base URL is wrong.*HTML page/),
		});
	});

	it('does not blame the address when the service fails', async () => {
		await node.control.addFault({ endpoint: 'query', kind: 'status', status: 503, error: 'Busy' });
		expect(await test()).toEqual({
			status: 'Error',
			message: 'The service is there, but failed: Busy',
		});
	});
});
