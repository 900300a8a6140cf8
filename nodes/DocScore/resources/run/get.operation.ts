import { outputField, readOutput } from '../../fields/output';
import { readRunId, runLocator } from '../../fields/runLocator';
import { defineOperation } from '../../engine/operation';

export const get = defineOperation({
	name: 'Get',
	value: 'get',
	action: 'Get run',
	description: 'Retrieve a run: its status, extracted fields, metadata and files',
	properties: [runLocator, outputField],
	prepare({ input }) {
		const id = readRunId(input);
		const output = readOutput(input);
		return async ({ client }) => output(await client.details(id));
	},
});
