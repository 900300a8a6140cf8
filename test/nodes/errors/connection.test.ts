import { createFetch } from '../../../nodes/DocScore/engine/http/download';
import { Cancellation } from '../../../nodes/DocScore/service/cancellation';
import { toResult } from '../../../nodes/DocScore/service/result';
import { loadOptionsContext } from '../../harness/n8n/contexts';
import { runNode } from '../../harness/n8n/runNode';
import { FileHost } from '../../harness/sandbox/fileHost';
import { Readable } from '../../node';
import { wavOf } from '../../sandbox/samples/audio';
import { UNKNOWN_ID } from '../runs';
import { upload, withFile } from '../recording/uploads';

const host = new FileHost();

const JSON_TYPE = { 'content-type': 'application/json' };

describe('The connection', () => {
	const credential = () => ({ apiKey: 'key-1', baseUrl: host.origin });

	it('asks for JSON, and stays open only for an upload, whose response could otherwise be lost', async () => {
		const asked: unknown[] = [];
		host.answer((response, request) => {
			const { accept, connection } = request.headers;
			asked.push([accept, connection]);
			request.resume().once('end', () => response.writeHead(400, JSON_TYPE).end('{"error":"No"}'));
		});
		const get = { resource: 'run', operation: 'get', runId: UNKNOWN_ID };
		for (const parameters of [get, upload()]) {
			const items = [withFile(wavOf(400), 'call.wav')];
			const { error } = await runNode({ credential: credential(), parameters, items });
			expect(error?.message).toMatch(/The service says: No$/);
		}
		expect(asked).toEqual([
			['application/json', 'close'],
			['application/json', 'keep-alive'],
		]);
	});
});

describe('A download', () => {
	/** Downloads with a context that returns this instead of sending a request. */
	async function downloaded(response: object) {
		const context = loadOptionsContext({ apiKey: 'key-1', baseUrl: host.origin });
		const sent = jest.spyOn(context.helpers, 'httpRequest').mockResolvedValue(response);
		const consume = async () => await Promise.resolve('content');
		const { signal } = new Cancellation();
		const result = await toResult(createFetch(context)(`${host.origin}/a.pdf`, consume, signal));
		return { result, options: sent.mock.calls.map(([options]) => options) };
	}

	it('is requested without the key', async () => {
		const body = Readable.from(['content'], { objectMode: false });
		const { result, options } = await downloaded({ statusCode: 200, headers: {}, body });
		expect(result).toEqual({ ok: true, value: 'content' });
		expect(options).toMatchObject([{ url: `${host.origin}/a.pdf` }]);
		expect(JSON.stringify(options)).not.toContain('key-1');
	});
});
