import { DocScore } from '../../nodes/DocScore/DocScore.node';
import { ADDRESS, COPY_KEY, TELL_PROVIDER, TRY_LATER } from '../../nodes/DocScore/service/words';
import { credentialTestContext, loadOptionsContext } from '../harness/n8n/contexts';
import { FileHost, withContent } from '../harness/sandbox/fileHost';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const host = new FileHost();
const { methods } = new DocScore();
const { searchRuns, searchCompletedRuns } = methods.listSearch;
const lists = { searchRuns, searchCompletedRuns };
type Lists = typeof lists;

describe('the list of runs', () => {
	const search = async (filter?: string, token?: string, method: keyof Lists = 'searchRuns') =>
		await lists[method].call(loadOptionsContext(node.credential), filter, token);

	it('shows the name first, then status and a short time', async () => {
		const year = new Date().getUTCFullYear();
		for (const [createdTime, shown] of [
			[`${year}-03-14T09:30:00.000Z`, '14 Mar, 10:30'],
			[`${year - 1}-12-31T23:30:00.000Z`, '1 Jan, 00:30'],
			[`${year - 1}-12-31T22:30:00.000Z`, `31 Dec ${year - 1}`],
		]) {
			const name = `Invoice of ${createdTime}`;
			const spec = { status: 'failed' as const, filename: name, createdTime };
			const [id] = await node.control.seedRuns([spec]);
			const context = loadOptionsContext(node.credential, {}, 'Europe/Berlin');
			expect(await searchRuns.call(context, name)).toEqual({
				results: [{ name: `${name} · failed · ${shown}`, value: id }],
			});
		}
	});

	it('shows a time that cannot be read as it is', async () => {
		const docs = [{ id: 'run-0', filename: 'Invoice', created_time: 'noon' }];
		host.answer(withContent(200, JSON.stringify({ docs })));
		const context = loadOptionsContext({ ...node.credential, baseUrl: host.origin });
		const { results } = await searchRuns.call(context);
		expect(results).toEqual([{ name: 'Invoice · noon', value: 'run-0' }]);
	});

	it('asks for no more than it shows, and filters nothing by itself', async () => {
		await search();
		await search('Invoice', '2');
		await search(undefined, undefined, 'searchCompletedRuns');
		expect((await node.control.requests()).map(({ body }) => body)).toEqual([
			{ page: 1, limit: 50 },
			{ page: 2, limit: 50, filters: { filename: 'Invoice' } },
			{ page: 1, limit: 50, filters: { status: 'completed' } },
		]);
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

	it.each([
		[50, { totalCount: 50 }, undefined],
		[50, { totalCount: 51 }, '2'],
		[50, {}, '2'],
		[49, {}, undefined],
		[1, { totalCount: 51 }, '2'],
		[0, { totalCount: 51 }, undefined],
	])('of %d runs with %j goes on with page %s', async (count, pagination, next) => {
		const docs = Array.from({ length: count }, (_, n) => ({ id: `run-${n}`, status: 'failed' }));
		host.answer(withContent(200, JSON.stringify({ docs, pagination })));
		const context = loadOptionsContext({ ...node.credential, baseUrl: host.origin });
		const page = await methods.listSearch.searchRuns.call(context);
		expect(page.results).toHaveLength(count);
		if (count > 0) expect(page.results[0]).toEqual({ name: 'run-0 · failed', value: 'run-0' });
		expect(page.paginationToken).toBe(next);
	});

	it('searches by name while one types', async () => {
		await node.control.seedRuns([{ count: 20, filename: 'Invoice {n}' }, { filename: 'Receipt' }]);
		expect((await search('receipt')).results).toHaveLength(1);
		expect((await search('nothing')).results).toHaveLength(0);
	});

	it('offers completed runs alone, where only they will do', async () => {
		await node.control.seedRuns([
			{ filename: 'Invoice {n}', count: 2 },
			{ filename: 'Invoice', status: 'failed' },
			{ filename: 'Receipt' },
		]);
		expect((await search(undefined, undefined, 'searchCompletedRuns')).results).toHaveLength(3);
		expect((await search('invoice', undefined, 'searchCompletedRuns')).results).toHaveLength(2);
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
		const { apiKey, baseUrl } = node.credential;
		const spaced = { apiKey: ` ${apiKey}\n`, baseUrl: ` ${baseUrl}// ` };
		expect(await test(spaced)).toEqual({
			status: 'OK',
			message: 'The service accepts this API Key',
		});
		const asked = (await node.control.requests()).map(({ body }) => body);
		expect(asked).toEqual(Array(2).fill({ page: 1, limit: 1 }));
	});

	it.each([
		['a wrong key', { apiKey: 'wrong-key' }, /^The service refused the API Key/],
		[
			'an address nobody listens at',
			{ baseUrl: 'http://127.0.0.1:9/api' },
			/ECONNREFUSED.*Base URL/,
		],
		['a host that does not exist', { baseUrl: 'http://nowhere.invalid' }, /Base URL/],
		[
			'no address',
			{ baseUrl: 'docscore' },
			/^'Base URL' cannot be a name or another text: 'docscore'\. Check the Base URL/,
		],
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
			message: expect.stringMatching(/^The Base URL is wrong\. The service gave a web page/),
		});
	});

	it.each([
		['nothing', '{}', `The Base URL is wrong: no runs are listed there. ${ADDRESS}.`],
		[
			'something else',
			'{"docs":{}}',
			`The Base URL is wrong: no runs are listed there. ${ADDRESS}.`,
		],
		['a list', '[]', `The Base URL is wrong. The service gave a text instead of data. ${ADDRESS}.`],
		[
			'FAILURE',
			'{"statusCode":"FAILURE","statusMessage":"Index is rebuilding"}',
			`The service did not do this. The service says: Index is rebuilding. ${TELL_PROVIDER}.`,
		],
	])('does not take an answer of %s for that of a service', async (_, body, message) => {
		host.answer(withContent(200, body));
		expect(await test({ baseUrl: host.origin })).toEqual({ status: 'Error', message });
	});

	it.each([
		[
			400,
			'{"error":"limit is too low"}',
			`The service refused this. The service says: limit is too low. ${TELL_PROVIDER}.`,
		],
		[
			402,
			'{"error":"No credit","details":"Top up"}',
			`The service refused this. The service says: No credit. The service says: Top up. ${TELL_PROVIDER}.`,
		],
		[
			400,
			'<html>',
			`The Base URL is wrong. The service refused this (status 400, a web page). ${ADDRESS}.`,
		],
		[
			300,
			'<html>',
			'The Base URL is wrong. The Base URL in the credential leads to another address (status 300, a web page). Enter the address that it leads to, as Base URL in the credential.',
		],
		[
			405,
			'{"error":"POST is not allowed"}',
			`The Base URL is wrong. The service did not find it. ${ADDRESS}.`,
		],
		[
			429,
			'{"error":"Too many"}',
			`The service is there, but could not be asked. The service gets too many requests. The service says: Too many. ${TRY_LATER}.`,
		],
		[
			500,
			'{"error":"Down"}',
			`The service is there, but could not be asked. The service has trouble. The service says: Down. ${TRY_LATER}.`,
		],
		[
			403,
			'{"error":"Not yours"}',
			`The service does not allow this with this API Key. ${COPY_KEY}, or ask the provider for one that may do this. The service says: Not yours.`,
		],
	])('tells status %d and %s in its own words', async (status, body, message) => {
		host.answer(withContent(status, body));
		expect(await test({ baseUrl: host.origin })).toEqual({ status: 'Error', message });
	});

	it('never shows the key, also where the service quotes it', async () => {
		const apiKey = ' a-key-that-is-quoted ';
		host.answer(withContent(401, `{"error":"No such key: ${apiKey.trim()}"}`));
		expect(await test({ baseUrl: host.origin, apiKey })).toEqual({
			status: 'Error',
			message: `The service refused the API Key. ${COPY_KEY}. The service says: No such key: (API Key).`,
		});
	});

	it('does not blame the address when the service fails', async () => {
		await node.control.addFault({ endpoint: 'query', kind: 'status', status: 503, error: 'Busy' });
		expect(await test()).toEqual({
			status: 'Error',
			message: `The service is there, but could not be asked. The service has trouble. The service says: Busy. ${TRY_LATER}.`,
		});
	});
});
