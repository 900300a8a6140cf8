import { defineOperation, eachDocument } from '../../engine/operation';
import { hintShortLived } from './files/signedLinks';
import { checkOnly } from './submission/checkOnly';
import {
	readSubmissions,
	additionalFields,
	submissionFields,
	submissionOptions,
	submitRun,
} from './submission/submission';

export const submit = defineOperation({
	name: 'Submit',
	value: 'submit',
	action: 'Submit document for extraction',
	description: 'Submit files for extraction as a new run and continue with its ID',
	properties: [...submissionFields, additionalFields],
	options: submissionOptions,
	async prepare(task) {
		if (task.options.isOn('checkOnly')) {
			return await checkOnly(async () => ({ submissions: await readSubmissions(task), named: [] }));
		}
		return eachDocument(await readSubmissions(task), (submission) => {
			if (submission.files.origin !== undefined) hintShortLived(task.context);
			return async (execution) => {
				const { id, name, message, deduplicated } = await submitRun(execution, submission);
				return [{ json: { id, name, deduplicated, message } }];
			};
		});
	},
});
