import { defineOperation } from '../../engine/operation';
import { hintShortLived } from './links';
import { fileUrlHints } from './pageLinks';
import { readSubmission, submissionFields, submissionOptions, submitRun } from './submission';

export const submit = defineOperation({
	name: 'Submit',
	value: 'submit',
	action: 'Submit document for extraction',
	description: 'Send files for extraction as a new run, and go on at once with its ID',
	properties: submissionFields,
	options: submissionOptions,
	hints: fileUrlHints,
	async prepare(task) {
		const submission = await readSubmission(task);
		if (submission.files.origin !== undefined) hintShortLived(task.context);
		const name = submission.request.run_id ?? null;
		return async (execution) => {
			const { id, message, deduplicated } = await submitRun(execution, submission, task.itemIndex);
			return [{ json: { id, name, deduplicated, message } }];
		};
	},
});
