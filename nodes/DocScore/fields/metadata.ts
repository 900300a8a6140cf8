import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Input } from '../engine/input/input';
import { InputError } from '../engine/input/inputError';
import { changedNumber } from '../service/exactJson';
import { isObject, parseJson } from '../service/json';

type MetadataField = 'metadataMode' | 'metadata' | 'metadataJson';

/** What the metadata is for. Runs can be searched by it, recordings cannot. */
const PURPOSES = {
	run: 'used to find and filter runs',
	recording: 'stored with the recording',
};

export const metadataFieldsOf = (
	kind: keyof typeof PURPOSES,
): Array<INodeProperties & { name: MetadataField }> => [
	{
		displayName: 'Specify Metadata',
		name: 'metadataMode',
		type: 'options',
		options: [
			{ name: 'Using Fields Below', value: 'fields' },
			{ name: 'Using JSON', value: 'json' },
		],
		default: 'fields',
		description: `How to enter the metadata that is stored with the ${kind}`,
	},
	{
		displayName: 'Metadata',
		name: 'metadata',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add metadata',
		displayOptions: { show: { metadataMode: ['fields'] } },
		default: {},
		description: `Your own names and values, ${PURPOSES[kind]}`,
		options: [
			{
				displayName: 'Entry',
				name: 'entries',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. department',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. accounting',
					},
				],
			},
		],
	},
	{
		displayName: 'Metadata (JSON)',
		name: 'metadataJson',
		type: 'json',
		displayOptions: { show: { metadataMode: ['json'] } },
		default: '{}',
		placeholder: 'e.g. { "department": "accounting" }',
		description: `A JSON object with your own names and values, ${PURPOSES[kind]}`,
	},
];

/** The metadata, from rows or JSON; empty if there is none. @throws InputError */
export function readMetadata(input: Input<MetadataField>): IDataObject {
	return input.choice('metadataMode', ['fields', 'json']) === 'json'
		? fromJson(input)
		: fromRows(input);
}

function fromRows(input: Input<MetadataField>): IDataObject {
	const metadata = new Map<string, string>();
	for (const row of input.rows('metadata', 'entries')) {
		const name = row.text('name');
		const value = row.text('value');
		if (name === '' && value === '') continue;
		if (name === '') {
			throw new InputError(
				'Metadata',
				value,
				'has a value without a name',
				'Enter a name for this value',
			);
		}
		if (metadata.has(name)) {
			throw new InputError('Metadata', name, 'has a duplicate name', 'Use each name only once');
		}
		metadata.set(name, value);
	}
	return Object.fromEntries(metadata);
}

function fromJson(input: Input<MetadataField>): IDataObject {
	const given = input.value('metadataJson');
	if (typeof given === 'string' && given.trim() === '') return {};
	const metadata = typeof given === 'string' ? parseJson(given) : given;
	if (typeof given === 'string') checkNumbers(given);
	if (isObject(metadata)) return metadata;
	const problem = metadata === undefined ? 'is not valid JSON' : 'is not a JSON object';
	const advice =
		'Enter names and values such as { "department": "accounting" }, or set Specify Metadata to Using Fields Below';
	throw new InputError('Metadata (JSON)', given, problem, advice);
}

/** @throws InputError */
function checkNumbers(json: string): void {
	const number = changedNumber(json);
	if (number === undefined) return;
	const advice = `Enter it as text, in quotes: "${number}"`;
	throw new InputError('Metadata (JSON)', number, 'has a number with too many digits', advice);
}
