import type { INodeProperties } from 'n8n-workflow';
import type { Input } from '../engine/input/input';
import { InputError } from '../engine/input/inputError';
import type { MetadataFilter } from '../service/types';
import { LOOK_AT_EXPRESSION } from '../service/messages';
import { readTemplateId, templateLocator } from './templateLocator';

/** The service's operators, by values for workflows: n8n would read "=" as an expression. */
const OPERATORS = {
	equals: '=',
	greater: '>',
	greaterOrEqual: '>=',
	less: '<',
	lessOrEqual: '<=',
	notEqual: '!=',
} as const;

const OPERATOR_NAMES = [
	'equals',
	'greater',
	'greaterOrEqual',
	'less',
	'lessOrEqual',
	'notEqual',
] as const satisfies Array<keyof typeof OPERATORS>;

/** Filters that Get Many and the trigger share, under the service's names. */
export const templateFilter = templateLocator('Include only runs of this extraction template');

export const nameFilter: INodeProperties = {
	displayName: 'Name Contains',
	name: 'filename',
	type: 'string',
	default: '',
	placeholder: 'e.g. Invoice 2026',
	description: 'Include only runs with this text in the run name or a file name',
};

export const metadataFiltersField: INodeProperties & { name: 'metadata_filters' } = {
	displayName: 'Metadata Filters',
	name: 'metadata_filters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add metadata filter',
	default: {},
	description: 'Include only runs with matching metadata, as submitted with the run',
	options: [
		{
			displayName: 'Filter',
			name: 'conditions',
			values: [
				{
					displayName: 'Name',
					name: 'metadata_name',
					type: 'string',
					default: '',
					placeholder: 'e.g. department',
					description: 'Name of the metadata to compare',
				},
				{
					displayName: 'Operator',
					name: 'operator',
					type: 'options',
					options: [
						{ name: 'Equals', value: 'equals' },
						{ name: 'Greater Than', value: 'greater' },
						{ name: 'Greater Than or Equal', value: 'greaterOrEqual' },
						{ name: 'Less Than', value: 'less' },
						{ name: 'Less Than or Equal', value: 'lessOrEqual' },
						{ name: 'Not Equal', value: 'notEqual' },
					],
					default: 'equals',
					description: 'How to compare the metadata with the value',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. accounting',
					description: 'Value to compare the metadata with',
				},
			],
		},
	],
};

/** An empty filter would match every run, which is never intended. */
const FILL_IN = `Enter a value or remove the filter. ${LOOK_AT_EXPRESSION}`;

/** Whether empty filters are ignored: an agent fills in only those that it needs. */
export type Filling = 'required' | 'optional';

/** @throws InputError */
export function checkFilters(filters: Input, filling: Filling): void {
	if (filling === 'required') filters.checkFilled(FILL_IN);
}

type SharedFilter = { extraction_template_id?: string; filename?: string };

/** The shared filters in a collection. @throws InputError */
export function readSharedFilters(filters: Input): SharedFilter {
	const template = readTemplateId(filters);
	const filename = filters.text('filename');
	return {
		...(template && { extraction_template_id: template }),
		...(filename && { filename }),
	};
}

/** @throws InputError */
export function readMetadataFilters(
	input: Input<'metadata_filters'>,
	filling: Filling,
): MetadataFilter[] {
	const label = input.label('metadata_filters');
	const rows = input.rows('metadata_filters', 'conditions');
	return rows.flatMap((row) => {
		const metadata_name = row.text('metadata_name');
		const operator = OPERATORS[row.choice('operator', OPERATOR_NAMES)];
		const value = row.textOrFlag('value');
		if (metadata_name !== '' && value !== '') return [{ metadata_name, operator, value }];
		if (value !== '') {
			const advice = 'Enter the name of the metadata to compare';
			throw new InputError(label, value, 'has a value without a name', advice);
		}
		if (filling === 'optional') return [];
		throw new InputError(label, metadata_name, 'has a filter without a value', FILL_IN);
	});
}
