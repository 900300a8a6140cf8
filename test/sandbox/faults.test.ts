import type { Sandbox } from '../harness/sandbox/sandbox';
import { openSandbox } from '../harness/sandbox/sandboxHost';
import { paths, post, submit } from './serviceClient';

let sandbox: Sandbox;
const fileUrls = ['http://files.example/a.pdf'];

beforeAll(async () => {
	sandbox = await openSandbox();
});
beforeEach(async () => {
	await sandbox.control.reset();
	await sandbox.control.setRunPlan({ stuck: 'pending' });
});
afterAll(async () => {
	await sandbox.stop();
});

const runCount = async () => (await sandbox.control.runs()).length;
const submission = async (runName?: string) =>
	await post(sandbox, paths.submit, {
		file_urls: fileUrls,
		extraction_template_id: sandbox.templates.invoice,
		run_id: runName,
	});

test('latency delays the response, and can be combined with another fault', async () => {
	await sandbox.control.addFault({ endpoint: 'query', kind: 'latency', ms: 300 });
	await sandbox.control.addFault({ endpoint: 'query', kind: 'status', status: 503, times: 1 });
	const startedAt = Date.now();
	expect((await post(sandbox, paths.query, {})).status).toBe(503);
	expect(Date.now() - startedAt).toBeGreaterThanOrEqual(295);
	expect((await post(sandbox, paths.query, {})).status).toBe(200);
	expect(Date.now() - startedAt).toBeGreaterThanOrEqual(590);
});

test('latency may strike submissions under one name only', async () => {
	const fault = { endpoint: 'submit', kind: 'latency', ms: 300, runName: 'Slow' } as const;
	await sandbox.control.addFault({ ...fault, times: 1 });
	const took = async (name: string) => {
		const startedAt = Date.now();
		expect((await submission(name)).status).toBe(200);
		return Date.now() - startedAt;
	};
	expect(await took('Other')).toBeLessThan(295);
	expect(await took('Slow')).toBeGreaterThanOrEqual(295);
	expect(await took('Slow')).toBeLessThan(295);
});

test('a status has an error body, and prevents the action', async () => {
	await sandbox.control.addFault({
		endpoint: 'submit',
		kind: 'status',
		status: 500,
		error: 'Out of paper',
		details: 'tray 2',
	});
	const { status, body } = await submission();
	expect(status).toBe(500);
	expect(body).toEqual({ error: 'Out of paper', details: 'tray 2' });
	expect(await runCount()).toBe(0);
});

test('a rate limit may have a Retry-After in seconds, as a date, or none', async () => {
	const limited = async (fault: { retryAfterSeconds?: number; form?: 'seconds' | 'date' }) => {
		await sandbox.control.clearFaults();
		await sandbox.control.addFault({ endpoint: 'submit', kind: 'rateLimit', ...fault });
		const { status, headers, body } = await submission();
		expect(status).toBe(429);
		expect(body).toEqual({ error: 'Too many requests' });
		return headers.get('retry-after');
	};
	expect(await limited({})).toBeNull();
	expect(await limited({ retryAfterSeconds: 7 })).toBe('7');
	const date = await limited({ retryAfterSeconds: 120, form: 'date' });
	expect(date).toMatch(/GMT$/);
	expect(Math.abs(Date.parse(date ?? '') - Date.now() - 120_000)).toBeLessThan(5000);
	expect(await runCount()).toBe(0);
});

test('a connection can be cut before or after the action', async () => {
	await sandbox.control.addFault({ endpoint: 'submit', kind: 'cutBefore', times: 1 });
	await expect(submission()).rejects.toThrow('fetch failed');
	expect(await runCount()).toBe(0);
	await sandbox.control.addFault({ endpoint: 'submit', kind: 'cutAfter', times: 1 });
	await expect(submission()).rejects.toThrow('fetch failed');
	expect(await runCount()).toBe(1);
	const requests = await sandbox.control.requests();
	expect(requests.map(({ status }) => status)).toEqual([null, null]);
	expect((await submission()).status).toBe(200);
});

