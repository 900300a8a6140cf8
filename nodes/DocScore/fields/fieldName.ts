import type { INodeProperties } from 'n8n-workflow';

/** The name of an extracted field: picked from the template's where it is known, or typed. */
export const fieldLocator: INodeProperties = {
	displayName: 'Field',
	name: 'field',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description:
		'The extracted field. The list offers those of the template or run that is chosen in this node.',
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
};
