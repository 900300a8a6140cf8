import type { INodeProperties } from 'n8n-workflow';
import type { Input } from '../engine/input/input';

/**
 * A parameter for the name of an extracted field: picked from the template's fields if the template
 * is known, or typed.
 */
export const fieldLocatorOf = (
	named: Pick<INodeProperties, 'name' | 'displayName' | 'description'>,
): INodeProperties => ({
	...named,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchFields', searchable: true },
		},
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. total_amount',
		},
	],
});

export const fieldLocator = fieldLocatorOf({
	name: 'field',
	displayName: 'Field',
	description:
		'The extracted field. The list shows the fields of the template or run selected in this node.',
});

/** The name, without spaces around it, with which fields are compared. @throws InputError */
export const readFieldName = (row: Input, parameter: string): string => row.locator(parameter);
