import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { upload, withFile } from '../../nodes/recording/uploads';
import { wavOf } from '../../sandbox/samples/audio';
import type { Provocation, Stage } from './stage';

const WAV = wavOf(16_000);

/** Errors of recordings, before and during the upload. */
export function ofRecordings(stage: Stage): Provocation[] {
	const row = (
		did: string,
		parameters: INodeParameters,
		item: INodeExecutionData = withFile(WAV, 'call.wav'),
	) => stage.rejected('Upload', did, upload(parameters), [item]);
	const field = { name: '', value: 'spring' };
	const sent = (did: string, answer: Parameters<Stage['errorAt']>[0]): Provocation => ({
		where: 'Upload',
		did,
		provoke: async () =>
			await stage.errorAt(answer, upload(), { items: [withFile(WAV, 'call.wav')] }),
	});
	return [
		row('An item without a file', {}, { json: {} }),
		row('Input Data Field Name: another one than the item has', { binaryPropertyName: 'call' }),
		row('An empty file', {}, withFile(Buffer.alloc(0), 'call.wav')),
		row('A file of more than 100 MB', {}, withFile(wavOf(100 * 1024 * 1024), 'call.wav')),
		row('A text', {}, withFile(Buffer.from('not audio'), 'call.mp3')),
		row('A FLAC recording', {}, withFile(Buffer.from('fLaC'), 'call.mp3')),
		row('An AVI video', {}, withFile(Buffer.from('RIFF\x10\0\0\0AVI LIST'), 'call.wav')),
		row('A tag alone', {}, withFile(Buffer.from('ID3\x03\0\0\0\0\0\0'), 'call.mp3')),
		row('A WAV file without sound', {}, withFile(wavOf(0), 'call.wav')),
		row('Direction: an expression that returns nothing', { is_inbound: '={{ $json.missing }}' }),
		row('Direction: a word', { is_inbound: '={{ "maybe" }}' }),
		row('Language Code: an expression that returns nothing', {
			languageCode: '={{ $json.missing }}',
		}),
		row('Transcript From Text, left empty', { transcriptSource: 'text' }),
		row('Transcript URL: the name of a file', { transcriptSource: 'url', transcriptUrl: 'a.txt' }),
		row('An additional form field that the node sends itself', {
			options: { additionalFields: { fields: [{ name: 'file', value: 'x' }] } },
		}),
		row('A form field without a name', { options: { additionalFields: { fields: [field] } } }),
		sent('A service that rejects it', { status: 400, body: { error: 'No more' } }),
		sent('A service that rejects it with a web page', { status: 413, body: '<html>' }),
		sent('A service that reports a failure', { status: 200, body: { error: 'Disk is full' } }),
		sent('A Base URL that is wrong', { status: 404, body: { error: 'Not found' } }),
		sent('A connection that is lost', null),
		{
			where: 'Upload',
			did: 'One of three recordings that the service rejects',
			provoke: async () => {
				const fault = {
					kind: 'status',
					status: 400,
					error: 'No more',
					times: 1,
					after: 2,
				} as const;
				await stage.control.addFault({ ...fault, endpoint: 'recording' });
				return await stage.error({
					parameters: upload({ options: { maxConcurrentRequests: 1 } }),
					items: [1, 2, 3].map((number) => withFile(WAV, `call-${number}.wav`)),
				});
			},
		},
		{
			where: 'Upload, hint',
			did: 'A recording of 4,000 Hz',
			provoke: async () => {
				const items = [withFile(wavOf(4_000, 4_000), 'call.wav')];
				return await stage.hints({ parameters: upload(), items });
			},
		},
	];
}
