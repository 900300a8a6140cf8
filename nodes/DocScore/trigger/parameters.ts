import type { INodeProperties } from 'n8n-workflow';
import type { Input } from '../engine/input';
import { outputFields, outputOptions, type OutputParameter } from '../fields/output';
import {
	checkFilters,
	metadataFiltersField,
	nameFilter,
	readMetadataFilters,
	readSharedFilters,
	templateFilter,
} from '../fields/runFilters';
import type { WantedRuns } from './poll';

export type Parameter = 'events' | 'filters' | 'metadata_filters' | 'options' | OutputParameter;

export const properties: Array<INodeProperties & { name: Parameter }> = [
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		options: [
			{
				name: 'Run Completed',
				value: 'completed',
				description: 'A run has finished and its fields are extracted',
			},
			{
				name: 'Run Failed',
				value: 'failed',
				description: 'The service could not process a run, and the item gives the reason',
			},
		],
		required: true,
		default: ['completed', 'failed'],
		hint: 'Each run is emitted once, as an item of its own. What finished before you publish or activate the workflow is not.',
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		description: 'Only runs that match all of these',
		options: [nameFilter, templateFilter],
	},
	metadataFiltersField,
	...outputFields,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			...outputOptions,
			{
				displayName: 'Time for New Runs to Show (Minutes)',
				name: 'overlap',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 10,
				description:
					'How long a new run may take to show up in the lists of the service. A window that is too short can miss runs, a longer one only asks the service a little more often.',
			},
		],
	},
];

const MINUTE_MS = 60_000;

/** What the parameters ask for. @throws InputError */
export function readSettings(input: Input<Parameter>): WantedRuns {
	const given = input.collection('filters');
	checkFilters(given, 'required');
	const filters = readSharedFilters(given);
	const metadata_filters = readMetadataFilters(input, 'required');
	const overlap = input.collection('options').number('overlap', { min: 1 });
	return {
		search: {
			...(Object.keys(filters).length > 0 && { filters }),
			...(metadata_filters.length > 0 && { metadata_filters }),
		},
		events: input.choices('events', ['completed', 'failed']),
		overlapMs: overlap * MINUTE_MS,
	};
}
