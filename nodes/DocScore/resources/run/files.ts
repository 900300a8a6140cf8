import type { INodeProperties } from 'n8n-workflow';

export type FilesField = 'filesFrom' | 'file_urls' | 'binaryPropertyNames';

export type FilesOption = 'deduplicateByContent' | 'linkLifetime';

/** The files of one document, found to be what the service can read, as far as that can be told. */
export interface DocumentFiles {
	/** Addresses at which the service can fetch them from now on. */
	urls(): Promise<string[]>;
	/** SHA-256 of what is in them, in hexadecimal digits; absent where that is not known. */
	digest?: () => Promise<string>;
	/** The address of n8n, where the service is to fetch them from there. */
	origin?: string;
	/** What to look at where their run failed. */
	onFailure?: string;
}

export const LINK_LIFETIMES = ['5 minutes', '1 hour', '1 day', '3 days', '7 days'] as const;

const inTitleCase = (lifetime: string): string =>
	lifetime.replace(/[a-z]/, (letter) => letter.toUpperCase());

const fromInput = { show: { filesFrom: ['input'] } };

/** Where the files of a document come from. */
export const filesFields: Array<INodeProperties & { name: FilesField }> = [
	{
		displayName: 'Files',
		name: 'filesFrom',
		type: 'options',
		options: [
			{ name: 'By URL', value: 'url', description: 'The service fetches them from where they are' },
			{
				name: 'From Input Data',
				value: 'input',
				description:
					'The service fetches them from n8n, by links that expire. Not for a tool of an AI agent, which is handed no files.',
			},
		],
		default: 'url',
		description: 'Where the files of the document are',
	},
	{
		displayName: 'File URLs',
		name: 'file_urls',
		type: 'string',
		typeOptions: { rows: 2 },
		displayOptions: { show: { filesFrom: ['url'] } },
		required: true,
		default: '',
		placeholder: 'e.g. https://files.example.com/invoice.pdf',
		description:
			'All files of one document, which become one run: one URL per line, or an expression that gives a list of them. Several documents are several items. Images (PNG, JPG, JPEG, GIF, WEBP) and PDFs are supported.',
		hint: 'Files of one document only: several URLs become one run. The service fetches them itself, so the links must open without signing in.',
	},
	{
		displayName: 'Input Data Field Names',
		name: 'binaryPropertyNames',
		type: 'string',
		displayOptions: fromInput,
		required: true,
		default: 'data',
		placeholder: 'e.g. data',
		description:
			'The input fields that hold all files of one document, which become one run: one name, several between commas, or * for all of the item. Several documents are several items. Images (PNG, JPG, JPEG, GIF, WEBP) and PDFs are supported.',
		hint: 'Files of one document only. The service fetches them from n8n, so n8n must have an address that the service can open.',
	},
];

export const filesOptions: Array<INodeProperties & { name: FilesOption }> = [
	{
		displayName: 'Deduplicate by Content',
		name: 'deduplicateByContent',
		type: 'boolean',
		displayOptions: { show: { '/filesFrom': ['input'] } },
		default: false,
		description:
			'Whether to return the run that the same files already have with this template, whatever their names, instead of submitting them a second time',
	},
	{
		displayName: 'Link Lifetime',
		name: 'linkLifetime',
		type: 'options',
		options: LINK_LIFETIMES.map((value) => ({ name: inTitleCase(value), value })),
		displayOptions: { show: { '/filesFrom': ['input'] } },
		default: '1 day',
		description: 'For how long the service can fetch the files from n8n',
	},
];
