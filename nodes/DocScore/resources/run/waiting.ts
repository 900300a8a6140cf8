import type { INodeProperties } from 'n8n-workflow';
import type { ItemTask, OutputItem } from '../../engine/operation';
import { perExecution } from '../../engine/perExecution';
import { RunWatch, WaitTimeout } from './runWatch';
import { RunError, ServiceError } from '../../service/errors';
import { settle } from '../../service/settle';
import type { Run } from '../../service/types';
import { outputRun } from '../../fields/output';

type WaitingOption = 'maxWait' | 'failedRun' | 'timeout';

/** What Wait and Submit and Wait have in common: their options, and the waiting itself. */
export const waitingOptions: Array<INodeProperties & { name: WaitingOption }> = [
	{
		displayName: 'Max Wait (Minutes)',
		name: 'maxWait',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 15,
		description:
			'How long to wait for a run to finish. Use 0 to wait until the execution is cancelled.',
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

const watchOf = perExecution(({ client, stop, started }) => new RunWatch(client, stop, started));

const MINUTE_MS = 60_000;

/** Reads what the waiting needs, so that bad input is told before anything is submitted. */
export function readWaiting({ options }: ItemTask<'output', WaitingOption>) {
	return {
		maxWait: options.number('maxWait', { min: 0 }),
		failedRun: options.choice('failedRun', ['error', 'output']),
		timeout: options.choice('timeout', ['error', 'output']),
	};
}

/** Waits, together with all other items, until the run has finished, and outputs it. */
export async function waitForRun(
	task: ItemTask<'output', WaitingOption>,
	runId: string,
	submittedNow: boolean,
): Promise<OutputItem[]> {
	const { maxWait, failedRun, timeout } = readWaiting(task);
	const watch = watchOf(task.execution);
	const waited = await settle(watch.finished(runId, maxWait * MINUTE_MS, submittedNow));
	if (waited.ok) {
		const failed = waited.value.status === 'failed';
		if (failed && failedRun === 'error') throw failure(waited.value);
		return outputRun(task.input, waited.value);
	}
	const { error } = waited;
	if (error instanceof WaitTimeout && timeout === 'output') {
		return [{ json: { id: runId, status: error.lastStatus, timedOut: true } }];
	}
	throw ofRun(runId, error, maxWait);
}

function failure({ id, name, failureReason }: Run): RunError {
	const reason = failureReason ?? 'the service gave no reason';
	const description = name === null ? `Run ${id}` : `Run ${id} (${name})`;
	return new RunError(`Run ${id} failed: ${reason}`, id, { description });
}

/** Every error after the acceptance of a run names the run, so that it can be fetched later. */
function ofRun(runId: string, error: unknown, maxWait: number): unknown {
	const later = 'Fetch it later with the operation Wait or Get.';
	if (error instanceof WaitTimeout) {
		const status = error.lastStatus ?? 'unknown';
		const message = `Run ${runId} did not finish within ${maxWait} minutes (last status: ${status})`;
		return new RunError(message, runId, { description: `Raise Max Wait. ${later}` });
	}
	if (!(error instanceof ServiceError)) return error;
	const description = [error.details.description, later].filter(Boolean).join('\n');
	return new RunError(`Run ${runId}: ${error.message}`, runId, { description, cause: error });
}
