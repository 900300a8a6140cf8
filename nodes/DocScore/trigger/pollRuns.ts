import { type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import { readCredential } from '../engine/credential';
import { type Caller, withConnection } from '../engine/http';
import type { OutputItem } from '../engine/operation';
import type { RunOutput } from '../fields/output';
import { accountOf } from './account';
import { itemsOf } from './emission';
import { Memories } from './memories';
import type { WantedRuns } from './poll';
import { newestRun } from './newestRun';
import { PollTime } from './pollTime';
import { track } from './tracker';
import { CONCURRENCY } from './verify';

const memories = new Memories(() => performance.now());

/**
 * The items of the runs that have finished and were not emitted before.
 * @throws ServiceError, StoppedError
 */
export async function pollRuns(
	context: IPollFunctions,
	wanted: WantedRuns,
	output: RunOutput,
): Promise<OutputItem[]> {
	const node = context.getNode();
	const time = new PollTime(context.getPollBudgetMs?.());
	const { baseUrl, key } = await readCredential(context);
	const settings = { ...wanted, account: accountOf(baseUrl, key) };
	const memory = memories.of(`${context.getWorkflow().id}:${node.id}`);
	memory.useFor(settings.account);
	const data = context.getWorkflowStaticData('node');
	const asked = JSON.stringify([settings, node.parameters]);
	const log = (message: string) => context.logger.warn(message, { nodeName: node.name });
	return await withConnection(
		context,
		{ ...callerWithin(time), givesWay: true },
		async ({ client }) => {
			const tools = {
				...memory.tools,
				reader: client,
				enoughListed: () => time.isHalfOver,
				leftMs: () => time.cancellation.leftMs,
				log,
			};
			return await memory.poll(node.name, data, asked, async (state) => {
				const { runs, ...tracked } = await track(state, settings, tools);
				// Made before the state is replaced, so that nothing that throws here loses a run.
				return { ...tracked, runs: runs.flatMap((run) => itemsOf(run, output, log)) };
			});
		},
	);
}

/** The newest finished run, for a test in the editor, which must leave no trace. */
export async function sampleRuns(
	context: IPollFunctions,
	{ search, events }: WantedRuns,
	output: RunOutput,
): Promise<OutputItem[]> {
	const caller = callerWithin(new PollTime(context.getPollBudgetMs?.()));
	return await withConnection(context, caller, async ({ client }) => {
		const newest = await newestRun(client, search, events);
		if (newest) return output(await client.details(newest.id));
		throw new NodeOperationError(context.getNode(), 'No finished run matches these settings', {
			description: 'Wait until a run has finished, or change Trigger On or the filters',
		});
	});
}

function callerWithin(time: PollTime): Caller {
	return {
		cancellation: time.cancellation,
		limit: CONCURRENCY,
		mayRepeatRead: (error) => time.mayRepeat(error),
	};
}
