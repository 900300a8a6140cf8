import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { type BinaryContent, openBinary, readHead } from '../../engine/binaryFile';
import { InputError } from '../../engine/input';
import type { ItemTask } from '../../engine/operation';
import { AUDIO_HEAD_BYTES, type AudioFormat, detectAudio } from './audio';
import { isObject } from '../../service/json';
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
	const given = input.value('binaryPropertyName');
	const binary = isObject(given)
		? checkBinary(given)
		: findBinary(context, itemIndex, input.text('binaryPropertyName'));
	const content = await openBinary(context, binary);
	// The name can be an empty text, too.
	const named = binary.fileName || (isObject(given) ? binary.mimeType : given);
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
	return { content, format, name: binary.fileName || `recording.${format.extension}` };
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

/** Binary data itself, which n8n allows an expression to give. @throws InputError */
function checkBinary(given: IDataObject): IBinaryData {
	if (isBinary(given)) return given;
	const advice =
		"Enter the field's name, or an expression such as {{ $('Node').item.binary.data }}";
	throw new InputError(FIELD, Object.keys(given), 'is an object that holds no file', advice);
}

function isBinary(value: unknown): value is IBinaryData {
	if (!isObject(value) || typeof value.mimeType !== 'string') return false;
	const hasContent = typeof value.id === 'string' || typeof value.data === 'string';
	return hasContent && ['string', 'undefined'].includes(typeof value.fileName);
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
