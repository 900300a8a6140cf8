import type { INodeProperties } from 'n8n-workflow';
import type { Input } from '../engine/input/input';
import { outputFields, outputOptions, type OutputParameter } from '../fields/runOutput';
import {
	checkFilters,
	metadataFiltersField,
	nameFilter,
	readMetadataFilters,
	readSharedFilters,
	templateFilter,
} from '../fields/runFilters';
import type { WantedRuns } from './findings';
import { FINISHED_STATUSES } from '../service/types';

export type Parameter = 'events' | 'filters' | 'metadata_filters' | 'options' | OutputParameter;

/** Options are in alphabetical order. */
const isBeforeTime = ({ displayName }: INodeProperties): boolean => displayName < 'Time';

export const properties: Array<INodeProperties & { name: Parameter }> = [
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		options: [
			{
				name: 'Run Completed',
				value: 'completed',
				description: 'The run finished and its fields are extracted',
			},
			{
				name: 'Run Failed',
				value: 'failed',
				description: 'The service could not process the run; the item contains the reason',
			},
		],
		required: true,
		default: ['completed', 'failed'],
		hint: 'Outputs each finished run once, as a separate item. Runs that finished before the first activation are left out. Runs that finish while the workflow is inactive are output when it is active again.',
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		description: 'Include only runs that match all of these filters',
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
			...outputOptions.filter(isBeforeTime),
			{
				displayName: 'Time for New Runs to Show (Minutes)',
				name: 'overlap',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 10,
				description:
					'How long new runs can take to appear in the lists of the service. If this is too short, runs can be missed. If it is longer than needed, the trigger only sends a few more requests.',
			},
			...outputOptions.filter((option) => !isBeforeTime(option)),
		],
	},
];

const MINUTE_MS = 60_000;

/** Reads what the poll is to find. @throws InputError */
export function readSettings(input: Input<Parameter>): WantedRuns {
	const given = input.collection('filters');
	checkFilters(given, 'required');
	const filters = readSharedFilters(given);
	const metadata_filters = readMetadataFilters(input, 'required');
	const overlap = input.collection('options').number('overlap', { min: 1 });
	return {
		criteria: {
			...(Object.keys(filters).length > 0 && { filters }),
			...(metadata_filters.length > 0 && { metadata_filters }),
		},
		events: input.choices('events', FINISHED_STATUSES),
		overlapMs: overlap * MINUTE_MS,
	};
}

const knownEvents = JSON.stringify(FINISHED_STATUSES);

/**
 * The subtitle below the node's name, as an expression; events from an expression may be unknown
 * there.
 */
export const subtitle = `={{ "On run " + (${knownEvents}.filter((event) => [].concat($parameter.events).includes(event)).join(" or ") || "finished") }}`;
