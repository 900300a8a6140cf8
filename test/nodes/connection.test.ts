import { withConnection } from '../../nodes/DocScore/engine/http/connection';
import { Cancellation } from '../../nodes/DocScore/service/cancellation';
import { loadOptionsContext } from '../harness/n8n/contexts';
import { runNode } from '../harness/n8n/runNode';
import { FileHost } from '../harness/sandbox/fileHost';
import { wavOf } from '../sandbox/samples/audio';
import { UNKNOWN_ID } from './runs';
import { upload, withFile } from './uploads';

const host = new FileHost();

const JSON_TYPE = { 'content-type': 'application/json' };
const LIST = { page: 1, limit: 1 };

describe('The reader that executions of an account share', () => {
	it('belongs to the account until its credential has another key', async () => {
		host.answer((response) => void response.writeHead(200, JSON_TYPE).end('{"docs":[]}'));
		const credential = { apiKey: 'key-1', baseUrl: host.origin };
		const caller = { cancellation: new Cancellation(), limit: 1 };
		const states = await withConnection(
			loadOptionsContext(credential),
			caller,
			async ({ client, reader }) => {
				const told: boolean[] = [];
				for (const key of ['key-1', 'key-1', 'key-2', 'key-1']) {
					credential.apiKey = key;
					await client.query(LIST);
					told.push(reader.isOfAccount());
				}
				return told;
			},
		);
		expect(states).toEqual([true, true, false, true]);
	});

	it('waits 10 seconds for a response, because others wait for it; an execution waits a minute', async () => {
		host.answer((response) => void response.writeHead(200, JSON_TYPE).end('{"docs":[]}'));
		const context = loadOptionsContext({ apiKey: 'key-1', baseUrl: host.origin });
		const sent = jest.spyOn(context.helpers, 'httpRequestWithAuthentication');
		const caller = { cancellation: new Cancellation(), limit: 1 };
		await withConnection(context, caller, async ({ client, reader }) => {
			await reader.client.query(LIST);
			await client.query(LIST);
		});
		expect(sent.mock.calls.map(([, { timeout }]) => timeout)).toEqual([10_000, 60_000]);
	});
});

describe('The connection', () => {
	const credential = () => ({ apiKey: 'key-1', baseUrl: host.origin });

	it('stays open only for an upload, whose response could otherwise be lost', async () => {
		const asked: unknown[] = [];
		host.answer((response, request) => {
			asked.push(request.headers.connection);
			request.resume().once('end', () => response.writeHead(400, JSON_TYPE).end('{"error":"No"}'));
		});
		const get = { resource: 'run', operation: 'get', runId: UNKNOWN_ID };
		for (const parameters of [get, upload()]) {
			const items = [withFile(wavOf(400), 'call.wav')];
			const { error } = await runNode({ credential: credential(), parameters, items });
			expect(error?.message).toMatch(/The service says: No$/);
		}
		expect(asked).toEqual(['close', 'keep-alive']);
	});
});
