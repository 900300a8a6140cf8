import type { INodeProperties } from 'n8n-workflow';

/** The collection of n8n's own nodes for what is seldom needed, so that it does not fill the form. */
export const additionalFieldsOf = (
	fields: Required<Pick<INodeProperties, 'description' | 'options'>>,
): INodeProperties & { name: 'additionalFields' } => ({
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	...fields,
});
