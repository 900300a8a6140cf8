import type { IExecuteFunctions } from 'n8n-workflow';
import { type BinaryContent, openBinary, readHead } from '../../engine/binary/binaryFile';
import { safeFileName } from '../../engine/binary/fileName';
import { hintOnce } from '../../engine/hintOnce';
import { InputError } from '../../engine/input/inputError';
import { binaryOf } from '../../engine/binary/itemBinary';
import { weakMemoize } from '../../engine/weakMemoize';
import type { ItemTask } from '../../engine/operation';
import { AUDIO_HEAD_BYTES, type AudioFormat, detectAudio } from './audio';
import { isObject } from '../../service/json';
import { MAX_RECORDING_BYTES } from '../../service/types';

const FIELD = 'Input Data Field Name';
const RECOMMENDED_SAMPLE_RATE = 8_000;

/** The most recordings that a hint names. */
const MOST_NAMED = 3;

export interface RecordingFile {
	content: BinaryContent;
	format: AudioFormat;
	name: string;
}

/** The item's recording, checked for format and size. @throws InputError */
export async function readRecording({
	input,
	itemIndex,
	context,
}: ItemTask<'binaryPropertyName'>): Promise<RecordingFile> {
	const value = input.given('binaryPropertyName');
	const given = isObject(value) || value === '' ? value : input.text('binaryPropertyName');
	const { binary, name: named } = binaryOf({ context, itemIndex, label: FIELD }, given);
	const content = await openBinary(context, binary);
	if (content.bytes === 0) {
		throw new InputError(FIELD, named, 'has an empty file', 'Provide a recording with content');
	}
	if (content.bytes > MAX_RECORDING_BYTES) {
		const problem = 'has a file larger than 100 MB';
		throw new InputError(FIELD, named, problem, 'Provide a recording of at most 100 MB');
	}
	const format = detectAudio(await readHead(content, AUDIO_HEAD_BYTES));
	if (format === null) {
		const advice = 'Provide an MP3 or WAV recording. The content counts, not the file name';
		throw new InputError(FIELD, named, 'has a file that is neither MP3 nor WAV', advice);
	}
	const name = safeFileName(binary.fileName ?? '') || `recording.${format.extension}`;
	noteSampleRate(context, itemIndex, name, format);
	return { content, format, name };
}

/** Recordings with a low sample rate, by item index, for the hint. */
const lowRatesIn = weakMemoize<IExecuteFunctions, Map<number, string>>(() => new Map());

function noteSampleRate(
	context: IExecuteFunctions,
	itemIndex: number,
	name: string,
	{ sampleRate }: AudioFormat,
): void {
	if (sampleRate === null || sampleRate >= RECOMMENDED_SAMPLE_RATE) return;
	lowRatesIn(context).set(itemIndex, `'${name}' (${sampleRate} Hz)`);
}

/** Shows one hint for all prepared items. */
export function hintLowSampleRates(context: IExecuteFunctions): void {
	const low = [...lowRatesIn(context)].sort(([a], [b]) => a - b).map(([, told]) => told);
	if (low.length === 0) return;
	const left = low.length - MOST_NAMED;
	const named = low.slice(0, MOST_NAMED);
	const last = left > 0 ? `${left} more` : named.pop();
	const which = [named.join(', '), last].filter((part) => part).join(' and ');
	const message = `Some recordings have a sample rate below the recommended 8,000 Hz: ${which}. If words are missing or wrong, record at a higher rate.`;
	hintOnce(context, message);
}
