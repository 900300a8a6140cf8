import type { INodeProperties } from 'n8n-workflow';
import type { Input } from '../engine/input';
import type { OutputItem } from '../engine/operation';
import { OUTPUT_FORMS, presentRun } from './present';
import type { Run, RunSummary } from '../service/types';

export const outputField: INodeProperties & { name: 'output' } = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'Fields Only',
			value: 'fieldsOnly',
			description: 'One flat item with a column for each extracted field, ready for a spreadsheet',
		},
		{
			name: 'One Item per Field',
			value: 'itemPerField',
			description: 'An item for each extracted field, with its value and the reasoning behind it',
		},
		{
			name: 'Raw',
			value: 'raw',
			description: 'The run exactly as the service sent it',
		},
		{
			name: 'Simplified',
			value: 'simplified',
			description: 'The run with its status, extracted values, metadata and files',
		},
	],
	default: 'simplified',
	description:
		'How to show a run. A run without extracted fields, such as a failed one, is shown simplified where only fields were asked for.',
};

/** The run as output items, in the form that the user chose. @throws InputError */
export function outputRun(input: Input<'output'>, run: Run | RunSummary): OutputItem[] {
	return presentRun(run, input.choice('output', OUTPUT_FORMS)).map((json) => ({ json }));
}
