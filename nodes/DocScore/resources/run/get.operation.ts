import { outputFields, outputOptions, readOutput } from '../../fields/output';
import { readRunId, runLocator } from '../../fields/runLocator';
import { defineOperation } from '../../engine/operation';
import { detailsOf } from './shownLate';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get extracted data of run',
	description: 'Retrieve a run: its status, extracted fields, metadata and files',
	properties: [runLocator, ...outputFields],
	options: outputOptions,
	prepare(task) {
		const id = readRunId(task.input);
		const output = readOutput(task);
		return async (execution) => output(await detailsOf(execution, id));
	},
});
