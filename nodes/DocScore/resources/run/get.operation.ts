import { defineOperation } from '../../engine/operation';
import { outputField, outputRun } from '../../fields/output';
import { readRunId, runLocator } from '../../fields/runLocator';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get a run',
	description: "Get a run's status, extracted fields, metadata and files",
	properties: [runLocator, outputField],
	async execute({ input, execution }) {
		return outputRun(input, await execution.client.details(readRunId(input)));
	},
});
