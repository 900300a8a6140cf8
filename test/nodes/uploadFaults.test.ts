import { wavOf } from '../sandbox/samples/audio';
import { useDrivenTime } from '../harness/jest/drivenTime';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';
import { sha256, upload, withFile } from './uploads';

const node = new SandboxedNode();
const time = useDrivenTime(node);
const WAV = wavOf(16_000, 16_000);

describe('Recording: Upload, in trouble', () => {
	it.each(['cutDuring', 'cutAfter', 'cutBefore', 'cutJson'] as const)(
		'reports %s as unknown and does not upload again',
		async (kind) => {
			await node.control.addFault({ endpoint: 'recording', kind });
			const { errorItems } = await node.run({
				parameters: upload(),
				items: [withFile(wavOf(3_000_000), 'long.wav')],
				onError: 'continueErrorOutput',
			});
			expect(errorItems).toHaveLength(1);
			expect(errorItems[0]?.json.error).toMatch(
				/^It is unknown whether the service accepted this recording\. /,
			);
			expect(errorItems[0]?.json.message).toContain('long.wav');
			expect(await node.requestCounts()).toEqual({ recording: 1 });
		},
	);

	it('uploads again after "too many requests", from the start', async () => {
		await node.control.addFault({
			endpoint: 'recording',
			kind: 'rateLimit',
			retryAfterSeconds: 1,
			times: 1,
		});
		const { error } = await node.run({ parameters: upload(), items: [withFile(WAV, 'call.wav')] });
		expect(error).toBeUndefined();
		expect(time.passed).toBe(1_000);
		const recordings = await node.control.recordings();
		expect(recordings.map((recording) => recording.sha256)).toEqual([sha256(WAV)]);
	});

	it('tells a refusal that comes while the recording is still being sent', async () => {
		const { errorItems } = await node.run({
			credential: { apiKey: 'wrong' },
			parameters: upload({ options: { maxConcurrentRequests: 1 } }),
			items: Array.from({ length: 10 }, () => withFile(wavOf(4_000_000), 'long.wav')),
			onError: 'continueErrorOutput',
		});
		expect(errorItems.map((item) => item.json.error)).toEqual(
			Array.from({ length: 10 }, () => 'The service refused the API Key'),
		);
	});
});

describe('Recording: Upload, given what it cannot use', () => {
	it.each([
		['a text named .mp3', withFile(Buffer.from('not audio'), 'a.mp3'), /'a\.mp3'$/],
		['an empty file', withFile(Buffer.alloc(0), 'b.wav'), /holds an empty file: 'b\.wav'$/],
		[
			'100 MB and a byte',
			withFile(wavOf(100 * 1024 * 1024 - 43), 'c.wav'),
			/holds a file of more than 100 MB, which the service does not take: 'c\.wav'$/,
		],
		['no binary data', { json: {} }, /names no binary data of the item: 'data'$/],
	])('refuses %s before any request, by name', async (_, item, message) => {
		const { items, errorItems } = await node.run({
			parameters: upload(),
			items: [item, item],
			onError: 'continueErrorOutput',
		});
		expect(items).toEqual([]);
		expect(errorItems.map((each) => each.json.error)).toEqual([
			expect.stringMatching(message),
			expect.stringMatching(message),
		]);
		expect(await node.requestCounts()).toEqual({});
	});

	it('names the fields that an item does have', async () => {
		const { error } = await node.run({
			parameters: upload({ binaryPropertyName: 'audio' }),
			items: [withFile(WAV, 'call.wav')],
		});
		expect(error?.message).toContain("'audio'");
		expect(error?.description).toBe('Enter a name that the item has binary data under: data');
	});

	it.each([
		[
			{ transcriptSource: 'url', transcriptUrl: 'call.txt' },
			"'Transcript URL' cannot be the name of a file: 'call.txt'",
		],
		[{ metadataMode: 'json', metadataJson: '[]' }, "'Metadata (JSON)' is not a JSON object: '[]'"],
		[{ is_inbound: '={{ $json.direction }}' }, "'Direction' is not chosen"],
		[{ is_inbound: '={{ "in" }}' }, "'Direction' is neither inbound nor outbound: 'in'"],
		[{ languageCode: '={{ $json.language }}' }, "'Language Code' is empty"],
		[
			{ transcriptSource: 'text', transcript: 'Hello', options: { transcriptPart: '' } },
			"'Options' hold a form field without a name: 'Hello'",
		],
		[
			{ options: { additionalFields: { fields: [{ name: ' ', value: 'x' }] } } },
			"'Options' hold a form field without a name: 'x'",
		],
		[{ transcriptSource: 'text', transcript: ' ' }, "'Transcript Text' is empty"],
		[
			{ binaryPropertyName: '={{ $json.missing }}' },
			"'Input Data Field Name' names no binary data of the item",
		],
		[
			{ binaryPropertyName: '={{ { mimeType: "audio/wav", fileName: "call.wav" } }}' },
			"'Input Data Field Name' is a set of fields that is no file: 'mimeType, fileName'",
		],
	])('refuses %j before any request', async (bad, message) => {
		const { error } = await node.run({
			parameters: upload(bad),
			items: [withFile(WAV, 'call.wav')],
		});
		expect(error?.message).toBe(message);
		expect(await node.requestCounts()).toEqual({});
	});
});
