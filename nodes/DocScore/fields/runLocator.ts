import type { INodeProperties } from 'n8n-workflow';
import { checkUuid } from '../engine/checks';
import type { Input } from '../engine/input';

type RunLocator = INodeProperties & { name: 'runId' };

const locatorBy = (searchListMethod: string): RunLocator => ({
	displayName: 'Run',
	name: 'runId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The run, picked from the list or given by the ID that Submit put out',
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

/** For what only completed runs have. */
export const completedRunLocator = locatorBy('searchCompletedRuns');

/** @throws InputError */
export function readRunId(input: Input<'runId'>): string {
	const where =
		'which Submit gives out in the field "id". Where you know the name alone, choose From List and search for it';
	return checkUuid('Run', input.locator('runId'), where);
}
