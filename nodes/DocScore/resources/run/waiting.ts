import type { INodeProperties } from 'n8n-workflow';
import type { Execution, ItemTask, OutputItem } from '../../engine/operation';
import { onceFor } from '../../engine/onceFor';
import type { Account } from '../../account/accounts';
import { RunWatch } from './runWatch';
import { WaitTimeout } from './watchedRun';
import { hintTimeout } from './workflowTimeout';
import { naming, RunError, ServiceError } from '../../service/errors';
import { settle } from '../../service/settle';
import type { Run } from '../../service/types';
import { type OutputParameter, readOutput, type RunOutput } from '../../fields/output';
import { readSecondOutput, secondOutputOption } from '../../fields/secondOutput';

type WaitingOption = 'maxWait' | 'failedRun' | 'secondOutput' | 'timeout';

/** What Wait and Submit and Wait have in common: their options, and the waiting itself. */
export const waitingOptions: Array<INodeProperties & { name: WaitingOption }> = [
	{
		displayName: 'Max Wait (Minutes)',
		name: 'maxWait',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 15,
		description:
			'How long to wait for a run to finish, less than the workflow may take. Use 0 to wait until the execution is cancelled.',
	},
	{
		displayName: 'When a Run Fails',
		name: 'failedRun',
		type: 'options',
		options: [
			{ name: 'Output the Run', value: 'output', description: 'Output it with its failure reason' },
			{
				name: 'Throw an Error',
				value: 'error',
				description: 'Fail the item with the failure reason',
			},
		],
		default: 'error',
		description: 'What to do with a run that the service could not process',
	},
	secondOutputOption,
	{
		displayName: 'When the Wait Is Over',
		name: 'timeout',
		type: 'options',
		options: [
			{ name: 'Output the Run', value: 'output', description: 'Output its ID and last status' },
			{ name: 'Throw an Error', value: 'error', description: 'Fail the item, naming the run' },
		],
		default: 'error',
		description: 'What to do with a run that did not finish within Max Wait',
	},
];

const watchOf = onceFor(({ pace }: Account) => new RunWatch(pace));

const MINUTE_MS = 60_000;

/** How a run is waited for, and what becomes of it then. */
export interface PreparedWait {
	maxWaitMinutes: number;
	failedRun: 'error' | 'output';
	timeout: 'error' | 'output';
	output: RunOutput;
	/** What to look at where the run failed. */
	onFailure?: string;
}

/** @throws InputError */
export function readWaiting(task: ItemTask<OutputParameter, WaitingOption>): PreparedWait {
	const { options, context } = task;
	const maxWaitMinutes = options.number('maxWait', { min: 0 });
	hintTimeout(context, maxWaitMinutes * MINUTE_MS);
	const failedRun = options.choice('failedRun', ['error', 'output']);
	return {
		maxWaitMinutes,
		failedRun: readSecondOutput(options) === 'issuesAndFailed' ? 'output' : failedRun,
		timeout: options.choice('timeout', ['error', 'output']),
		output: readOutput(task),
	};
}

/**
 * Waits, together with all other items, until the run has finished, and outputs it.
 * @param submittedNow whether the run cannot have finished yet
 */
export async function waitForRun(
	execution: Execution,
	runId: string,
	{ maxWaitMinutes, failedRun, timeout, output, onFailure }: PreparedWait,
	submittedNow = false,
): Promise<OutputItem[]> {
	const watch = watchOf(execution.account);
	execution.log(`Waiting for run ${runId} to finish`);
	const maxWaitMs = maxWaitMinutes * MINUTE_MS;
	const waited = await settle(watch.finished(execution, runId, { maxWaitMs, submittedNow }));
	if (waited.ok) {
		const failed = waited.value.status === 'failed';
		if (failed && failedRun === 'error') throw failure(waited.value, onFailure);
		return output(waited.value);
	}
	const { error } = waited;
	if (error instanceof WaitTimeout && timeout === 'output') {
		return [{ json: { id: runId, status: error.lastStatus, timedOut: true } }];
	}
	throw ofRun(runId, error, maxWaitMinutes);
}

function failure({ id, name, failureReason }: Run, advice?: string): RunError {
	const reason = failureReason ?? 'the service gave no reason';
	const which = name === null ? `Run ${id}` : `Run ${id} (${name})`;
	const description = advice === undefined ? which : `${which}\n${advice}`;
	return new RunError(`Run ${id} failed: ${reason}`, id, { description });
}

/** Every error after the acceptance of a run names the run, so that it can be fetched later. */
function ofRun(runId: string, error: unknown, maxWaitMinutes: number): unknown {
	const later = 'Fetch it later with the operation Wait or Get.';
	if (error instanceof WaitTimeout) {
		const { lastStatus, lastError } = error;
		const timedOut = `Run ${runId} did not finish within ${maxWaitMinutes} minutes (last status: ${lastStatus ?? 'unknown'})`;
		const trouble = lastError instanceof ServiceError ? lastError : undefined;
		const message = [timedOut, trouble?.message].filter(Boolean).join('. ');
		const description = [trouble?.details.description, `Raise Max Wait. ${later}`];
		return new RunError(message, runId, { description: description.filter(Boolean).join('\n') });
	}
	if (!(error instanceof ServiceError)) return error;
	const description = [error.details.description, later].filter(Boolean).join('\n');
	const message = naming('Run', runId, error.message);
	return new RunError(message, runId, { description, cause: error });
}
