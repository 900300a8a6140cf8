import { defineOperation } from '../../engine/operation';
import { outputFields } from '../../fields/output';
import { readRunId, runLocator } from '../../fields/runLocator';
import { readWaiting, waitForRun, waitingOptions } from './waiting';

export const wait = defineOperation({
	name: 'Wait',
	value: 'wait',
	action: 'Wait for extraction to finish',
	description: 'Wait until a run that was submitted earlier has finished, and output it',
	properties: [runLocator, ...outputFields],
	options: waitingOptions,
	prepare(task) {
		const id = readRunId(task.input);
		const waiting = readWaiting(task);
		return async (execution) => async () => await waitForRun(execution, id, waiting, 'given');
	},
});
