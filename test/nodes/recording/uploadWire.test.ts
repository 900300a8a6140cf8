import FormData from 'form-data';
import { store, useFileStore, watchOpenFiles } from '../../harness/n8n/binaryStore';
import { runNode } from '../../harness/n8n/runNode';
import { FileHost, withContent } from '../../harness/sandbox/fileHost';
import { createServer, once, pause, type Server } from '../../node';
import { wavOf } from '../../sandbox/samples/audio';
import { upload } from './uploads';

/** Records each byte that arrives, and accepts everything. */
class Recorder {
	readonly bodies: Array<{ type: string; length: string; bytes: Buffer }> = [];

	private readonly server: Server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const { 'content-type': type = '', 'content-length': length = '' } = request.headers;
			this.bodies.push({ type, length, bytes: Buffer.concat(chunks) });
			response.setHeader('content-type', 'application/json').end('{"message":"accepted"}');
		});
	});

	async start(): Promise<string> {
		this.server.listen(0, '127.0.0.1');
		await once(this.server, 'listening');
		const address = this.server.address();
		if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
		return `http://127.0.0.1:${address.port}`;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
	}
}

/** The body as text, with a fixed boundary and a uniform end. */
function comparable(bytes: Buffer, boundary: string): string {
	const text = bytes.toString('latin1').split(boundary).join('BOUNDARY');
	return text.replace(/\r\n$/, '').replace(/\r\n$/, '');
}

const boundaryIn = (type: string): string => /boundary=(.+)$/.exec(type)?.[1] ?? '';

const recorder = new Recorder();
let baseUrl = '';
beforeAll(async () => {
	baseUrl = await recorder.start();
});
afterAll(async () => await recorder.stop());

const WAV = wavOf(4_000, 16_000);

describe('Recording: Upload on the wire', () => {
	it.each([
		['call.wav', 'Zoë O’Hara'],
		['call "one".wav', 'Zed "Z" Zebra'],
		['line\r\nbreak.wav', 'two\r\nlines'],
		['записьー音声.wav', '担当者'],
		['percent%22.wav', '100 %'],
	])('sends the same form as an independent client for %j', async (fileName, agent) => {
		const data = { data: WAV.toString('base64'), mimeType: 'audio/wav', fileName };
		const metadata = { entries: [{ name: 'queue', value: agent }] };
		const { error } = await runNode({
			credential: { apiKey: 'key', baseUrl },
			parameters: upload({ agent_name: agent, additionalFields: { metadata } }),
			items: [{ json: {}, binary: { data } }],
		});
		expect(error).toBeUndefined();
		const sent = recorder.bodies.at(-1);

		const form = new FormData();
		form.append('agent_name', agent);
		form.append('is_inbound', 'true');
		form.append('metadata', JSON.stringify({ queue: agent }));
		form.append('language_code', 'en');
		// form-data does not escape file names. Line breaks in names are never sent.
		const filename = fileName.replace(/\r\n/g, '').replace(/"/g, '%22');
		form.append('file', WAV, { filename, contentType: 'audio/wav' });

		expect(comparable(sent?.bytes ?? Buffer.of(), boundaryIn(sent?.type ?? ''))).toBe(
			comparable(form.getBuffer(), form.getBoundary()),
		);
		expect(Number(sent?.length)).toBe(sent?.bytes.length);
	});
});

describe('An upload', () => {
	const host = new FileHost();
	beforeAll(useFileStore);
	afterEach(() => jest.restoreAllMocks());

	const send = async (content: Buffer, count: number) => {
		const data = await store([content], { fileName: 'call.wav', mimeType: 'audio/wav' });
		return await runNode({
			credential: { apiKey: 'key', baseUrl: host.origin },
			parameters: upload({ options: { maxConcurrentRequests: 1 } }),
			items: Array.from({ length: count }, () => ({ json: {}, binary: { data } })),
			onError: 'continueErrorOutput',
		});
	};

	const untilClosed = async (files: ReturnType<typeof watchOpenFiles>) => {
		for (let tries = 0; files.open() > 0 && tries < 200; tries++) await pause(10);
		expect(files.open()).toBe(0);
	};

	it('outputs all fields of the response', async () => {
		host.answer(
			withContent(200, '{"message":"accepted","id":"7","fileName":"theirs","score":null}'),
			withContent(201, '{"statusCode":"SUCCESS"}'),
		);
		const { items } = await send(WAV, 2);
		const own = { fileName: 'call.wav', bytes: WAV.length };
		expect(items).toEqual([
			{
				json: { message: 'accepted', id: '7', score: null, ...own },
				pairedItem: { item: 0 },
			},
			{
				json: { message: null, statusCode: 'SUCCESS', ...own },
				pairedItem: { item: 1 },
			},
		]);
	});

	it.each([401, 413, 503])('that is rejected early with %d is stopped', async (status) => {
		const files = watchOpenFiles();
		const received: Array<Promise<number>> = [];
		host.answer((response, request) => {
			const { socket } = request.on('error', () => {});
			request.resume().once('data', () => {
				const headers = { connection: 'keep-alive', 'content-type': 'application/json' };
				response.writeHead(status, headers).end('{"error":"No"}');
			});
			const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
			received.push(closed.then(() => socket.bytesRead));
		});
		const { errorItems } = await send(wavOf(40_000_000), 2);
		expect(errorItems.map(({ json }) => json.error)).toEqual([
			expect.stringMatching(/No$|rejected the API Key$/),
			expect.stringMatching(/No$|rejected the API Key$/),
		]);
		for (const bytes of await Promise.all(received)) expect(bytes).toBeLessThan(10_000_000);
		expect(received).toHaveLength(2);
		await untilClosed(files);
	});

	it.each(['during the upload', 'before any answer'])(
		'whose connection ends %s closes its file',
		async (moment) => {
			const files = watchOpenFiles();
			host.answer((_, request) => {
				const { socket } = request.on('error', () => {});
				if (moment === 'before any answer') socket.destroy();
				else request.once('data', () => socket.destroy());
			});
			const { errorItems } = await send(wavOf(40_000_000), 2);
			expect(errorItems.map(({ json }) => json.error)).toEqual([
				expect.stringMatching(/^It is unknown whether the service accepted this recording/),
				expect.stringMatching(/^It is unknown whether the service accepted this recording/),
			]);
			await untilClosed(files);
		},
	);
});
