import type { INodeProperties } from 'n8n-workflow';
import { checkUuid } from '../engine/input/validation';
import type { Input } from '../engine/input/input';

type RunLocator = INodeProperties & { name: 'runId' };

const locatorBy = (searchListMethod: string): RunLocator => ({
	displayName: 'Run',
	name: 'runId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The run, selected from the list or by the ID from the output of Submit',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod, searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 5f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18',
		},
	],
});

export const runLocator = locatorBy('searchRuns');

/** For operations that need a completed run. */
export const completedRunLocator = locatorBy('searchCompletedRuns');

/** @throws InputError */
export function readRunId(input: Input<'runId'>): string {
	const where =
		'from the field "id" in the output of Submit. If you only know the name, search for it with From List';
	return checkUuid('Run', input.locator('runId'), where);
}
