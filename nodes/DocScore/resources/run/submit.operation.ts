import { defineOperation } from '../../engine/operation';
import { deduplicationOption, submissionFields, submitRun } from './submission';

export const submit = defineOperation({
	name: 'Submit',
	value: 'submit',
	action: 'Submit a run',
	description: 'Submit files for extraction and go on at once with the ID of the run',
	properties: submissionFields,
	options: [deduplicationOption],
	async execute(task) {
		const { id, message, deduplicated } = await submitRun(task);
		const name = task.input.text('run_id') || null;
		return [{ json: { id, name, deduplicated, message } }];
	},
});
