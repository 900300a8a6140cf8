import type { INodeProperties } from 'n8n-workflow';
import { BinaryFile } from '../../engine/binaryFile';
import {
	defineOperation,
	type Execution,
	type ItemTask,
	type OutputItem,
} from '../../engine/operation';
import { ServiceError, unknownOutcome } from '../../service/errors';
import { textOrNull } from '../../service/json';
import { settle } from '../../service/settle';
import type { RecordingUpload } from '../../service/types';
import { readParts } from './parts';
import {
	recordingFields,
	recordingOptions,
	type RecordingField,
	type RecordingOption,
} from './recordingFields';
import { hintLowSampleRate, readRecording, type RecordingFile } from './recordingFile';

const fileField: INodeProperties & { name: 'binaryPropertyName' } = {
	displayName: 'Input Data Field Name',
	name: 'binaryPropertyName',
	type: 'string',
	required: true,
	default: 'data',
	placeholder: 'e.g. data',
	description:
		'The name of the input field that holds the recording. Not for a tool of an AI agent, which is handed no files.',
	hint: 'MP3 or WAV, at most 100 MB; a sample rate of 8 kHz or more is recommended',
};

type UploadField = 'scoreNotice' | 'binaryPropertyName' | RecordingField;

const notice: INodeProperties & { name: 'scoreNotice' } = {
	displayName:
		'No score comes back to n8n. Look for it in the dashboard of the service, once the recording is scored.',
	name: 'scoreNotice',
	type: 'notice',
	default: '',
};

export const upload = defineOperation({
	name: 'Upload',
	value: 'upload',
	action: 'Upload call recording for scoring',
	description:
		'Send the recording of a call for scoring; the score shows in the dashboard of the service',
	properties: [notice, fileField, ...recordingFields],
	options: recordingOptions,
	async prepare(task: ItemTask<UploadField, RecordingOption>) {
		const parts = readParts(task);
		const recording = await readRecording(task);
		return async (execution) => await uploadRecording(execution, recording, parts);
	},
});

async function uploadRecording(
	{ client, context, uploaded }: Execution,
	{ content, format, name }: RecordingFile,
	parts: RecordingUpload['parts'],
): Promise<OutputItem[]> {
	hintLowSampleRate(context, name, format);
	const file = new BinaryFile(content, name, format.mimeType);
	const answer = await settle(client.upload({ file, parts }));
	if (answer.ok) {
		uploaded(name);
		const message = textOrNull(answer.value.message);
		return [{ json: { ...answer.value, message, fileName: name, bytes: content.bytes } }];
	}
	const { error } = answer;
	if (!(error instanceof ServiceError) || error.details.outcome === 'rejected') throw error;
	const advice = `Look for '${name}' in the dashboard of the service before uploading it again`;
	throw unknownOutcome('recording', error, advice);
}
