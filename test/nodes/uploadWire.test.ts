import FormData from 'form-data';
import { runNode } from '../harness/n8n/runNode';
import { createServer, once, type Server } from '../node';
import { wavOf } from '../sandbox/samples/audio';

/** Takes down what arrives on the wire, byte for byte, and accepts everything. */
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
		if (typeof address !== 'object' || address === null) throw new Error('No port is listened at');
		return `http://127.0.0.1:${address.port}`;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
	}
}

/** The body as text, with one boundary for all and one way to end. */
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
	])('sends for %j what an independent client sends', async (fileName, agent) => {
		const data = { data: WAV.toString('base64'), mimeType: 'audio/wav', fileName };
		const metadata = { entries: [{ name: 'queue', value: agent }] };
		const { error } = await runNode({
			credential: { apiKey: 'key', baseUrl },
			parameters: { resource: 'recording', operation: 'upload', agent_name: agent, metadata },
			items: [{ json: {}, binary: { data } }],
		});
		expect(error).toBeUndefined();
		const sent = recorder.bodies.at(-1);

		const form = new FormData();
		form.append('agent_name', agent);
		form.append('is_inbound', 'true');
		form.append('metadata', JSON.stringify({ queue: agent }));
		form.append('language_code', 'en');
		// form-data leaves it to its caller to escape a name; browsers agree on this way.
		const filename = fileName.replace(/\r\n/g, '%0D%0A').replace(/"/g, '%22');
		form.append('file', WAV, { filename, contentType: 'audio/wav' });

		expect(comparable(sent?.bytes ?? Buffer.of(), boundaryIn(sent?.type ?? ''))).toBe(
			comparable(form.getBuffer(), form.getBoundary()),
		);
		expect(Number(sent?.length)).toBe(sent?.bytes.length);
	});
});
