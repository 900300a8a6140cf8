import type { BinaryContent } from '../../engine/binary/binaryFile';
import { nameFor, safeFileName } from '../../engine/binary/fileName';
import { gatherHint } from '../../engine/hintOnce';
import { InputError } from '../../engine/input/inputError';
import { binaryOf, openFile } from '../../engine/binary/itemBinary';
import { unsupported } from '../../engine/binary/unsupported';
import type { ItemTask } from '../../engine/operation';
import { isObject } from '../../service/json';
import { MAX_RECORDING_BYTES } from '../../service/types';
import { readWav } from './wavFile';

const FIELD = 'Input Data Field Name';
const RECOMMENDED_SAMPLE_RATE = 8_000;

const NO_SOUND =
	'Telephone systems write such a file if nobody answers. Add a Filter node before this node, or set On Error to Continue to upload the others';

export interface RecordingFile {
	content: BinaryContent;
	/** With the extension of its content. */
	name: string;
	mimeType: string;
}

/** The item's recording, checked for format and size. @throws InputError */
export async function readRecording({
	input,
	itemIndex,
	context,
}: ItemTask<'binaryPropertyName'>): Promise<RecordingFile> {
	const value = input.value('binaryPropertyName');
	const given = isObject(value) || value === '' ? value : input.text('binaryPropertyName');
	const request = { context, itemIndex, label: FIELD };
	const { binary, name: named } = binaryOf(request, given);
	const { content, type, head } = await openFile(request, { binary, name: named });
	if (content.bytes === 0) {
		throw new InputError(FIELD, named, 'has an empty file', 'Provide a recording with content');
	}
	if (content.bytes > MAX_RECORDING_BYTES) {
		const problem = 'has a file larger than 100 MB';
		throw new InputError(FIELD, named, problem, 'Provide a recording of at most 100 MB');
	}
	if (type?.kind !== 'recording') throw unsupported(FIELD, named, type, 'recording');
	const name = nameFor(safeFileName(binary.fileName ?? '') || 'recording', type.endings);
	if (type.mimeType === 'audio/wav') {
		const { sampleRate, isEmpty } = readWav(head, content.bytes);
		if (isEmpty) throw new InputError(FIELD, named, 'has a recording without sound', NO_SOUND);
		if (sampleRate !== null && sampleRate < RECOMMENDED_SAMPLE_RATE)
			gatherHint(context, tellLowRates, itemIndex, `'${name}' (${sampleRate} Hz)`);
	}
	return { content, name, mimeType: type.mimeType ?? '' };
}

const tellLowRates = (list: string): string =>
	`Some recordings have a sample rate below the recommended 8,000 Hz. ${list}. If words are missing or wrong, record at a higher rate.`;
