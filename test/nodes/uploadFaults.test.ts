import { wavOf } from '../sandbox/samples/audio';
import { useDrivenTime } from '../harness/jest/drivenTime';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';
import { sha256, upload, withFile } from './uploads';

const node = new SandboxedNode();
const time = useDrivenTime(node);
const WAV = wavOf(16_000, 16_000);
const DIRECTION = 'Choose Inbound for a call that came in, Outbound for one that the agent made';

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
		[
			'a text named .mp3',
			withFile(Buffer.from('not audio'), 'a.mp3'),
			"holds a file that is neither MP3 nor WAV: 'a.mp3'",
			'Give an MP3 or WAV recording; its content counts, not its name',
		],
		[
			'an empty file',
			withFile(Buffer.alloc(0), 'b.wav'),
			"holds an empty file: 'b.wav'",
			'Give a recording with content',
		],
		[
			'100 MB and a byte',
			withFile(wavOf(100 * 1024 * 1024 - 43), 'c.wav'),
			"holds a file of more than 100 MB, which the service does not take: 'c.wav'",
			'Give a recording of at most 100 MB',
		],
		[
			'no binary data',
			{ json: {} },
			"names no binary data of the item: 'data'",
			'The item has no binary data: let a node before this one read or download the file',
		],
	])('refuses %s before any request, by name', async (_, item, problem, message) => {
		const { items, errorItems } = await node.run({
			parameters: upload(),
			items: [item, item],
			onError: 'continueErrorOutput',
		});
		expect(items).toEqual([]);
		const error = `'Input Data Field Name' ${problem}`;
		expect(errorItems.map(({ json }) => [json.error, json.message])).toEqual([
			[error, message],
			[error, message],
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
			'Enter the public address of a text file, such as https://files.example.com/call.txt, or set Transcript to From Text or None',
		],
		[
			{ metadataMode: 'json', metadataJson: '[]' },
			"'Metadata (JSON)' is not a JSON object: '[]'",
			'Enter names and values such as { "department": "accounting" }, or set Specify Metadata to Using Fields Below',
		],
		[{ is_inbound: '={{ $json.direction }}' }, "'Direction' is not chosen", DIRECTION],
		[{ is_inbound: '={{ "in" }}' }, "'Direction' is neither inbound nor outbound: 'in'", DIRECTION],
		[
			{ languageCode: '={{ $json.language }}' },
			"'Language Code' is empty",
			'Enter the language that is spoken, such as en for English',
		],
		[
			{ transcriptSource: 'text', transcript: 'Hello', options: { transcriptPart: '' } },
			"'Options' hold a form field without a name: 'Hello'",
			'Enter its name',
		],
		[
			{ options: { additionalFields: { fields: [{ name: ' ', value: 'x' }] } } },
			"'Options' hold a form field without a name: 'x'",
			'Enter its name',
		],
		[
			{ transcriptSource: 'text', transcript: ' ' },
			"'Transcript Text' is empty",
			'Enter the transcript, or set Transcript to None',
		],
		[
			{ binaryPropertyName: '={{ $json.missing }}' },
			"'Input Data Field Name' names no binary data of the item",
			'Enter a name that the item has binary data under: data',
		],
		[
			{ binaryPropertyName: '={{ { mimeType: "audio/wav", fileName: "call.wav" } }}' },
			"'Input Data Field Name' is a set of fields that is no file: 'mimeType, fileName'",
			"Enter the field's name, or an expression such as {{ $('Node').item.binary.data }}",
		],
	])('refuses %j before any request', async (bad, message, description) => {
		const { error } = await node.run({
			parameters: upload(bad),
			items: [withFile(WAV, 'call.wav')],
		});
		expect([error?.message, error?.description]).toEqual([message, description]);
		expect(await node.requestCounts()).toEqual({});
	});
});
