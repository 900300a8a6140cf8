import type { IDataObject } from 'n8n-workflow';
import { checkUuid } from '../../engine/checks';
import { defineOperation } from '../../engine/operation';
import type { Template } from '../../service/types';

const FORMS = ['simplified', 'itemPerField', 'raw'] as const;

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get template',
	description:
		'Retrieve an extraction template: its name, and the instruction for each field to be found',
	properties: [
		{
			displayName: 'Template ID',
			name: 'templateId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18',
			description: 'The extraction template, by its ID in the dashboard of the service',
		},
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{
					name: 'One Item per Field',
					value: 'itemPerField',
					description: 'An item for each field, with the instruction for finding it',
				},
				{
					name: 'Raw',
					value: 'raw',
					description: 'The template exactly as the service sent it',
				},
				{
					name: 'Simplified',
					value: 'simplified',
					description: 'The template with its fields and their instructions',
				},
			],
			default: 'simplified',
			description:
				'How to show the template. One without fields is shown simplified where an item for each was asked for.',
		},
	],
	prepare({ input }) {
		const where = 'as shown in the dashboard of the service';
		const id = checkUuid('Template ID', input.text('templateId'), where);
		const form = input.choice('output', FORMS);
		return async ({ client }) => present(await client.template(id), form).map((json) => ({ json }));
	},
});

/** A template without fields is given in the simplified form, so that it never vanishes. */
function present(
	{ id, name, orgId, instructions, raw }: Template,
	form: (typeof FORMS)[number],
): IDataObject[] {
	if (form === 'raw') return [raw];
	const fields = Object.entries(instructions);
	if (form === 'simplified' || fields.length === 0) {
		return [{ id, name, orgId, fields: instructions }];
	}
	return fields.map(([field, instruction]) => ({
		templateId: id,
		templateName: name,
		field,
		instruction,
	}));
}
