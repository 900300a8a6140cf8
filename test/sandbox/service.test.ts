import type { Sandbox } from '../harness/sandbox/sandbox';
import { useSandbox } from '../harness/sandbox/useSandbox';
import { details, paths, post, submit, unknownId } from './serviceClient';

let sandbox: Sandbox;
const someUrl = 'http://files.example/letters/scan%201.pdf';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

useSandbox((started) => {
	sandbox = started;
});

describe('the API key', () => {
	test.each(Object.entries(paths))('is required by %s', async (endpoint, path) => {
		for (const authorization of ['', 'Bearer wrong', `Basic ${sandbox.key}`, sandbox.key]) {
			const { status, body } = await post(sandbox, path, '{}', { authorization });
			expect(status).toBe(401);
			expect(body?.error).toBe('API key is invalid or missing');
			expect(Object.keys(body ?? {})).toEqual(
				endpoint === 'recording' ? ['error'] : ['error', 'details'],
			);
		}
	});

	test('never appears in a record, which only says whether it was valid', async () => {
		await post(sandbox, paths.query, {});
		await post(sandbox, paths.query, {}, { authorization: 'Bearer wrong' });
		const requests = await sandbox.control.requests();
		expect(requests.map(({ authorization }) => authorization)).toEqual(['valid', 'wrong']);
		expect(JSON.stringify(requests)).not.toContain(sandbox.key);
	});
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

	test('for an unknown object gets a 404 with an error body', async () => {
		const url = { file_urls: [someUrl], extraction_template_id: unknownId };
		for (const [path, body] of [
			[paths.submit, url],
			[paths.details, { id: unknownId }],
			[paths.template, { id: unknownId }],
			['/workflows/nothing', {}],
			['/../../outside', {}],
		] as const) {
			const answer = await post(sandbox, path, body);
			expect(answer.status).toBe(404);
			expect(answer.body?.error).toEqual(expect.stringMatching(/not found/i));
		}
	});

	test('with another method than POST gets a 405 with an error body', async () => {
		const response = await fetch(sandbox.baseUrl + paths.query, { method: 'PUT' });
		expect(response.status).toBe(405);
		expect(await response.json()).toEqual({ error: expect.any(String), details: 'Use POST' });
	});
});

describe('a submitted run', () => {
	test('returns a message and an ID, and stores the request', async () => {
		const answer = await post(sandbox, paths.submit, {
			file_urls: [someUrl],
			extraction_template_id: sandbox.templates.receipt,
			run_id: 'March, first',
			agent_name: 'back office',
			metadata: { customer: 'A-17', pages: 3, urgent: false },
		});
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({
			message: expect.any(String),
			doc_id: expect.stringMatching(uuid),
		});
		expect(await sandbox.control.runs()).toEqual([
			expect.objectContaining({
				id: answer.body?.doc_id,
				filename: 'March, first',
				templateId: sandbox.templates.receipt,
				agentName: 'back office',
				fileUrls: [someUrl],
				metadata: { customer: 'A-17', pages: 3, urgent: false },
			}),
		]);
	});

	test('has the name of its first file if it got none', async () => {
		const id = await submit(sandbox, [someUrl]);
		expect((await details(sandbox, id)).filename).toBe('scan 1.pdf');
	});

	test('changes from pending to processing to completed, and only then has a result', async () => {
		const outputSchema = { total: { value: '5', reasoning: 'said so' } };
		await sandbox.control.setRunPlan({
			pendingMs: 1000,
			processingMs: 2000,
			fixedResult: { outputSchema },
		});
		const id = await submit(sandbox, [someUrl], { run_id: 'A', metadata: { a: '1' } });
		const created_time = new Date(await sandbox.control.now()).toISOString();
		const base = { id, filename: 'A', created_time, metadata: { a: '1' } };
		expect(await details(sandbox, id)).toEqual({ ...base, status: 'pending' });
		await sandbox.control.advance(999);
		expect(await details(sandbox, id)).toEqual({ ...base, status: 'pending' });
		await sandbox.control.advance(1);
		expect(await details(sandbox, id)).toEqual({ ...base, status: 'processing' });
		await sandbox.control.advance(1999);
		expect(await details(sandbox, id)).toEqual({ ...base, status: 'processing' });
		expect(await sandbox.control.runs()).toMatchObject([{ finishedAt: null }]);
		await sandbox.control.advance(1);
		const finishedAt = await sandbox.control.now();
		expect(await sandbox.control.runs()).toMatchObject([{ finishedAt }]);
		expect(await details(sandbox, id)).toEqual({
			...base,
			status: 'completed',
			output_schema: outputSchema,
			supportingDocs: [],
		});
	});

	test('that fails has a reason, but no result and files', async () => {
		await sandbox.control.setRunPlan({ fixedResult: { failureReason: 'It was blank' } });
		const id = await submit(sandbox, [someUrl], { run_id: 'A' });
		await sandbox.control.advance(5000);
		expect(await details(sandbox, id)).toEqual({
			id,
			filename: 'A',
			created_time: expect.any(String),
			metadata: {},
			status: 'failed',
			failure_reason: 'It was blank',
		});
	});

	test.each(['pending', 'processing'] as const)('can be stuck in %s', async (stuck) => {
		await sandbox.control.setRunPlan({ stuck });
		const id = await submit(sandbox, [someUrl]);
		await sandbox.control.advance(7 * 24 * 3600 * 1000);
		expect((await details(sandbox, id)).status).toBe(stuck);
	});

	test('can be changed and deleted', async () => {
		const id = await submit(sandbox, [someUrl]);
		await sandbox.control.setRun(id, { status: 'failed', failureReason: 'Torn' });
		expect((await details(sandbox, id)).failure_reason).toBe('Torn');
		await sandbox.control.setRun(id, { status: 'processing' });
		expect((await details(sandbox, id)).status).toBe('processing');
		await sandbox.control.deleteRun(id);
		expect((await post(sandbox, paths.details, { id })).status).toBe(404);
	});
});

test('a template is read by its ID', async () => {
	const { status, body } = await post(sandbox, paths.template, { id: sandbox.templates.invoice });
	expect(status).toBe(200);
	expect(body).toEqual({
		statusCode: 'SUCCESS',
		statusMessage: expect.any(String),
		doc: {
			id: sandbox.templates.invoice,
			org_id: expect.any(String),
			name: 'Invoice',
			evaluation_schema: expect.objectContaining({
				invoice_number: 'The number after "Invoice No"',
			}),
		},
	});
	const id = await sandbox.control.addTemplate('Mine', { a: 'The text after "A"' });
	const added = await post(sandbox, paths.template, { id });
	expect(added.body?.doc).toMatchObject({
		name: 'Mine',
		evaluation_schema: { a: 'The text after "A"' },
	});
});
