import type { INodeProperties } from 'n8n-workflow';
import { metadataFieldsOf } from '../../fields/metadata';

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
