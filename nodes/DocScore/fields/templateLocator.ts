import type { INodeProperties } from 'n8n-workflow';
import { checkUuid, UUID_PATTERN, uuidsIn } from '../engine/input/validation';
import type { Input } from '../engine/input/input';
import { InputError } from '../engine/input/inputError';

/** The name of the parameter in all operations and filters. */
const NAME = 'extraction_template_id';

/** The parameter for a template. */
export const templateLocator = (description: string): INodeProperties & { name: typeof NAME } => ({
	displayName: 'Template',
	name: NAME,
	type: 'resourceLocator',
	default: { mode: 'id', value: '' },
	description,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Paste the ID or URL of a template…',
			typeOptions: {
				searchListMethod: 'searchTemplates',
				searchable: true,
				searchFilterRequired: true,
			},
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18',
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://…/templates/5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18',
			extractValue: { type: 'regex', regex: `(${UUID_PATTERN})` },
		},
	],
});

/** The template's ID; empty if none was entered. @throws InputError */
export function readTemplateId(input: Input<typeof NAME>): string {
	const given = input.locator(NAME);
	return given === '' ? '' : idIn(given, input.label(NAME));
}

/** The template's ID. @throws InputError also if none was entered */
export function requireTemplateId(input: Input<typeof NAME>): string {
	return readTemplateId(input) || checkTemplateId('', input.label(NAME));
}

function idIn(given: string, field: string): string {
	if (!/^https?:/i.test(given)) return checkTemplateId(given, field);
	const [id, ...others] = uuidsIn(given);
	if (id === undefined || others.length > 0) {
		const problem = id === undefined ? 'is a URL without an ID' : 'contains several IDs';
		throw new InputError(field, given, problem, `Enter only the template ID, ${WHERE}`);
	}
	return id;
}

const WHERE = 'from the dashboard or from the URL of its page there';

const checkTemplateId = (id: string, field: string): string => checkUuid(field, id, WHERE);
