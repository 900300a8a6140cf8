import type { INodeProperties } from 'n8n-workflow';
import type { SubmittedFiles } from '../../../service/types';
import type { FailureAdvice } from './failureAdvice';
import { type SkipOption, skipOptions } from './skippedFiles';

export type FilesField = 'filesFrom' | 'file_urls' | 'binaryPropertyNames' | 'severalFiles';

export type FilesOption = 'linkLifetime' | SkipOption;

/** A file, as far as it is known before it is sent. */
export interface DocumentPart {
	/** Its name, or its URL. */
	name: string;
	/** Its MIME type; null if it was not read. */
	type: string | null;
	/** Its size; null if it was not read. */
	bytes: number | null;
}

/** The files of one document, checked as far as possible. */
export interface DocumentFiles extends SubmittedFiles {
	/** What the document consists of. */
	parts: DocumentPart[];
	/** SHA-256 of the content, in hexadecimal digits; absent if the content is not known. */
	digest?: () => Promise<string>;
	/** n8n's address, if the service fetches the files from n8n. */
	origin?: string;
	onFailure: FailureAdvice;
}

export const LINK_LIFETIMES = ['5 minutes', '1 hour', '1 day', '3 days', '7 days'] as const;

const inTitleCase = (lifetime: string): string =>
	lifetime.replace(/[a-z]/, (letter) => letter.toUpperCase());

const fromInput = { show: { filesFrom: ['input'] } };

/** The parameters for the files of a document. */
export const filesFields: Array<INodeProperties & { name: FilesField }> = [
	{
		displayName: 'Files',
		name: 'filesFrom',
		type: 'options',
		options: [
			{
				name: 'By URL',
				value: 'url',
				description: 'The service downloads the files from their URLs',
			},
			{
				name: 'From Input Data',
				value: 'input',
				description:
					'The service downloads the files from n8n through links that expire. Not available to AI agents, which cannot pass files to tools.',
			},
		],
		default: 'url',
		description: 'The source of the files of the document',
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
			'The URLs of all files of one document, one per line, or an expression that returns a list. Use one item for each document. Images (PNG, JPG, JPEG, GIF, WEBP) and PDFs are supported.',
		hint: 'Several URLs become one run. The links must open without signing in.',
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
			'The input fields that contain the files: one name, several separated by commas, or * for all files of the item. Images (PNG, JPG, JPEG, GIF, WEBP) and PDFs are supported.',
		hint: 'The service downloads the files from n8n, which needs a public address',
	},
	{
		displayName: 'Several Files of an Item Are',
		name: 'severalFiles',
		type: 'options',
		noDataExpression: true,
		displayOptions: fromInput,
		options: [
			{
				name: 'A Document Each',
				value: 'documentEach',
				description: 'Each file becomes a run of its own, such as the invoices of an email',
			},
			{
				name: 'One Document',
				value: 'oneDocument',
				description: 'All files of an item become one run, such as the pages of an invoice',
			},
		],
		default: 'oneDocument',
		description: 'Whether the files of an item become one run or a run each',
	},
];

export const filesOptions: Array<INodeProperties & { name: FilesOption }> = [
	{
		displayName: 'Link Lifetime',
		name: 'linkLifetime',
		type: 'options',
		options: LINK_LIFETIMES.map((value) => ({ name: inTitleCase(value), value })),
		displayOptions: { show: { '/filesFrom': ['input'] } },
		default: '1 day',
		description: 'How long the service can download the files from n8n',
	},
	...skipOptions,
];
