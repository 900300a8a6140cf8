import type { Sandbox } from '../harness/sandbox/sandbox';
import { openSandbox } from '../harness/sandbox/sandboxHost';
import { paths, post, runThrough, submit } from './serviceClient';
import { invoicePdf } from './samples/invoicePdf';

let sandbox: Sandbox;
let pdf: Buffer;
let url: string;

beforeAll(async () => {
	sandbox = await openSandbox();
	pdf = await invoicePdf({
		number: 'A-1',
		date: '2025-01-02',
		dueDate: '2025-02-02',
		customer: 'Someone',
		lines: [],
	});
});
beforeEach(async () => {
	await sandbox.control.reset();
	const fileUrl = await sandbox.control.putFile('März.pdf', pdf.toString('base64'), 'text/plain');
	const doc = await runThrough(sandbox, [fileUrl], sandbox.templates.invoice);
	expect(doc.supportingDocs).toEqual([
		{ id: expect.any(String), filename: 'März.pdf', filenameUrl: expect.any(String) },
	]);
	url = doc.supportingDocs?.[0]?.filenameUrl ?? '';
});
afterAll(async () => {
	await sandbox.stop();
});

test('a presigned URL returns the processed bytes without a key', async () => {
	const response = await fetch(url);
	expect(response.status).toBe(200);
	expect(response.headers.get('content-type')).toBe('application/pdf');
	expect(response.headers.get('content-length')).toBe(String(pdf.length));
	expect(response.headers.get('content-disposition')).toBe(
		"attachment; filename*=UTF-8''M%C3%A4rz.pdf",
	);
	expect(Buffer.from(await response.arrayBuffer()).equals(pdf)).toBe(true);
});

test('each request for details signs new URLs', async () => {
	await sandbox.control.advance(1000);
	const [run] = await sandbox.control.runs();
	const { body } = await post(sandbox, paths.details, { id: run?.id });
	expect(JSON.stringify(body)).toContain('signature=');
	expect(JSON.stringify(body)).not.toContain(url);
});

test('a changed URL is rejected', async () => {
	const expires = new URL(url).searchParams.get('expires') ?? '';
	const signature = new URL(url).searchParams.get('signature') ?? '';
	const turned = signature.startsWith('a') ? 'b' : 'a';
	for (const tampered of [
		url.replace(expires, String(Number(expires) + 1)),
		url.replace(signature, turned + signature.slice(1)),
		url.replace(signature, ''),
		url.replace('M%C3%A4rz.pdf', 'other.pdf'),
	]) {
		expect(tampered).not.toBe(url);
		const response = await fetch(tampered);
		expect(response.status).toBe(403);
		expect(await response.json()).toEqual({ error: 'The signature does not match' });
	}
});

test('a URL expires by the clock of the sandbox', async () => {
	await sandbox.control.advance(15 * 60 * 1000 - 5000);
	expect((await fetch(url)).status).toBe(200);
	await sandbox.control.advance(5001);
	const response = await fetch(url);
	expect(response.status).toBe(403);
	expect(await response.json()).toEqual({ error: 'The URL has expired' });
});

test('a request with an Authorization header is rejected', async () => {
	const response = await fetch(url, { headers: { authorization: `Bearer ${sandbox.key}` } });
	expect(response.status).toBe(400);
	const downloads = (await sandbox.control.requests()).filter(
		({ endpoint }) => endpoint === 'files',
	);
	expect(downloads).toEqual([
		{
			endpoint: 'files',
			at: expect.any(Number),
			clockAt: expect.any(Number),
			status: 400,
			authorization: 'valid',
		},
	]);
});

test('an unfinished run has no files', async () => {
	await sandbox.control.setRunPlan({ stuck: 'processing' });
	const id = await submit(sandbox, ['http://a.example/b.pdf']);
	const { body } = await post(sandbox, paths.details, { id });
	expect(body?.doc).not.toHaveProperty('supportingDocs');
});
