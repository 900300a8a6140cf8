import { defineOperation } from '../../engine/operation';
import { outputFields } from '../../fields/runOutput';
import { readRunId, runLocator } from '../../fields/runLocator';
import { readWaiting, waitForRun, waitingOptions } from './waiting/waiting';

export const wait = defineOperation({
	name: 'Wait',
	value: 'wait',
	action: 'Wait for extraction to finish',
	description: 'Wait until an existing run finishes, and output it',
	properties: [runLocator, ...outputFields],
	options: waitingOptions,
	async prepare(task) {
		const id = readRunId(task.input);
		const waiting = await readWaiting(task);
		return async (execution) => () => waitForRun(execution, id, waiting, 'given');
	},
});
