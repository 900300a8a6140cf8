import type { INodeProperties } from 'n8n-workflow';
import { checkHttpUrl } from '../../engine/checks';
import { type Input, InputError } from '../../engine/input';
import type { ItemTask } from '../../engine/operation';
import { metadataFieldsOf, readMetadata } from '../../fields/metadata';

export type RecordingField =
	| 'agent_name'
	| 'is_inbound'
	| 'languageCode'
	| 'transcriptSource'
	| 'transcript'
	| 'transcriptUrl'
	| 'metadataMode'
	| 'metadata'
	| 'metadataJson';

export type RecordingOption =
	| 'additionalFields'
	| 'languagePart'
	| 'transcriptPart'
	| 'transcriptUrlPart';

/** What is told of a recording, besides the file itself. */
export const recordingFields: Array<INodeProperties & { name: RecordingField }> = [
	{
		displayName: 'Agent Name',
		name: 'agent_name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Maria Santos',
		description: 'The agent who handled the call',
	},
	{
		displayName: 'Direction',
		name: 'is_inbound',
		type: 'options',
		options: [
			{ name: 'Choose…', value: '' },
			{ name: 'Inbound', value: 'inbound', description: 'The call came in' },
			{ name: 'Outbound', value: 'outbound', description: 'The agent made the call' },
		],
		required: true,
		// The service would take a call that nobody thought about for an inbound one.
		default: '',
		description:
			'Who called whom. An expression has to give inbound or outbound, or true for inbound and false for outbound.',
	},
	{
		displayName: 'Language Code',
		name: 'languageCode',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. en',
		description:
			'The language that is spoken in the recording: en for English, de for German, es for Spanish, fr for French, pt for Portuguese and so on',
	},
	{
		displayName: 'Transcript',
		name: 'transcriptSource',
		type: 'options',
		options: [
			{ name: 'From Text', value: 'text', description: 'Send a transcript as text' },
			{ name: 'From URL', value: 'url', description: 'Let the service fetch a file of plain text' },
			{ name: 'None', value: 'none', description: 'Leave it to the service' },
		],
		default: 'none',
		description: 'Whether a transcript of the call exists already, and where',
	},
	{
		displayName: 'Transcript Text',
		name: 'transcript',
		type: 'string',
		typeOptions: { rows: 4 },
		displayOptions: { show: { transcriptSource: ['text'] } },
		default: '',
		placeholder: 'e.g. Agent: Good morning…',
		description: 'The transcript as plain text',
	},
	{
		displayName: 'Transcript URL',
		name: 'transcriptUrl',
		type: 'string',
		displayOptions: { show: { transcriptSource: ['url'] } },
		default: '',
		placeholder: 'e.g. https://files.example.com/call.txt',
		description: 'The address of a file of plain text with the transcript, which anybody can open',
	},
	...metadataFieldsOf('recording'),
];

/** The service does not document the names of three parts, so they can be changed. */
export const recordingOptions: Array<INodeProperties & { name: RecordingOption }> = [
	{
		displayName: 'Additional Form Fields',
		name: 'additionalFields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add form field',
		default: {},
		description: 'Further fields to send with the recording, where your service knows more',
		options: [
			{
				displayName: 'Field',
				name: 'fields',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. campaign',
						description: 'The name of the field',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. spring',
						description: 'The text to send in it',
					},
				],
			},
		],
	},
	{
		displayName: 'Field Name of Language Code',
		name: 'languagePart',
		type: 'string',
		default: 'language_code',
		description:
			'The name under which the language code is sent, should your service use another. Empty to send none, which the service takes for English.',
	},
	{
		displayName: 'Field Name of Transcript Text',
		name: 'transcriptPart',
		type: 'string',
		default: 'transcript',
		description: 'The name under which a transcript text is sent, should your service use another',
	},
	{
		displayName: 'Field Name of Transcript URL',
		name: 'transcriptUrlPart',
		type: 'string',
		default: 'transcript_url',
		description: 'The name under which a transcript URL is sent, should your service use another',
	},
];

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
