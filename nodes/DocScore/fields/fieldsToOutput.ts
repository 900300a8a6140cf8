import type { INodeProperties } from 'n8n-workflow';
import type { Input } from '../engine/input/input';
import { InputError } from '../engine/input/inputError';
import { checkText } from '../engine/input/texts';
import { fieldNames } from '../rules/columns';
import { parseJson } from '../service/json';
import type { ExtractedField } from '../service/types';

export const fieldsToOutputOption: INodeProperties & { name: 'fieldsToOutput' } = {
	displayName: 'Fields to Output',
	name: 'fieldsToOutput',
	type: 'multiOptions',
	// An expression may give names that the list lacks, or a text.
	allowArbitraryValues: true,
	typeOptions: {
		loadOptionsMethod: 'getFields',
		loadOptionsDependsOn: [
			'extraction_template_id.value',
			'filters.extraction_template_id.value',
			'runId.value',
		],
	},
	default: [],
	description:
		'The extracted fields to output, in the order in which you select them. If empty, all fields are output. A field that a run lacks becomes an empty column. The list shows the fields of the template or run selected in this node. If none is selected, or an expression selects it, enter field names in an expression, as a list or separated by commas. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** The names in Fields to Output, in their order; empty for all fields. @throws InputError */
export const readNames = (options: Input<'fieldsToOutput'>): string[] =>
	readNameList(options, 'fieldsToOutput');

/** The names in a text with commas, a list, or JSON, which agents often write. @throws InputError */
export function readNameList<Name extends string>(input: Input<Name>, parameter: Name): string[] {
	const given = input.value(parameter);
	const label = input.label(parameter);
	const list = Array.isArray(given) ? given : parseJson(input.text(parameter));
	const names: unknown[] = Array.isArray(list) ? list : input.text(parameter).split(',');
	const texts = names.map((name) => {
		if (typeof name === 'string') return checkText(label, name).trim();
		const advice = 'Enter field names, separated by commas';
		throw new InputError(label, name, 'has a name that is not text', advice);
	});
	return texts.filter((name) => name !== '');
}

/**
 * The named fields in their order. A field that the run lacks gets the value null, so that the
 * columns stay the same.
 */
export function pick(fields: ExtractedField[], names: string[]): ExtractedField[] {
	const found = new Map(fields.map((field) => [field.name, field]));
	const known = fieldNames(fields);
	const wanted = new Set(names.map((name) => known.get(name) ?? name));
	return [...wanted].map((name) => found.get(name) ?? { name, value: null, reasoning: null });
}

/** All fields, and behind them those that were asked for, in case the run lacks them. */
export const withMissing = (fields: ExtractedField[], names: string[]): ExtractedField[] => [
	...fields,
	...pick(fields, names),
];
