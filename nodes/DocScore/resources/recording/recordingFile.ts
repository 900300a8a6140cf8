import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { type BinaryContent, openBinary, readHead } from '../../engine/binaryFile';
import { InputError } from '../../engine/input';
import type { ItemTask } from '../../engine/operation';
import { AUDIO_HEAD_BYTES, type AudioFormat, detectAudio } from './audio';
import { MAX_RECORDING_BYTES } from '../../service/types';

const FIELD = 'Input Data Field Name';
const RECOMMENDED_SAMPLE_RATE = 8_000;

export interface RecordingFile {
	content: BinaryContent;
	format: AudioFormat;
	name: string;
}

/** The recording of the item, found to be one that the service takes. @throws InputError */
export async function readRecording({
	input,
	itemIndex,
	context,
}: ItemTask<'binaryPropertyName'>): Promise<RecordingFile> {
	const field = input.text('binaryPropertyName');
	const binary = findBinary(context, itemIndex, field);
	const content = await openBinary(context, binary);
	const named = binary.fileName ?? field;
	if (content.bytes === 0) {
		throw new InputError(FIELD, named, 'holds an empty file', 'Give a recording with content');
	}
	if (content.bytes > MAX_RECORDING_BYTES) {
		const problem = `holds a file of ${content.bytes} bytes, more than the service takes`;
		throw new InputError(FIELD, named, problem, 'Give a recording of at most 100 MB');
	}
	const format = detectAudio(await readHead(content, AUDIO_HEAD_BYTES));
	if (format === null) {
		const advice = 'Give an MP3 or WAV recording; its content counts, not its name';
		throw new InputError(FIELD, named, 'holds a file that is neither MP3 nor WAV', advice);
	}
	return { content, format, name: binary.fileName ?? `recording.${format.extension}` };
}

function findBinary(context: IExecuteFunctions, itemIndex: number, field: string): IBinaryData {
	const item = context.getInputData()[itemIndex];
	if (
		item?.binary?.[field] !== undefined ||
		context.getWorkflowSettings().binaryMode === 'combined'
	) {
		return context.helpers.assertBinaryData(itemIndex, field);
	}
	const present = Object.keys(item?.binary ?? {});
	const advice =
		present.length === 0
			? 'The item has no binary data: let a node before this one read or download the recording'
			: `The item has: ${present.join(', ')}`;
	throw new InputError(FIELD, field, 'names no binary data of the item', advice);
}

export function hintLowSampleRate(
	context: IExecuteFunctions,
	name: string,
	{ sampleRate }: AudioFormat,
): void {
	if (sampleRate === null || sampleRate >= RECOMMENDED_SAMPLE_RATE) return;
	context.addExecutionHints({
		message: `${name} has a sample rate of ${sampleRate} Hz; 8,000 Hz or more is recommended`,
		type: 'warning',
		location: 'outputPane',
	});
}
