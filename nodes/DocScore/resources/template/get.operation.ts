import type { IDataObject } from 'n8n-workflow';
import { defineOperation } from '../../engine/operation';
import { requireTemplateId, templateLocator } from '../../fields/templateLocator';
import type { Template } from '../../service/types';

const FORMS = ['simplified', 'itemPerField', 'raw'] as const;

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get extraction template',
	description:
		'Retrieve the name of an extraction template and the instruction for each of its fields',
	properties: [
		{
			...templateLocator(
				'The extraction template. You find its ID in the dashboard of the service.',
			),
			required: true,
		},
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{
					name: 'One Item per Field',
					value: 'itemPerField',
					description: 'One item for each field, with its instruction',
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
				'How to output the template. With One Item per Field, a template without fields is output as with Simplified.',
		},
	],
	prepare({ input }) {
		const id = requireTemplateId(input);
		const form = input.choice('output', FORMS);
		return async ({ client }) => present(await client.template(id), form).map((json) => ({ json }));
	},
});

/**
 * A template as items. Without fields it is output in the simplified form, so that it never
 * vanishes.
 */
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
