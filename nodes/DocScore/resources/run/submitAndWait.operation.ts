import { defineOperation } from '../../engine/operation';
import { outputFields } from '../../fields/runOutput';
import { RunFailedError } from '../../service/errors';
import { toResult } from '../../service/result';
import { fileUrlHints } from './files/pageLinks';
import {
	readSubmission,
	additionalFields,
	submissionFields,
	submissionOptions,
	submitAgain,
	submitRun,
} from './submission/submission';
import { readWaiting, waitForRun, waitingOptions } from './waiting/waiting';

export const submitAndWait = defineOperation({
	name: 'Submit and Wait',
	value: 'submitAndWait',
	action: 'Extract data from document',
	description:
		'Submit files for extraction, wait until the run finishes, and output its extracted fields',
	properties: [...submissionFields, ...outputFields, additionalFields],
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
			const source = deduplicated ? 'found' : 'submitted';
			return async () => {
				const waited = await toResult(waitForRun(execution, id, waiting, source));
				if (waited.ok) return waited.value;
				if (waited.error instanceof RunFailedError) submitAgain(execution, itemIndex, id);
				throw waited.error;
			};
		};
	},
});
