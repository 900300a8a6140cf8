import {
	defineOperation,
	eachDocument,
	type Execution,
	type OutputItem,
} from '../../engine/operation';
import { outputFields, readNamedFields } from '../../fields/runOutput';
import { RunFailedError } from '../../service/errors';
import { toResult } from '../../service/result';
import { checkOnly } from './submission/checkOnly';
import {
	readSubmissions,
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
	async prepare(task) {
		const read = async () => {
			return { submissions: await readSubmissions(task), wait: await readWaiting(task) };
		};
		if (task.options.isOn('checkOnly')) {
			return await checkOnly(async () => ({ ...(await read()), named: readNamedFields(task) }));
		}
		const { submissions, wait } = await read();
		return eachDocument(submissions, (submission) => {
			const { onFailure } = submission.files;
			const waiting = { ...wait, onFailure, runName: submission.request.run_id };
			const work = async (execution: Execution): Promise<() => Promise<OutputItem[]>> => {
				const { id, deduplicated, isEarlier } = await submitRun(execution, submission);
				const source = deduplicated ? 'found' : 'submitted';
				return async () => {
					const waited = await toResult(waitForRun(execution, id, waiting, source));
					if (waited.ok) return waited.value;
					if (!(waited.error instanceof RunFailedError)) throw waited.error;
					submitAgain(execution, submission, id);
					// An earlier try had ended before it failed, so this one submits the document again.
					if (!isEarlier || execution.cancellation.isOver) throw waited.error;
					const again = await work(execution);
					return await again();
				};
			};
			return work;
		});
	},
});
