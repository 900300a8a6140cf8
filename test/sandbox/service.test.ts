import type { Sandbox } from '../harness/sandbox/sandbox';
import { useSandbox } from '../harness/sandbox/useSandbox';
import { details, paths, post, submit, unknownId } from './serviceClient';

// The sandbox is as strict as the service. If it were not, tests of the nodes would pass for nothing.

let sandbox: Sandbox;
const someUrl = 'http://files.example/letters/scan%201.pdf';

useSandbox((started) => {
	sandbox = started;
});

test.each(Object.entries(paths))('%s needs the API key', async (_, path) => {
	for (const authorization of ['', 'Bearer wrong', `Basic ${sandbox.key}`, sandbox.key]) {
		const { status, body } = await post(sandbox, path, '{}', { authorization });
		expect([status, body?.error]).toEqual([401, 'API key is invalid or missing']);
	}
});

describe('an invalid request', () => {
	const template = { extraction_template_id: unknownId };
	test.each([
		['invalid JSON', paths.query, '{"page": '],
		['no body', paths.query, ''],
		['an array', paths.query, []],
		['page 0', paths.query, { page: 0 }],
		['a page in quotes', paths.query, { page: '1' }],
		['limit 0', paths.query, { limit: 0 }],
		['limit 101', paths.query, { limit: 101 }],
		['an unknown status', paths.query, { filters: { status: 'done' } }],
		['an invalid time', paths.query, { filters: { startTime: 'yesterday' } }],
		['a time in seconds', paths.query, { filters: { endTime: 1700000000 } }],
		['a template that is not a UUID', paths.query, { filters: { extraction_template_id: 'x' } }],
		[
			'an unknown operator',
			paths.query,
			{ metadata_filters: [{ metadata_name: 'a', operator: '~', value: '1' }] },
		],
		['an ID that is not a UUID', paths.details, { id: '17' }],
		['no ID', paths.details, {}],
		['a template ID that is not a UUID', paths.template, { id: '17' }],
		['no files', paths.submit, { ...template, file_urls: [] }],
		['files that are not a list', paths.submit, { ...template, file_urls: someUrl }],
		['a file that is not a URL', paths.submit, { ...template, file_urls: ['invoice.pdf'] }],
		['a file by FTP', paths.submit, { ...template, file_urls: ['ftp://a.example/b.pdf'] }],
		['no template', paths.submit, { file_urls: [someUrl] }],
		['metadata in text', paths.submit, { ...template, file_urls: [someUrl], metadata: '{}' }],
	])('with %s is rejected', async (_, path, wrong) => {
		const { status, body } = await post(sandbox, path, wrong);
		expect(status).toBe(400);
		expect(body).toEqual({ error: 'Invalid request', details: expect.any(String) });
	});

	test.each([
		['template', paths.submit, { file_urls: [someUrl], extraction_template_id: unknownId }],
		['address', '/workflows/nothing', {}],
	])('for an unknown %s gets a 404 with an error body', async (_, path, body) => {
		const answer = await post(sandbox, path, body);
		expect([answer.status, answer.body?.error]).toEqual([404, expect.stringMatching(/not found/i)]);
	});

	test('with another method than POST gets a 405 with an error body', async () => {
		const response = await fetch(sandbox.baseUrl + paths.query, { method: 'PUT' });
		expect(response.status).toBe(405);
		expect(await response.json()).toEqual({ error: expect.any(String), details: 'Use POST' });
	});
});

test('a run is pending, then processing, then completed, and only then has a result', async () => {
	const outputSchema = { total: { value: '5', reasoning: 'said so' } };
	await sandbox.control.setRunPlan({
		pendingMs: 1_000,
		processingMs: 2_000,
		fixedResult: { outputSchema },
	});
	const id = await submit(sandbox, [someUrl], { metadata: { a: '1' } });
	const created_time = new Date(await sandbox.control.now()).toISOString();
	const base = { id, filename: 'scan 1.pdf', created_time, metadata: { a: '1' } };
	expect(await details(sandbox, id)).toEqual({ ...base, status: 'pending' });
	await sandbox.control.advance(1_000);
	expect(await details(sandbox, id)).toEqual({ ...base, status: 'processing' });
	await sandbox.control.advance(2_000);
	const done = { status: 'completed', output_schema: outputSchema, supportingDocs: [] };
	expect(await details(sandbox, id)).toEqual({ ...base, ...done });
});

test('a request takes its effect or not, as a cut connection says', async () => {
	for (const [kind, runs] of [
		['cutBefore', 0],
		['cutAfter', 1],
	] as const) {
		await sandbox.control.addFault({ endpoint: 'submit', kind, times: 1 });
		await expect(submit(sandbox, [someUrl])).rejects.toThrow('fetch failed');
		expect(await sandbox.control.runs()).toHaveLength(runs);
	}
});

test('requests are counted: how many, and how many at once', async () => {
	await sandbox.control.addFault({ endpoint: 'query', kind: 'latency', ms: 100 });
	const pages = [1, 2, 3, 4];
	await Promise.all(pages.map(async (page) => await post(sandbox, paths.query, { page })));
	await post(sandbox, paths.query, { page: 5 });
	const counts = await sandbox.control.counts();
	expect([counts.query, counts.details]).toEqual([
		{ total: 5, maxConcurrent: 4 },
		{ total: 0, maxConcurrent: 0 },
	]);
});
