import type { INodeProperties } from 'n8n-workflow';
import type { Input } from '../../engine/input';
import { InputError } from '../../engine/inputError';
import { defineOperation, type ItemTask } from '../../engine/operation';
import { isTool } from '../../engine/outputs';
import { readTimezone, type TimezoneContext } from '../../engine/timezone';
import { withZone } from '../../engine/utc';
import { readAllRuns } from '../../runs/allRuns';
import type { RunSearch } from '../../runs/search';
import { readFirstRuns } from '../../runs/firstRuns';
import { RUN_STATUSES, type RunFilters } from '../../service/types';
import { outputFields, outputOptions, readOutput } from '../../fields/output';
import { outputDetailed } from './detailedOutput';
import { leaverOut } from './leftOut';
import {
	checkFilters,
	metadataFiltersField,
	nameFilter,
	readMetadataFilters,
	readSharedFilters,
	templateFilter,
} from '../../fields/runFilters';

const filtersField: INodeProperties & { name: 'filters' } = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	description: 'Only runs that match all of these',
	options: [
		{
			displayName: 'Created After',
			name: 'startTime',
			type: 'dateTime',
			default: '',
			description:
				"Only runs created after this time, in the workflow's timezone unless it names one",
			hint: 'For the last 24 hours, the expression {{ $now.minus({ days: 1 }) }}; for yesterday, {{ $today.minus({ days: 1 }) }} here and {{ $today }} in Created Before',
		},
		{
			displayName: 'Created Before',
			name: 'endTime',
			type: 'dateTime',
			default: '',
			description:
				"Only runs created before this time, in the workflow's timezone unless it names one",
			hint: 'For all until midnight, the expression {{ $today }}',
		},
		nameFilter,
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Completed', value: 'completed' },
				{ name: 'Failed', value: 'failed' },
				{ name: 'Pending', value: 'pending' },
				{ name: 'Processing', value: 'processing' },
			],
			default: 'completed',
			description: 'Only runs that have this status now',
		},
		templateFilter,
	],
};

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many runs',
	description: 'Retrieve a list of runs by status, time of creation, template, name and metadata',
	properties: [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			displayOptions: { show: { returnAll: [false] } },
			default: 50,
			description: 'Max number of results to return',
		},
		filtersField,
		metadataFiltersField,
		...outputFields,
	],
	options: [
		{
			displayName: 'Include Failed and Unfinished Runs',
			name: 'includeNotCompleted',
			type: 'boolean',
			displayOptions: { show: { '/output': ['fieldsOnly', 'itemPerField'] } },
			default: false,
			description:
				'Whether to show runs that are not completed as well, as rows with ID, name and status, and no values. Without it they are left out, unless Status asks for them, and a hint tells how many.',
		},
		...outputOptions,
	],
	prepare(task) {
		const { input, options, context } = task;
		const search = readSearch(task);
		const limit = input.flag('returnAll') ? null : input.count('limit', { min: 1 });
		const isWanted = options.flag('includeNotCompleted') || search.filters?.status !== undefined;
		// An agent sees no hint.
		const isAll = isWanted || isTool(context);
		const output = readOutput({ ...task, leaveOut: isAll ? undefined : leaverOut(context) });
		return async ({ client }) => {
			const runs =
				limit === null
					? await readAllRuns(client, search)
					: await readFirstRuns(client, search, limit);
			return await outputDetailed(runs, output, client);
		};
	},
});

function readSearch({ input, context }: ItemTask<'filters' | 'metadata_filters'>): RunSearch {
	const filling = isTool(context) ? 'optional' : 'required';
	const given = input.collection('filters');
	checkFilters(given, filling);
	const filters = readFilters(given, context);
	const metadata_filters = readMetadataFilters(input, filling);
	return {
		...(Object.keys(filters).length > 0 && { filters }),
		...(metadata_filters.length > 0 && { metadata_filters }),
	};
}

function readFilters(given: Input, context: TimezoneContext): RunFilters {
	const startTime = given.time('startTime', context);
	const endTime = given.time('endTime', context);
	if (startTime && endTime && startTime >= endTime) {
		const entered = (name: string) => withZone(given.text(name), readTimezone(context));
		const advice = `Enter a time after Created After, which is ${entered('startTime')}`;
		const problem = `is not after Created After: ${entered('endTime')}`;
		throw new InputError('Created Before', '', problem, advice);
	}
	const status = given.has('status') ? given.choice('status', RUN_STATUSES) : undefined;
	return {
		...readSharedFilters(given),
		...(startTime && { startTime }),
		...(endTime && { endTime }),
		...(status && { status }),
	};
}
