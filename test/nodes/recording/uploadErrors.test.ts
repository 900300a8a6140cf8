// Sources: resources/recording/recordingFile.ts
import { wavOf } from '../../sandbox/samples/audio';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { sha256, upload, withFile } from './uploads';

const node = new SandboxedNode();
const time = useDrivenTime(node);
const WAV = wavOf(16_000, 16_000);
const CALLS = [withFile(WAV, 'one.wav'), withFile(WAV, 'two.wav')];
const DIRECTION = 'Select Inbound for an incoming call or Outbound for an outgoing call';

describe('Recording: Upload, with faults', () => {
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

	it('uploads again after a 429, from the start', async () => {
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

	it('reports a rejection that arrives during the upload', async () => {
		const { errorItems } = await node.run({
			credential: { apiKey: 'wrong' },
			parameters: upload({ options: { maxConcurrentRequests: 1 } }),
			items: Array.from({ length: 10 }, () => withFile(wavOf(4_000_000), 'long.wav')),
			onError: 'continueErrorOutput',
		});
		expect(errorItems.map((item) => item.json.error)).toEqual(
			Array.from({ length: 10 }, () => 'The service rejected the API Key'),
		);
	});
});

describe('Recording: Upload, with invalid input', () => {
	it.each([
		[
			'a text named .mp3',
			withFile(Buffer.from('not audio'), 'a.mp3'),
			"has a file that is a text file: 'a.mp3'",
			'Provide an MP3 or WAV recording. The content counts, not the file name',
		],
		[
			'an M4A recording',
			withFile(Buffer.from('\0\0\0\x18ftypM4A \0\0\0\0'), 'a.mp3'),
			"has a file that is an M4A recording: 'a.mp3'",
			'Convert it to MP3',
		],
		[
			'zero bytes',
			withFile(Buffer.alloc(90), 'a.mp3'),
			"has a file that is of an unknown type: 'a.mp3'",
			'Provide an MP3 or WAV recording. The content counts, not the file name',
		],
		[
			'a video',
			withFile(Buffer.from('RIFF\x10\0\0\0AVI LIST'), 'a.wav'),
			"has a file that is an AVI video: 'a.wav'",
			'Save its sound as MP3',
		],
		[
			'an empty file',
			withFile(Buffer.alloc(0), 'b.wav'),
			"has an empty file: 'b.wav'",
			'Provide a recording with content',
		],
		[
			'100 MB and one byte',
			withFile(wavOf(100 * 1024 * 1024 - 43), 'c.wav'),
			"has a file larger than 100 MB: 'c.wav'",
			'Provide a recording of at most 100 MB',
		],
		[
			'no binary data',
			{ json: {} },
			"found no file in field 'data'",
			'If the item comes from an email, turn on Download Attachments in the node that reads it, and filter out emails without attachments. Otherwise add a node that reads or downloads the file before this node',
		],
	])('rejects %s before any request, by name', async (_, item, problem, message) => {
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

	it('accepts exactly 100 MB', async () => {
		const items = [withFile(wavOf(100 * 1024 * 1024 - 44), 'c.wav'), { json: {} }];
		const { error } = await node.run({ parameters: upload(), items });
		// Nothing is uploaded, because of the item without a file. It is the only one with a problem.
		expect(error?.context.itemIndex).toBe(1);
		expect(error?.description).not.toContain('Item 0');
		expect(await node.requestCounts()).toEqual({});
	});

	it('names the available fields', async () => {
		const { data } = withFile(WAV, 'call.wav').binary ?? {};
		if (!data) throw new Error('There is no file');
		const { error } = await node.run({
			parameters: upload({ binaryPropertyName: 'audio' }),
			items: [{ json: {}, binary: { call: data, copy: data } }],
		});
		expect(error?.message).toContain("'audio'");
		expect(error?.description).toBe('Enter one of the fields with files: call, copy');
	});

	it.each([
		[
			{ transcriptSource: 'url', transcriptUrl: 'call.txt' },
			"'Transcript URL' cannot be the name of a file: 'call.txt'",
			'Enter the public URL of a text file, such as https://files.example.com/call.txt, or set Transcript to From Text or None',
		],
		[
			{ additionalFields: { metadataJson: '[]' } },
			"'Metadata (JSON)' is not a JSON object: '[]'",
			'Enter names and values such as { "department": "accounting" }',
		],
		[{ is_inbound: '={{ $json.direction }}' }, "'Direction' is not selected", DIRECTION],
		[{ is_inbound: '={{ "in" }}' }, "'Direction' is neither inbound nor outbound: 'in'", DIRECTION],
		[
			{ languageCode: '={{ $json.language }}' },
			"'Language Code' is empty",
			'Enter the spoken language, such as en for English',
		],
		[
			{ options: { additionalFields: { fields: [{ name: ' ', value: 'x' }] } } },
			"'Additional Form Fields' has a field without a name: 'x'",
			'Enter a name for the form field',
		],
		[
			{ transcriptSource: 'text', transcript: ' ' },
			"'Transcript Text' is empty",
			'Enter the transcript, or set Transcript to None',
		],
		[
			{ binaryPropertyName: '={{ $json.missing }}' },
			"'Input Data Field Name' is empty",
			'Enter one of the fields with files: data',
		],
		[
			{ binaryPropertyName: '={{ { mimeType: "audio/wav", fileName: "call.wav" } }}' },
			"'Input Data Field Name' is an object, not a file: 'mimeType, fileName'",
			"Enter the field name, or an expression such as {{ $('Node').item.binary.data }}",
		],
	])('rejects %j before any request', async (bad, message, description) => {
		const { error } = await node.run({
			parameters: upload(bad),
			items: [withFile(WAV, 'call.wav')],
		});
		expect([error?.message, error?.description]).toEqual([message, description]);
		expect(await node.requestCounts()).toEqual({});
	});

	it.each([
		['file', 'Input Data Field Name', {}],
		['File ', 'Input Data Field Name', {}],
		['agent_name', 'Agent Name', {}],
		['is_inbound', 'Direction', {}],
		['metadata', 'Metadata', {}],
		['language_code', 'Language Code', {}],
		['Language_Code', 'Language Code', {}],
		['transcript', 'Transcript', { transcriptSource: 'text', transcript: 'Hello' }],
	])(
		'rejects the additional form field %s, because the node already sends %s in it',
		async (name, label, more) => {
			const additionalFields = { fields: [{ name, value: 'x' }] };
			const { error } = await node.run({
				parameters: upload({ ...more, options: { additionalFields } }),
				items: CALLS,
			});
			expect(error?.message).toBe(
				`'Additional Form Fields' repeats a field that the node already sends: '${name.trim()}'`,
			);
			const [advice] = (error?.description ?? '').split('\n');
			expect(advice).toBe(`Remove it, and use ${label} instead.`);
			expect(await node.requestCounts()).toEqual({});
		},
	);

	it.each(['is_inbound', 'languageCode'])('requires %s in the editor', async (name) => {
		const running = async () =>
			await node.run({ parameters: upload({ [name]: '' }), items: CALLS });
		// n8n 1.x says no more than that there is something.
		const told = /Parameter "(Direction|Language Code)" is required|The workflow has issues/;
		await expect(running).rejects.toThrow(told);
		expect(await node.requestCounts()).toEqual({});
	});
});

it('advises a smaller recording or less metadata if the service finds the upload too large', async () => {
	await node.control.setDialect({ maxRecordingBytes: 1_000 });
	const { error } = await node.run({ parameters: upload(), items: [withFile(WAV, 'call.wav')] });
	expect(error?.message).toMatch(
		/^Recording 'call\.wav': The request is too large for the service\. /,
	);
	expect(error?.description).toBe('Make the recording or its metadata smaller');
});
