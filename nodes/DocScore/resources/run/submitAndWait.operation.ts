import { defineOperation } from '../../engine/operation';
import { outputFields } from '../../fields/output';
import { fileUrlHints } from './pageLinks';
import { readSubmission, submissionFields, submissionOptions, submitRun } from './submission';
import { readWaiting, waitForRun, waitingOptions } from './waiting';

export const submitAndWait = defineOperation({
	name: 'Submit and Wait',
	value: 'submitAndWait',
	action: 'Extract data from document',
	description:
		'Send files for extraction as a new run, and output it with its extracted fields once it has finished',
	properties: [...submissionFields, ...outputFields],
	options: [...submissionOptions, ...waitingOptions],
	hints: fileUrlHints,
	async prepare(task) {
		const submission = await readSubmission(task);
		const { onFailure } = submission.files;
		const runName = submission.request.run_id;
		const waiting = { ...readWaiting(task), onFailure, runName };
		return async (execution) => {
			const { id, deduplicated } = await submitRun(execution, submission);
			const origin = deduplicated ? 'found' : 'submitted';
			return async () => await waitForRun(execution, id, waiting, origin);
		};
	},
});
