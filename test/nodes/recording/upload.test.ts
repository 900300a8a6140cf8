// Sources: resources/recording/formParts.ts, resources/recording/recordingFields.ts
import { mp3Of, wavOf } from '../../sandbox/samples/audio';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { hintsOf } from '../../harness/n8n/runNode';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { ofTag } from '../../unit/engine/binary/fileSamples';
import { sha256, upload, withFile } from './uploads';

const node = new SandboxedNode();
useDrivenTime(node);
const WAV = wavOf(16_000, 16_000);
const MP3 = mp3Of(20);

const CALLS = [withFile(WAV, 'first.wav'), withFile(MP3, 'second.mp3')];

describe('Recording: Upload', () => {
	it('uploads the complete recording of each item, in order and paired', async () => {
		const { items, error } = await node.run({ parameters: upload(), items: CALLS });
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: { message: expect.any(String), fileName: 'first.wav', bytes: WAV.length },
				pairedItem: { item: 0 },
			},
			{
				json: { message: expect.any(String), fileName: 'second.mp3', bytes: MP3.length },
				pairedItem: { item: 1 },
			},
		]);
		const recordings = await node.control.recordings();
		expect(recordings.map(({ fileName, sha256: hash }) => [fileName, hash]).sort()).toEqual([
			['first.wav', sha256(WAV)],
			['second.mp3', sha256(MP3)],
		]);
	});

	it('sends a length, the type of the content, and the defaults', async () => {
		await node.run({ parameters: upload(), items: [withFile(WAV, 'call.mp3')] });
		const [recording] = await node.control.recordings();
		expect(recording).toMatchObject({
			contentType: 'audio/wav',
			format: 'wav',
			isInbound: true,
			languageCode: 'en',
			agentName: null,
			transcript: null,
			transcriptUrl: null,
			metadata: null,
		});
		expect(recording?.contentLength).toBeGreaterThan(WAV.length);
	});

	it.each([
		['RE557ce644e5ab84fa21cc21112e22c485', 'RE557ce644e5ab84fa21cc21112e22c485.mp3'],
		['call.m4a', 'call.m4a.mp3'],
		['CALL.MP3', 'CALL.MP3'],
		['ä'.repeat(127), `${'ä'.repeat(125)}.mp3`],
	])('sends an MP3 called %s as %s, like its type', async (fileName, sent) => {
		const items = [withFile(MP3, fileName), withFile(WAV, 'other.wav')];
		const { error } = await node.run({ parameters: upload(), items });
		expect(error).toBeUndefined();
		const recordings = await node.control.recordings();
		const named = Object.fromEntries(recordings.map((each) => [each.fileName, each.contentType]));
		expect(named).toEqual({ [sent]: 'audio/mpeg', 'other.wav': 'audio/wav' });
	});

	it('sends a WAV of 64 bits', async () => {
		const call = withFile(Buffer.concat([Buffer.from('RF64'), WAV.subarray(4)]), 'long.wav');
		const { error } = await node.run({ parameters: upload(), items: [call, call] });
		expect(error).toBeUndefined();
		expect(await node.control.recordings()).toMatchObject([{ format: 'wav' }, { format: 'wav' }]);
	});

	it('sends the whole file, also what is before the first frame', async () => {
		const tag = ofTag(60_000);
		const calls = [Buffer.concat([tag, MP3]), Buffer.concat([Buffer.alloc(5_000, 0x55), MP3])];
		const items = calls.map((call, at) => withFile(call, `${at}.mp3`));
		const { error } = await node.run({ parameters: upload(), items });
		expect(error).toBeUndefined();
		const hashes = (await node.control.recordings()).map((recording) => recording.sha256);
		expect(hashes.sort()).toEqual(calls.map(sha256).sort());
	});

	it('uploads the other nine if a telephone system recorded a call without sound', async () => {
		const items = Array.from({ length: 10 }, (_, at) =>
			withFile(at === 4 ? wavOf(0) : WAV, `call-${at}.wav`),
		);
		const run = await node.run({ parameters: upload(), items, onError: 'continueErrorOutput' });
		expect(run.items).toHaveLength(9);
		expect(run.errorItems.map(({ json }) => [json.error, json.message])).toEqual([
			[
				"'Input Data Field Name' has a recording without sound: 'call-4.wav'",
				'Telephone systems write such a file if nobody answers. Add a Filter node before this node, or set On Error to Continue to upload the others',
			],
		]);
		expect(await node.requestCounts()).toEqual({ recording: 9 });
		const stopped = await node.run({ parameters: upload(), items });
		expect(stopped.error?.message).toContain('without sound');
		expect(await node.requestCounts()).toEqual({ recording: 9 });
	});

	it('sends every field under its name, and additional ones', async () => {
		const given = {
			agent_name: 'Zoë "Zed" O’Hara',
			is_inbound: false,
			languageCode: 'pt-BR',
			additionalFields: { metadataJson: '{ "queue": "sales", "n": 2 }' },
		};
		const options = {
			additionalFields: { fields: [{ name: 'campaign', value: 'spring\nsummer' }] },
		};
		const text = { transcriptSource: 'text', transcript: 'Olá\nbom dia' };
		const url = { transcriptSource: 'url', transcriptUrl: 'https://files.example.com/call.txt' };
		for (const transcript of [text, url]) {
			const { error } = await node.run({
				parameters: upload({ ...given, ...transcript, options }),
				items: [withFile(WAV, 'call.wav')],
			});
			expect(error).toBeUndefined();
		}
		const common = {
			agentName: 'Zoë "Zed" O’Hara',
			isInbound: false,
			languageCode: 'pt-BR',
			metadata: { queue: 'sales', n: 2 },
		};
		const recordings = await node.control.recordings();
		// A form ends lines with CR and LF, whatever the text contained.
		expect(recordings).toMatchObject([
			{ ...common, transcript: 'Olá\r\nbom dia', transcriptUrl: null },
			{ ...common, transcript: null, transcriptUrl: url.transcriptUrl },
		]);
		for (const { parts } of recordings) {
			const campaign = parts.find((part) => part.name === 'campaign')?.value;
			expect(campaign).toBe('spring\r\nsummer');
		}
	});

	it('omits empty additional rows', async () => {
		const fields = [
			{ name: '', value: '' },
			{ name: 'campaign', value: 'spring' },
			{ name: 'note', value: ' ' },
		];
		const options = { additionalFields: { fields } };
		const { items, error } = await node.run({
			parameters: upload({ options }),
			items: CALLS,
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(2);
		const parts = [
			{ name: 'is_inbound', value: 'true' },
			{ name: 'language_code', value: 'en' },
			{ name: 'campaign', value: 'spring' },
		];
		const recordings = await node.control.recordings();
		expect(recordings.map((recording) => recording.parts)).toEqual([parts, parts]);
	});

	it.each(['$input.item.binary.data', '$("Items").item.binary.data'])(
		'uploads the file that the expression %s returns',
		async (expression) => {
			const { items, error } = await node.run({
				parameters: upload({ binaryPropertyName: `={{ ${expression} }}` }),
				items: CALLS,
			});
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json.fileName)).toEqual(['first.wav', 'second.mp3']);
			const hashes = (await node.control.recordings()).map((recording) => recording.sha256);
			expect(hashes.sort()).toEqual([sha256(WAV), sha256(MP3)].sort());
		},
	);

	it.each([undefined, ''])('names a file by its format if its name is %j', async (fileName) => {
		const { items, error } = await node.run({
			parameters: upload(),
			items: [withFile(WAV, fileName), withFile(MP3, fileName)],
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.fileName)).toEqual(['recording.wav', 'recording.mp3']);
		const names = (await node.control.recordings()).map((recording) => recording.fileName);
		expect(names.sort()).toEqual(['recording.mp3', 'recording.wav']);
	});

	it.each([undefined, ''])(
		'names a file by its field in an error if its name is %j',
		async (fileName) => {
			const { error } = await node.run({
				parameters: upload(),
				items: [withFile(Buffer.from('not audio'), fileName)],
			});
			expect(error?.message).toBe("'Input Data Field Name' has a file that is a text file: 'data'");
		},
	);

	it('shows one hint for low sample rates and uploads the recordings', async () => {
		const run = await node.run({
			parameters: upload(),
			items: [
				withFile(wavOf(8_000, 6_000), 'old.wav'),
				withFile(wavOf(8_000, 4_000), 'older.wav'),
				withFile(wavOf(8_000, 8_000), 'just.wav'),
				withFile(WAV, 'new.wav'),
			],
		});
		expect(run.items).toHaveLength(4);
		expect(hintsOf(run)).toEqual([
			"Some recordings have a sample rate below the recommended 8,000 Hz. item 0: 'old.wav' (6000 Hz); item 1: 'older.wav' (4000 Hz). If words are missing or wrong, record at a higher rate.",
		]);
	});

	it.each([
		['inbound', true],
		['outbound', false],
		['={{ " Inbound" }}', true],
		['={{ "Outbound" }}', false],
		['={{ true }}', true],
		['={{ false }}', false],
		['={{ "true" }}', true],
	])('sends the direction for %s', async (is_inbound, isInbound) => {
		const { error } = await node.run({ parameters: upload({ is_inbound }), items: CALLS });
		expect(error).toBeUndefined();
		expect(await node.control.recordings()).toMatchObject([{ isInbound }, { isInbound }]);
	});

	it('sends an additional form field with the name of one that is not sent', async () => {
		const options = { additionalFields: { fields: [{ name: 'transcript', value: 'Hello' }] } };
		const { error } = await node.run({ parameters: upload({ options }), items: CALLS });
		expect(error).toBeUndefined();
		const sent = { transcript: 'Hello' };
		expect(await node.control.recordings()).toMatchObject([sent, sent]);
	});

	it('sends a file name with half a character', async () => {
		const call = withFile(WAV, '../half \ud83d');
		const { error, items } = await node.run({ parameters: upload(), items: [call, call] });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.fileName)).toEqual(['half \ufffd.wav', 'half \ufffd.wav']);
		const [recording] = await node.control.recordings();
		expect(recording?.fileName).toBe('half \ufffd.wav');
	});
});
