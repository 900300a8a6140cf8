import { defineOperation } from '../../engine/operation';
import { outputField } from '../../fields/output';
import { deduplicationOption, submissionFields, submitRun } from './submission';
import { readWaiting, waitForRun, waitingOptions } from './waiting';

export const submitAndWait = defineOperation({
	name: 'Submit and Wait',
	value: 'submitAndWait',
	action: 'Submit a run and wait for its result',
	description: 'Submit files for extraction and output the finished run with its extracted fields',
	properties: [...submissionFields, outputField],
	options: [deduplicationOption, ...waitingOptions],
	async execute(task) {
		readWaiting(task);
		const { id, deduplicated } = await submitRun(task);
		return await waitForRun(task, id, !deduplicated);
	},
});
