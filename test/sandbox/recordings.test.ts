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

test('an MP3 file is recognized by its content, and omitted fields have defaults', async () => {
	expect((await upload(mp3Of(40), {}, 'call.bin')).status).toBe(200);
	expect(await soleRecording()).toMatchObject({
		format: 'mp3',
		agentName: null,
		isInbound: true,
		metadata: null,
		languageCode: 'en',
	});
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
