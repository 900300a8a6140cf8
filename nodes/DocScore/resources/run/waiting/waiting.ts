import type { INodeProperties } from 'n8n-workflow';
import type { Execution, ItemTask, OutputItem } from '../../../engine/operation';
import { weakMemoize } from '../../../engine/weakMemoize';
import { noteFieldsOf } from '../../../fields/unknownFields';
import type { Account } from '../../../account/accounts';
import { RunWatch } from './runWatch';
import { WaitTimeout } from './watchedRun';
import { notRead, type RunSource, runFailed, timedOut } from './waitErrors';
import { toResult } from '../../../service/result';
import type { RunSummary } from '../../../service/types';
import {
	type OutputOption,
	outputOptions,
	type OutputParameter,
	readNeedsDetails,
	readOutput,
	type RunOutput,
} from '../../../fields/runOutput';

type WaitingOption = OutputOption | 'maxWait' | 'failedRun' | 'timeout';

/** With Review, these runs leave by it. */
const WITHOUT_REVIEW = { hide: { '/review': [true] } };

/** What Wait and Submit and Wait share: their options, and the waiting. */
export const waitingOptions: Array<INodeProperties & { name: WaitingOption }> = [
	{
		displayName: 'Max Wait (Minutes)',
		name: 'maxWait',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 15,
		description:
			'How long to wait for a run to finish. Set it shorter than the workflow timeout. Use 0 to wait without a limit.',
	},
	{
		displayName: 'When a Run Fails',
		name: 'failedRun',
		type: 'options',
		displayOptions: WITHOUT_REVIEW,
		options: [
			{
				name: 'Fail the Item',
				value: 'error',
				description: 'Fail the item with an error that names the run and the reason',
			},
			{
				name: 'Output the Run',
				value: 'output',
				description: 'Output the run with its failure reason',
			},
		],
		default: 'error',
		description: 'What to do with a run that the service could not process',
	},
	...outputOptions,
	{
		displayName: 'When Max Wait Is Exceeded',
		name: 'timeout',
		type: 'options',
		displayOptions: WITHOUT_REVIEW,
		options: [
			{
				name: 'Fail the Item',
				value: 'error',
				description: 'Fail the item with an error that names the run',
			},
			{
				name: 'Output the Run',
				value: 'output',
				description: 'Output the run as it was last seen',
			},
		],
		default: 'error',
		description: 'What to do with a run that has not finished within Max Wait',
	},
];

const watchOf = weakMemoize(({ limiter }: Account) => new RunWatch(limiter));

const MINUTE_MS = 60_000;

/** How to wait for a run, and how to output it. */
export interface PreparedWait {
	maxWaitMinutes: number;
	failedRun: 'error' | 'output';
	timeout: 'error' | 'output';
	output: RunOutput;
	/** Whether the list contains all that the output of the finished run needs. */
	isEnough(run: RunSummary): Promise<boolean>;
	/** The run's name at submission. */
	runName?: string;
	/** What to check if the run failed. */
	onFailure?: (reason: string | null) => string;
}

/** @throws InputError */
export async function readWaiting(
	task: ItemTask<OutputParameter, WaitingOption>,
): Promise<PreparedWait> {
	const { options, context } = task;
	const maxWaitMinutes = options.number('maxWait', { min: 0 });
	const failedRun = options.choice('failedRun', ['error', 'output']);
	const timeout = options.choice('timeout', ['error', 'output']);
	const hasReview = task.input.flag('review');
	const output = await readOutput({ ...task, noteFields: noteFieldsOf(context) });
	const needsDetails = readNeedsDetails(task.input, output);
	return {
		maxWaitMinutes,
		failedRun: hasReview ? 'output' : failedRun,
		timeout: hasReview ? 'output' : timeout,
		output,
		isEnough: async (run) => run.status === 'completed' && (await needsDetails?.(run)) === false,
	};
}

/** Waits until the run has finished, together with all other items, and outputs it. */
export async function waitForRun(
	execution: Execution,
	runId: string,
	wait: PreparedWait,
	source: RunSource,
): Promise<OutputItem[]> {
	const { maxWaitMinutes, failedRun, timeout, output, isEnough, onFailure } = wait;
	const watch = watchOf(execution.account);
	execution.log(`Waiting for run ${runId} to finish`);
	execution.tally.waited++;
	const maxWaitMs = maxWaitMinutes * MINUTE_MS;
	const submittedNow = source === 'submitted';
	const waited = await toResult(
		watch.finished(execution.reader, runId, { maxWaitMs, submittedNow, isEnough }),
	);
	if (waited.ok) {
		const { value: run } = waited;
		if (failedRun === 'error' && run.status === 'failed') throw runFailed(run, onFailure);
		return await output(run);
	}
	const { error } = waited;
	if (!(error instanceof WaitTimeout)) throw notRead(runId, error, source, wait.runName);
	if (timeout === 'error') throw timedOut(error, wait, source);
	return await output(notFinished(error, wait), true);
}

/** What is known of the run, which may never have been seen; its fields may still change. */
function notFinished({ runId: id, seen }: WaitTimeout, { runName }: PreparedWait): RunSummary {
	const name = seen?.name ?? runName ?? null;
	if (seen) return { ...seen, id, name, fields: [] };
	const raw = { id, name, status: null };
	return { ...raw, createdTime: null, fields: [], raw };
}
