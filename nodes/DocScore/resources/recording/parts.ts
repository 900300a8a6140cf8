import type { INodeProperties } from 'n8n-workflow';
import { checkHttpUrl } from '../../engine/checks';
import { type Input, InputError } from '../../engine/input';
import type { ItemTask } from '../../engine/operation';
import { metadataFields, readMetadata } from '../../fields/metadata';

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
		displayName: 'Inbound',
		name: 'is_inbound',
		type: 'boolean',
		default: true,
		description: 'Whether the call came in, rather than being made by the agent',
	},
	{
		displayName: 'Language Code',
		name: 'languageCode',
		type: 'string',
		default: 'en',
		placeholder: 'e.g. en',
		description: 'The language that is spoken in the recording',
	},
	{
		displayName: 'Transcript',
		name: 'transcriptSource',
		type: 'options',
		options: [
			{ name: 'From Text', value: 'text', description: 'Send a transcript as text' },
			{ name: 'From URL', value: 'url', description: 'Let the service fetch a plain-text file' },
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
		description: 'The public address of a plain-text file with the transcript',
	},
	...metadataFields,
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
		description: 'Further parts to send with the recording',
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
						description: 'The name of the part',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. spring',
						description: 'The text of the part',
					},
				],
			},
		],
	},
	{
		displayName: 'Language Code Part Name',
		name: 'languagePart',
		type: 'string',
		default: 'language_code',
		description: 'The name under which the language code is sent, should your service use another',
	},
	{
		displayName: 'Transcript Text Part Name',
		name: 'transcriptPart',
		type: 'string',
		default: 'transcript',
		description: 'The name under which a transcript text is sent, should your service use another',
	},
	{
		displayName: 'Transcript URL Part Name',
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
		['is_inbound', String(input.flag('is_inbound'))],
		['metadata', Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : ''],
		[options.text('languagePart'), input.text('languageCode')],
		...readTranscript(input, options),
		...readAdditionalFields(options),
	];
	const sent = parts.filter(([, value]) => value !== '');
	const unnamed = sent.find(([name]) => name === '');
	if (!unnamed) return sent;
	throw new InputError('Options', unnamed[1], 'hold a form field without a name', 'Enter its name');
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
