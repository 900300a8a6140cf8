import { checkHttpUrl } from '../../engine/checks';
import type { Input } from '../../engine/input';
import { InputError } from '../../engine/inputError';
import type { ItemTask } from '../../engine/operation';
import { readMetadata } from '../../fields/metadata';
import type { RecordingField, RecordingOption } from './recordingFields';

type Parts = Array<[name: string, value: string]>;

/** The text parts of the form, in order, without those that are empty. @throws InputError */
export function readParts({ input, options }: ItemTask<RecordingField, RecordingOption>): Parts {
	const metadata = readMetadata(input);
	const parts: Parts = [
		['agent_name', input.text('agent_name')],
		['is_inbound', readDirection(input)],
		['metadata', Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : ''],
		...readLanguage(input, options),
		...readTranscript(input, options),
		...readAdditionalFields(options),
	];
	const sent = parts.filter(([, value]) => value !== '');
	const unnamed = sent.find(([name]) => name === '');
	if (!unnamed) return sent;
	throw new InputError('Options', unnamed[1], 'hold a form field without a name', 'Enter its name');
}

const INBOUND = ['inbound', 'true'];
const OUTBOUND = ['outbound', 'false'];

/** As the service takes it. @throws InputError */
function readDirection(input: Input<RecordingField>): 'true' | 'false' {
	const given = input.text('is_inbound');
	const direction = given.toLowerCase();
	if (INBOUND.includes(direction)) return 'true';
	if (OUTBOUND.includes(direction)) return 'false';
	const problem = given === '' ? 'is not chosen' : 'is neither inbound nor outbound';
	const advice = 'Choose Inbound for a call that came in, Outbound for one that the agent made';
	throw new InputError(input.label('is_inbound'), given, problem, advice);
}

/** @throws InputError */
function readLanguage(input: Input<RecordingField>, options: Input<RecordingOption>): Parts {
	const part = options.text('languagePart');
	const code = input.text('languageCode');
	if (part === '') return [];
	if (code !== '') return [[part, code]];
	const advice = 'Enter the language that is spoken, such as en for English';
	throw new InputError(input.label('languageCode'), code, 'is empty', advice);
}

function readTranscript(input: Input<RecordingField>, options: Input<RecordingOption>): Parts {
	const source = input.choice('transcriptSource', ['none', 'text', 'url']);
	if (source === 'none') return [];
	if (source === 'text') {
		const text = input.text('transcript');
		if (text !== '') return [[options.text('transcriptPart'), text]];
		const advice = 'Enter the transcript, or set Transcript to None';
		throw new InputError('Transcript Text', text, 'is empty', advice);
	}
	const advice =
		'Enter the public address of a text file, such as https://files.example.com/call.txt, or set Transcript to From Text or None';
	const url = checkHttpUrl('Transcript URL', input.text('transcriptUrl'), advice);
	return [[options.text('transcriptUrlPart'), url]];
}

function readAdditionalFields(options: Input<RecordingOption>): Parts {
	const rows = options.rows('additionalFields', 'fields');
	return rows.map((row): [string, string] => [row.text('name'), row.text('value')]);
}
