import { createHash } from 'crypto';
import type { Sandbox } from '../harness/sandbox/sandbox';
import { useSandbox } from '../harness/sandbox/useSandbox';
import { httpRequest, once } from '../node';
import { flac, mp3Of, wavOf } from './samples/audio';
import { answerOf, paths } from './serviceClient';

let sandbox: Sandbox;

useSandbox((started) => {
	sandbox = started;
});

async function upload(file: Buffer | null, parts: Record<string, string> = {}, name = 'call.wav') {
	const form = new FormData();
	for (const [part, value] of Object.entries(parts)) form.append(part, value);
	if (file !== null) form.append('file', new Blob([file], { type: 'audio/any' }), name);
	const headers = { authorization: `Bearer ${sandbox.key}` };
	const url = sandbox.baseUrl + paths.recording;
	return await answerOf(await fetch(url, { method: 'POST', headers, body: form }));
}

const soleRecording = async () => {
	const recordings = await sandbox.control.recordings();
	expect(recordings).toHaveLength(1);
	return recordings[0];
};

test('a WAV file is accepted and stored with all fields', async () => {
	const wav = wavOf(4000, 16_000);
	const parts = {
		agent_name: 'Ada',
		is_inbound: 'false',
		metadata: '{"case": 17}',
		language_code: 'de',
		transcript_url: 'https://a.example/t.txt',
		extra: 'more',
	};
	const { status, body } = await upload(wav, parts);
	expect(status).toBe(200);
	expect(body).toEqual({ message: expect.any(String) });
	expect(await soleRecording()).toEqual({
		id: expect.any(String),
		agentName: 'Ada',
		isInbound: false,
		metadata: { case: 17 },
		languageCode: 'de',
		transcriptUrl: 'https://a.example/t.txt',
		transcript: null,
		parts: Object.entries(parts).map(([name, value]) => ({ name, value })),
		fileName: 'call.wav',
		contentType: 'audio/any',
		format: 'wav',
		size: wav.length,
		sha256: createHash('sha256').update(wav).digest('hex'),
		sampleRate: 16_000,
		contentLength: expect.any(Number),
	});
	expect((await soleRecording())?.contentLength).toBeGreaterThan(wav.length);
});

test('an MP3 file is recognized by its content, and omitted fields have defaults', async () => {
	expect((await upload(mp3Of(40), {}, 'call.bin')).status).toBe(200);
	expect(await soleRecording()).toMatchObject({
		format: 'mp3',
		sampleRate: 44_100,
		agentName: null,
		isInbound: true,
		metadata: null,
		languageCode: 'en',
	});
});

test('the names of unspecified form fields can be set', async () => {
	await sandbox.control.setDialect({
		recordingPartNames: { languageCode: 'lang', transcriptUrl: 'turl', transcript: 'text' },
	});
	await upload(wavOf(100), { lang: 'sv', text: 'Hello', language_code: 'de' });
	expect(await soleRecording()).toMatchObject({ languageCode: 'sv', transcript: 'Hello' });
});

test.each([
	['text with the extension .mp3', Buffer.from('hello '.repeat(500)), {}],
	['an image', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), {}],
	['sound of another format', flac, {}],
	['no file', null, { agent_name: 'Ada' }],
	['an empty file', Buffer.alloc(0), {}],
	['an invalid direction', wavOf(100), { is_inbound: 'yes' }],
	['metadata that is not JSON', wavOf(100), { metadata: '{' }],
	['metadata that is a list', wavOf(100), { metadata: '[1]' }],
	['an invalid transcript URL', wavOf(100), { transcript_url: 'here' }],
])('%s is rejected with only an error', async (_, file, parts) => {
	const { status, body } = await upload(file, parts, 'call.mp3');
	expect(status).toBe(400);
	expect(body).toEqual({ error: expect.any(String) });
	expect(await sandbox.control.recordings()).toEqual([]);
});

test('a file in another field, a second file, and an endless text are rejected', async () => {
	const send = async (parts: Array<[string, string | Blob]>) => {
		const body = new FormData();
		for (const [name, value] of parts) body.append(name, value);
		const headers = { authorization: `Bearer ${sandbox.key}` };
		const url = sandbox.baseUrl + paths.recording;
		return (await fetch(url, { method: 'POST', headers, body })).status;
	};
	const file = new Blob([wavOf(100)]);
	expect(await send([['audio', file]])).toBe(400);
	expect(
		await send([
			['file', file],
			['file', file],
		]),
	).toBe(400);
	expect(
		await send([
			['transcript', 'a'.repeat(6_000_000)],
			['file', file],
		]),
	).toBe(413);
	expect(await sandbox.control.recordings()).toEqual([]);
	expect(
		await send([
			['transcript', 'a'.repeat(5_000_000)],
			['file', file],
		]),
	).toBe(200);
	expect((await soleRecording())?.transcript).toHaveLength(5_000_000);
});

test('a body that is not a form is rejected', async () => {
	const response = await fetch(sandbox.baseUrl + paths.recording, {
		method: 'POST',
		headers: { authorization: `Bearer ${sandbox.key}`, 'content-type': 'application/json' },
		body: '{}',
	});
	expect(response.status).toBe(400);
	expect(await response.json()).toEqual({ error: 'The request is not multipart form data' });
});

/** Sends the start of a form and a part of the file, and leaves the upload unfinished. */
function beginUpload(bytes: Buffer) {
	const request = httpRequest(sandbox.baseUrl + paths.recording, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${sandbox.key}`,
			'content-type': 'multipart/form-data; boundary=edge',
			'content-length': 500_000_000,
		},
	});
	const disposition = 'Content-Disposition: form-data; name="file"; filename="a.wav"';
	request.write(`--edge\r\n${disposition}\r\nContent-Type: audio/wav\r\n\r\n`);
	request.write(bytes);
	return request;
}

test('a file over the limit is rejected during the upload', async () => {
	await sandbox.control.setDialect({ maxRecordingBytes: 1_000_000 });
	const request = beginUpload(wavOf(2_000_000));
	const [response] = await once(request, 'response');
	const chunks: Buffer[] = [];
	for await (const chunk of response) chunks.push(chunk);
	request.destroy();
	expect(response.statusCode).toBe(413);
	expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual({ error: expect.any(String) });
	expect(await sandbox.control.recordings()).toEqual([]);
	await sandbox.control.setDialect({ maxRecordingBytes: 1_000_000 });
	expect((await upload(wavOf(1_000_000 - 44))).status).toBe(200);
	expect((await upload(wavOf(1_000_000 - 43))).status).toBe(413);
});

test('a connection can be cut during the upload', async () => {
	await sandbox.control.addFault({ endpoint: 'recording', kind: 'cutDuring', times: 1 });
	const [error] = await once(beginUpload(wavOf(500_000)), 'error');
	expect(error).toMatchObject({ code: expect.stringMatching(/ECONNRESET|EPIPE/) });
	const [request] = await sandbox.control.requests();
	expect(request).toMatchObject({ endpoint: 'recording', status: null });
	expect(await sandbox.control.recordings()).toEqual([]);
	expect((await upload(wavOf(100))).status).toBe(200);
});

test('an upload of 100 MB is received and measured', async () => {
	const wav = wavOf(100 * 1024 * 1024 - 44);
	expect((await upload(wav)).status).toBe(200);
	expect((await soleRecording())?.sha256).toBe(createHash('sha256').update(wav).digest('hex'));
	expect((await upload(Buffer.concat([wav, Buffer.alloc(1)]))).status).toBe(413);
});
