import { createHash } from 'crypto';
import type { INodeProperties } from 'n8n-workflow';
import { DocScore } from '../../../nodes/DocScore/DocScore.node.ts';
import { DocScoreTrigger } from '../../../nodes/DocScore/DocScoreTrigger.node.ts';

/** File with the digests of the forms at the time when the pictures were taken. */
export const FORMS = 'docs/pictures/forms.json';

type Part = INodeProperties | NonNullable<INodeProperties['options']>[number];

/** The visible parts of a parameter or choice: labels, hints, order and display conditions. */
const shown = (part: Part): unknown => ({
	name: part.name,
	label: 'displayName' in part ? part.displayName : undefined,
	placeholder: 'placeholder' in part ? part.placeholder : undefined,
	hint: 'hint' in part ? part.hint : undefined,
	conditions: 'displayOptions' in part ? part.displayOptions : undefined,
	modes: 'modes' in part ? part.modes?.map(({ displayName }) => displayName) : undefined,
	options: 'options' in part ? part.options?.map(shown) : undefined,
	values: 'values' in part ? part.values.map(shown) : undefined,
});

/** A digest of each node's form, by node name. */
export function formDigests(): Record<string, string> {
	const digests = [new DocScore(), new DocScoreTrigger()].map(({ description }) => {
		const form = JSON.stringify(description.properties.map(shown));
		return [description.name, createHash('sha256').update(form).digest('hex').slice(0, 16)];
	});
	return Object.fromEntries(digests);
}