test('JSON can be truncated in a response that is complete for HTTP', async () => {
	await sandbox.control.addFault({ endpoint: 'submit', kind: 'cutJson' });
	const { status, headers, text, body } = await submission();
	expect(status).toBe(200);
	expect(text).toMatch(/^\{"message":/);
	expect(body).toBeNull();
	expect(headers.get('content-length')).toBe(String(text.length));
	expect(headers.get('content-type')).toMatch('application/json');
	expect(await runCount()).toBe(1);
});

test('an HTML page can have 502 or any other status', async () => {
	await sandbox.control.addFault({ endpoint: 'details', kind: 'html', times: 1 });
	await sandbox.control.addFault({ endpoint: 'details', kind: 'html', status: 200 });
	for (const expected of [502, 200]) {
		const { status, headers, text } = await post(sandbox, paths.details, {});
		expect(status).toBe(expected);
		expect(headers.get('content-type')).toMatch('text/html');
		expect(text).toMatch(/^<html>/);
	}
});

test('an empty body has status 200 after the action', async () => {
	await sandbox.control.addFault({ endpoint: 'submit', kind: 'empty' });
	const { status, text } = await submission();
	expect(status).toBe(200);
	expect(text).toBe('');
	expect(await runCount()).toBe(1);
});

test('a failure can have status 200', async () => {
	await sandbox.control.addFault({
		endpoint: 'template',
		kind: 'notSuccess',
		statusMessage: 'Try later',
	});
	const { status, body } = await post(sandbox, paths.template, { id: sandbox.templates.invoice });
	expect(status).toBe(200);
	expect(body).toEqual({ statusCode: 'FAILURE', statusMessage: 'Try later' });
});

test('a fault applies only to its endpoint, as late and as often as requested', async () => {
	await sandbox.control.addFault({
		endpoint: 'query',
		kind: 'status',
		status: 503,
		after: 1,
		times: 2,
	});
	await submit(sandbox, fileUrls);
	const statuses: number[] = [];
	for (let count = 0; count < 5; count += 1) {
		statuses.push((await post(sandbox, paths.query, {})).status);
	}
	expect(statuses).toEqual([200, 503, 503, 200, 200]);
});

test('requests are recorded with their bodies, and with how many were in flight at once', async () => {
	await sandbox.control.addFault({ endpoint: 'query', kind: 'latency', ms: 100 });
	const pages = [1, 2, 3, 4];
	await Promise.all(pages.map(async (page) => await post(sandbox, paths.query, { page })));
	await post(sandbox, paths.query, { page: 5 });
	await post(sandbox, paths.details, {});
	const counts = await sandbox.control.counts();
	expect(counts.query).toEqual({ total: 5, maxConcurrent: 4 });
	expect(counts.details).toEqual({ total: 1, maxConcurrent: 1 });
	const requests = await sandbox.control.requests();
	expect(requests).toHaveLength(6);
	expect(requests.map(({ body }) => body)).toEqual(
		expect.arrayContaining([{ page: 1 }, { page: 4 }, { page: 5 }]),
	);
	expect(requests.at(-1)).toMatchObject({ endpoint: 'details', status: 400, body: {} });
	expect(Math.abs((requests[0]?.at ?? 0) - Date.now())).toBeLessThan(10_000);
	await sandbox.control.clearRequests();
	expect(await sandbox.control.requests()).toEqual([]);
	expect((await sandbox.control.counts()).query).toEqual({ total: 0, maxConcurrent: 0 });
});

test('a reset restores the initial state', async () => {
	await sandbox.control.addFault({ endpoint: 'query', kind: 'status', status: 503 });
	await sandbox.control.setDialect({ pageOrder: 'random' });
	const templateId = await sandbox.control.addTemplate('Mine', {});
	await submit(sandbox, fileUrls);
	await sandbox.control.reset();
	expect(await sandbox.control.requests()).toEqual([]);
	expect((await post(sandbox, paths.query, {})).body?.docs).toEqual([]);
	expect((await post(sandbox, paths.template, { id: templateId })).status).toBe(404);
	await submit(sandbox, fileUrls);
	await sandbox.control.advance(600);
	expect((await sandbox.control.runs())[0]?.status).toBe('processing');
});
