import type { INodeProperties } from 'n8n-workflow';
import { additionalFieldsOf } from '../../fields/additionalFields';
import { metadataFieldsOf } from '../../fields/metadata';

export type RecordingField =
	| 'agent_name'
	| 'is_inbound'
	| 'languageCode'
	| 'transcriptSource'
	| 'transcript'
	| 'transcriptUrl'
	| 'additionalFields';

export type RecordingOption = 'additionalFields';

/** The parameters of an upload, except the file. */
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
			{ name: 'Inbound', value: 'inbound', description: 'The agent received the call' },
			{ name: 'Outbound', value: 'outbound', description: 'The agent made the call' },
		],
		required: true,
		// Without a choice, the service would treat every call as inbound.
		default: '',
		description:
			'Who started the call. An expression must return inbound or outbound, or true for inbound and false for outbound.',
	},
	{
		displayName: 'Language Code',
		name: 'languageCode',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. en',
		description:
			'The spoken language, such as en for English, de for German, es for Spanish, fr for French or pt for Portuguese',
	},
	{
		displayName: 'Transcript',
		name: 'transcriptSource',
		type: 'options',
		options: [
			{ name: 'From Text', value: 'text', description: 'Send a transcript as text' },
			{ name: 'From URL', value: 'url', description: 'Let the service download a plain text file' },
			{ name: 'None', value: 'none', description: 'Let the service transcribe the call' },
		],
		default: 'none',
		description: 'The source of an existing transcript of the call',
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
		description: 'The public URL of a plain text file that contains the transcript',
	},
	additionalFieldsOf({
		description: 'Your own data for the recording',
		options: metadataFieldsOf('recording'),
	}),
];

/** More parts, such as a transcript under another name: the service does not document the names. */
export const recordingOptions: Array<INodeProperties & { name: RecordingOption }> = [
	{
		displayName: 'Additional Form Fields',
		name: 'additionalFields',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add form field',
		default: {},
		description: 'More form fields to send with the recording, if your service supports them',
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
						description: 'The text to send in the field',
					},
				],
			},
		],
	},
];
