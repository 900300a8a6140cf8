import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { BinaryFile } from '../../engine/binary/binaryFile';
import { journals, sendOnce } from '../../engine/journal';
import {
	defineOperation,
	type Execution,
	type ItemTask,
	type OutputItem,
} from '../../engine/operation';
import { textOrNull } from '../../service/json';
import type { RecordingUpload } from '../../service/types';
import { readFormParts } from './formParts';
import {
	recordingFields,
	recordingOptions,
	type RecordingField,
	type RecordingOption,
} from './recordingFields';
import { readRecording, type RecordingFile } from './recordingFile';

const fileField: INodeProperties & { name: 'binaryPropertyName' } = {
	displayName: 'Input Data Field Name',
	name: 'binaryPropertyName',
	type: 'string',
	required: true,
	default: 'data',
	placeholder: 'e.g. data',
	description:
		'The name of the input field that contains the recording. Not available to AI agents, which cannot pass files to tools.',
	hint: 'MP3 or WAV, at most 100 MB; a sample rate of 8 kHz or more is recommended',
};

type UploadField = 'scoreNotice' | 'binaryPropertyName' | RecordingField;

const notice: INodeProperties & { name: 'scoreNotice' } = {
	displayName: 'The score is not returned to n8n. You find it in the dashboard of the service.',
	name: 'scoreNotice',
	type: 'notice',
	default: '',
};

export const upload = defineOperation({
	name: 'Upload',
	value: 'upload',
	action: 'Upload call recording for scoring',
	description:
		'Upload a call recording for scoring. You find the score in the dashboard of the service.',
	properties: [notice, fileField, ...recordingFields],
	options: recordingOptions,
	async prepare(task: ItemTask<UploadField, RecordingOption>) {
		const parts = readFormParts(task);
		const recording = await readRecording(task);
		return async (execution) => {
			return await uploadRecording(execution, recording, parts, task.itemIndex);
		};
	},
});

const journal = journals<IDataObject>();

async function uploadRecording(
	{ client, context, accepted, tally }: Execution,
	{ content, mimeType, name }: RecordingFile,
	parts: RecordingUpload['parts'],
	itemIndex: number,
): Promise<OutputItem[]> {
	const file = new BinaryFile(content, name, mimeType);
	const send = async () => await client.upload({ file, parts });
	const advice = `Look for '${name}' in the dashboard before you upload it again`;
	const upload = async () => {
		const answer = await sendOnce(send, 'recording', advice);
		tally.submitted++;
		return answer;
	};
	const answer = await journal(context).once(itemIndex, upload);
	accepted.addRecording(itemIndex, name);
	const message = textOrNull(answer.message);
	return [{ json: { ...answer, message, fileName: name, bytes: content.bytes } }];
}
