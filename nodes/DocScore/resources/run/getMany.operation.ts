import type { INodeProperties } from 'n8n-workflow';
import type { Input } from '../../engine/input/input';
import { InputError } from '../../engine/input/inputError';
import { defineOperation, type ItemTask } from '../../engine/operation';
import { isTool } from '../../engine/nodeOutputs';
import { readTimezone, type TimezoneContext, withZone } from '../../engine/input/time';
import { readAllRuns } from '../../runs/allRuns';
import type { RunCriteria } from '../../runs/criteria';
import { readFirstRuns } from '../../runs/firstRuns';
import { RUN_STATUSES, type RunFilters } from '../../service/types';
import { outputFields, outputOptions, readOutput } from '../../fields/runOutput';
import { noteFieldsOf } from '../../fields/unknownFields';
import { outputDetailed } from './detailedOutput';
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
	description: 'Include only runs that match all of these filters',
	options: [
		{
			displayName: 'Created After',
			name: 'startTime',
			type: 'dateTime',
			default: '',
			description:
				"Include only runs created after this time. Without a timezone, the workflow's timezone applies.",
			hint: 'For the last 24 hours, use the expression {{ $now.minus({ days: 1 }) }}. For yesterday, use {{ $today.minus({ days: 1 }) }} here and {{ $today }} in Created Before.',
		},
		{
			displayName: 'Created Before',
			name: 'endTime',
			type: 'dateTime',
			default: '',
			description:
				"Include only runs created before this time. Without a timezone, the workflow's timezone applies.",
			hint: 'For all runs until midnight, use the expression {{ $today }}',
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
			description: 'Include only runs that have this status now',
		},
		templateFilter,
	],
};

export const getMany = defineOperation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many runs',
	description: 'Retrieve many runs, filtered by status, creation time, template, name or metadata',
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
	options: outputOptions,
	async prepare(task) {
		const { input, context } = task;
		const criteria = readCriteria(task);
		const limit = input.flag('returnAll') ? null : input.count('limit', { min: 1 });
		const output = await readOutput({ ...task, noteFields: noteFieldsOf(context) });
		return async ({ client }) => {
			const runs =
				limit === null
					? await readAllRuns(client, criteria)
					: await readFirstRuns(client, criteria, limit);
			return await outputDetailed(runs, output, client);
		};
	},
});

function readCriteria({ input, context }: ItemTask<'filters' | 'metadata_filters'>): RunCriteria {
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
	// An agent leaves it empty.
	const hasStatus = given.has('status') && given.value('status') !== '';
	const status = hasStatus ? given.choice('status', RUN_STATUSES) : undefined;
	return {
		...readSharedFilters(given),
		...(startTime && { startTime }),
		...(endTime && { endTime }),
		...(status && { status }),
	};
}
