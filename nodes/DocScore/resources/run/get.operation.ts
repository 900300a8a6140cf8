import { outputFields, outputOptions, readOutput } from '../../fields/runOutput';
import { noteFieldsOf } from '../../fields/unknownFields';
import { readRunId, runLocator } from '../../fields/runLocator';
import { defineOperation } from '../../engine/operation';
import { readDetails } from './waiting/lateVisibility';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get extracted data of run',
	description: 'Retrieve the status, extracted fields, metadata and files of a run',
	properties: [runLocator, ...outputFields],
	options: outputOptions,
	async prepare(task) {
		const id = readRunId(task.input);
		const output = await readOutput({ ...task, noteFields: noteFieldsOf(task.context) });
		return async (execution) => output(await readDetails(execution, id));
	},
});
