import type { INodeProperties } from 'n8n-workflow';
import type { Input } from '../../../engine/input/input';
import { InputError } from '../../../engine/input/inputError';
import { checkKey } from '../../../engine/input/texts';
import type { DocumentFiles } from '../files/documentFiles';

export const deduplicationOption: INodeProperties & { name: 'deduplication' } = {
	displayName: 'Deduplication',
	name: 'deduplication',
	type: 'fixedCollection',
	placeholder: 'Add deduplication',
	// Adding the option shows its setting.
	default: { setting: {} },
	description:
		'How to recognize a document that was submitted before. If its run exists and has not failed, the node returns this run instead of submitting the document again. Other workers, and n8n after a restart, find a run only once the service lists it.',
	options: [
		{
			displayName: 'Deduplication',
			name: 'setting',
			values: [
				{
					displayName: 'Deduplicate By',
					name: 'by',
					type: 'options',
					options: [
						{
							name: 'Content',
							value: 'content',
							description:
								'The content of the files, regardless of their names. Files must be From Input Data.',
						},
						{
							name: 'Key',
							value: 'key',
							description: 'A text that identifies the document',
						},
					],
					default: 'content',
				},
				{
					displayName: 'Deduplication Key',
					name: 'key',
					type: 'string',
					displayOptions: { show: { by: ['key'] } },
					default: '',
					placeholder: 'e.g. {{ $json.messageId }}',
					description: 'Such as the email ID, the file name or a checksum',
				},
			],
		},
	],
};

/** How a document is recognized: by a key of the user's or by its content. */
export type Deduplication = { by: 'key'; key: string } | { by: 'content' };

/** Null if documents are not to be recognized. @throws InputError */
export function readDeduplication(options: Input<'deduplication'>): Deduplication | null {
	if (!options.has('deduplication')) return null;
	const setting = options.group('deduplication', 'setting');
	const by = setting.choice('by', ['content', 'key']);
	if (by === 'content') return { by };
	const [label, key] = [setting.label('key'), setting.text('key')];
	if (key !== '') return { by, key: checkKey(label, key) };
	// Without a key, each document would be paid for again.
	const advice =
		'Enter a value that identifies the document, such as its number, or remove the option';
	throw new InputError(label, key, 'is empty', advice);
}

/** Returns the key of the document; null if it is not to be recognized. @throws InputError */
export function keyOf(
	deduplication: Deduplication | null,
	{ digest }: DocumentFiles,
): (() => Promise<string>) | null {
	if (deduplication === null) return null;
	if (deduplication.by === 'key') return async () => await Promise.resolve(deduplication.key);
	if (digest) return async () => `sha256:${await digest()}`;
	const advice = 'Set Files to From Input Data, or deduplicate by Key instead';
	throw new InputError('Deduplication', '', 'by Content needs Files to be From Input Data', advice);
}
