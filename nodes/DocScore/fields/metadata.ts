import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Input } from '../engine/input/input';
import { InputError } from '../engine/input/inputError';
import { changedNumber } from '../service/exactJson';
import { isObject, parseJson } from '../service/json';

type MetadataParameter = 'metadata' | 'metadataJson';

/** What the metadata is for. Runs can be searched by it, recordings cannot. */
const PURPOSES = {
	run: 'used to find and filter runs',
	recording: 'stored with the recording',
};

/** The two ways to give metadata, for a form that offers both. */
export const metadataFieldsOf = (
	kind: keyof typeof PURPOSES,
): Array<INodeProperties & { name: MetadataParameter }> => [
	{
		displayName: 'Metadata',
		name: 'metadata',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add metadata',
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
		default: '{}',
		placeholder: 'e.g. { "department": "accounting" }',
		description: `A JSON object with your own names and values, ${PURPOSES[kind]}`,
	},
];

/** The metadata, from rows or JSON; empty if there is none. @throws InputError */
export function readMetadata(input: Input<MetadataParameter>): IDataObject {
	const [ofRows, ofJson] = [fromRows(input), fromJson(input)];
	if (Object.keys(ofRows).length === 0) return ofJson;
	if (Object.keys(ofJson).length === 0) return ofRows;
	const advice = 'Remove one of the two fields';
	throw new InputError('Metadata (JSON)', '', 'cannot be combined with Metadata', advice);
}

function fromRows(input: Input<MetadataParameter>): IDataObject {
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

function fromJson(input: Input<MetadataParameter>): IDataObject {
	const given = input.value('metadataJson');
	if (typeof given === 'string' && given.trim() === '') return {};
	const metadata = typeof given === 'string' ? parseJson(given) : given;
	if (typeof given === 'string') checkNumbers(given);
	if (isObject(metadata)) return metadata;
	const problem = metadata === undefined ? 'is not valid JSON' : 'is not a JSON object';
	const advice = 'Enter names and values such as { "department": "accounting" }';
	throw new InputError('Metadata (JSON)', given, problem, advice);
}

/** @throws InputError */
function checkNumbers(json: string): void {
	const number = changedNumber(json);
	if (number === undefined) return;
	const advice = `Enter it as text, in quotes: "${number}"`;
	throw new InputError('Metadata (JSON)', number, 'has a number with too many digits', advice);
}
