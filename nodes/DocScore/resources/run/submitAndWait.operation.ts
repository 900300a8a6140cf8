import { defineOperation } from '../../engine/operation';
import { outputFields } from '../../fields/output';
import { RunFailedError } from '../../service/errors';
import { settle } from '../../service/settle';
import { fileUrlHints } from './pageLinks';
import {
	readSubmission,
	submissionFields,
	submissionOptions,
	submitAgain,
	submitRun,
} from './submission';
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
		const { itemIndex } = task;
		const submission = await readSubmission(task);
		const { onFailure } = submission.files;
		const runName = submission.request.run_id;
		const waiting = { ...readWaiting(task), onFailure, runName };
		return async (execution) => {
			const { id, deduplicated } = await submitRun(execution, submission, itemIndex);
			const origin = deduplicated ? 'found' : 'submitted';
			return async () => {
				const waited = await settle(waitForRun(execution, id, waiting, origin));
				if (waited.ok) return waited.value;
				if (waited.error instanceof RunFailedError) submitAgain(execution, itemIndex, id);
				throw waited.error;
			};
		};
	},
});
