import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Input } from '../engine/input/input';
import { isDateLike } from '../engine/input/dateText';
import { InputError } from '../engine/input/inputError';
import { checkText } from '../engine/input/texts';
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
	// Stryker disable all: test/package/baseline holds the values, contract.test.ts the texts
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
// Stryker restore all

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
		const value = row.textOrFlag('value');
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
	const read = typeof given === 'string' ? parseNumbers(given) : given;
	const metadata = copied(read);
	if (metadata instanceof InputError) throw metadata;
	if (isObject(metadata)) return metadata;
	const problem = read === undefined ? 'is not valid JSON' : 'is not a JSON object';
	const advice = 'Enter names and values such as { "department": "accounting" }';
	throw new InputError(LABEL_OF_JSON, given, problem, advice);
}

const LABEL_OF_JSON = 'Metadata (JSON)';

/** @throws InputError if a number would change */
function parseNumbers(json: string): unknown {
	const number = changedNumber(json);
	if (number !== undefined) throw tooManyDigits(number, `: "${number}"`);
	return parseJson(json);
}

/** @param right the number as it should be entered, if it is known */
const tooManyDigits = (number: string, right = ''): InputError =>
	new InputError(
		LABEL_OF_JSON,
		number,
		'has a number with too many digits',
		`Enter it as text, in quotes${right}`,
	);

/**
 * The value as its JSON shows it; undefined if it has none, such as an object that contains itself.
 * @returns an error for a part that JSON would lose or change
 */
function copied(value: unknown): unknown {
	try {
		return JSON.parse(JSON.stringify(value, checked));
	} catch (error) {
		return error instanceof InputError ? error : undefined;
	}
}

/** Receives each part of a value, whose dates are texts already. */
function checked(this: Record<string, unknown>, name: string, value: unknown): unknown {
	const given = this[name];
	checkText(LABEL_OF_JSON, name);
	const isText = typeof given === 'string' || isDateLike(given);
	if (isText && typeof value === 'string') return checkText(LABEL_OF_JSON, value);
	if (Number.isFinite(given)) {
		if (Math.abs(Number(given)) > Number.MAX_SAFE_INTEGER) throw tooManyDigits(String(given));
		return value;
	}
	const isHeld = given === null || given === undefined || typeof given === 'boolean';
	if (isHeld || Array.isArray(given) || (isPlain(given) && !isDateLike(given))) return value;
	const advice = 'Use only text, numbers, true, false, lists and objects';
	throw new InputError(LABEL_OF_JSON, given, 'has a value that JSON does not have', advice);
}

/** Whether the value is an object of names and values, not a Map or another kind of object. */
const isPlain = (value: unknown): boolean =>
	Object.prototype.toString.call(value).endsWith(' Object]');
