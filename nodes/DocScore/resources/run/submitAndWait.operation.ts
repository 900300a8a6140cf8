import { defineOperation } from '../../engine/operation';
import { outputField } from '../../fields/output';
import { deduplicationOption, readSubmission, submissionFields, submitRun } from './submission';
import { readWaiting, waitForRun, waitingOptions } from './waiting';

export const submitAndWait = defineOperation({
	name: 'Submit and Wait',
	value: 'submitAndWait',
	action: 'Submit a run and wait for its result',
	description: 'Submit files for extraction and output the finished run with its extracted fields',
	properties: [...submissionFields, outputField],
	options: [deduplicationOption, ...waitingOptions],
	prepare(task) {
		const submission = readSubmission(task);
		const waiting = readWaiting(task);
		return async (execution) => {
			const { id, deduplicated } = await submitRun(execution, submission);
			return async () => await waitForRun(execution, id, waiting, !deduplicated);
		};
	},
});
