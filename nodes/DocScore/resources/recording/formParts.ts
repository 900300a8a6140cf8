import { checkHttpUrl } from '../../engine/input/validation';
import type { Input } from '../../engine/input/input';
import { InputError } from '../../engine/input/inputError';
import type { ItemTask } from '../../engine/operation';
import { readMetadata } from '../../fields/metadata';
import type { RecordingField, RecordingOption } from './recordingFields';

type FormParts = Array<[name: string, value: string]>;

/** The text parts of the form, in order, without empty ones. @throws InputError */
export function readFormParts({
	input,
	options,
}: ItemTask<RecordingField, RecordingOption>): FormParts {
	const metadata = readMetadata(input.collection('additionalFields'));
	const language = readLanguage(input);
	const transcript = readTranscript(input);
	const own = new Map([
		['file', 'Input Data Field Name'],
		['agent_name', input.label('agent_name')],
		['is_inbound', input.label('is_inbound')],
		['metadata', 'Metadata'],
		...language.map(([name]) => [name, input.label('languageCode')] as const),
		...transcript.map(([name]) => [name, input.label('transcriptSource')] as const),
	]);
	const parts: FormParts = [
		['agent_name', input.text('agent_name')],
		['is_inbound', readDirection(input)],
		['metadata', Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : ''],
		...language,
		...transcript,
		...readAdditionalFields(options, own),
	];
	return parts.filter(([, value]) => value !== '');
}

const NAME_IT = 'Enter a name for the form field';

const INBOUND = ['inbound', 'true'];
const OUTBOUND = ['outbound', 'false'];

/** The direction as the service expects it. @throws InputError */
function readDirection(input: Input<RecordingField>): 'true' | 'false' {
	const given = input.textOrFlag('is_inbound');
	const direction = given.toLowerCase();
	if (INBOUND.includes(direction)) return 'true';
	if (OUTBOUND.includes(direction)) return 'false';
	const problem = given === '' ? 'is not selected' : 'is neither inbound nor outbound';
	const advice = 'Select Inbound for an incoming call or Outbound for an outgoing call';
	throw new InputError(input.label('is_inbound'), given, problem, advice);
}

/** @throws InputError */
function readLanguage(input: Input<RecordingField>): FormParts {
	const code = input.text('languageCode');
	if (code !== '') return [['language_code', code]];
	const advice = 'Enter the spoken language, such as en for English';
	throw new InputError(input.label('languageCode'), code, 'is empty', advice);
}

/** @throws InputError */
function readTranscript(input: Input<RecordingField>): FormParts {
	const source = input.choice('transcriptSource', ['none', 'text', 'url']);
	if (source === 'none') return [];
	if (source === 'text') {
		const text = input.text('transcript');
		if (text !== '') return [['transcript', text]];
		const advice = 'Enter the transcript, or set Transcript to None';
		throw new InputError('Transcript Text', text, 'is empty', advice);
	}
	const advice =
		'Enter the public URL of a text file, such as https://files.example.com/call.txt, or set Transcript to From Text or None';
	const url = checkHttpUrl('Transcript URL', input.text('transcriptUrl'), advice);
	return [['transcript_url', url]];
}

/**
 * @param own names of parts that the node sets itself, with the labels of their fields
 * @throws InputError
 */
function readAdditionalFields(
	options: Input<RecordingOption>,
	own: Map<string, string>,
): FormParts {
	const rows = options.rows('additionalFields', 'fields');
	return rows.map((row): [string, string] => {
		const name = row.text('name');
		const value = row.textOrFlag('value');
		const label = options.label('additionalFields');
		if (name === '' && value !== '') {
			throw new InputError(label, value, 'has a field without a name', NAME_IT);
		}
		const setBy = own.get(name) ?? own.get(name.toLowerCase());
		if (setBy === undefined) return [name, value];
		const problem = 'repeats a field that the node already sends';
		throw new InputError(label, name, problem, `Remove it, and use ${setBy} instead`);
	});
}
