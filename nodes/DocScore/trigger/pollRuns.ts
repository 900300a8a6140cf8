import { type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import { readCredential } from '../engine/credential';
import { type Caller, withConnection } from '../engine/http';
import type { Run } from '../service/types';
import { accountOf } from './account';
import { Memories } from './memories';
import type { WantedRuns } from './poll';
import { newestRun } from './newestRun';
import { PollTime } from './pollTime';
import { track } from './tracker';
import { CONCURRENCY } from './verify';

const memories = new Memories(() => performance.now());

/** The runs that have finished and were not emitted before. @throws ServiceError, StoppedError */
export async function pollRuns(context: IPollFunctions, wanted: WantedRuns): Promise<Run[]> {
	const node = context.getNode();
	const time = new PollTime(context.getPollBudgetMs?.());
	const { baseUrl, key } = await readCredential(context);
	const settings = { ...wanted, account: accountOf(baseUrl, key) };
	// Another account has other clocks, limits and runs.
	const memory = memories.of(`${context.getWorkflow().id}:${node.id}:${settings.account}`);
	const data = context.getWorkflowStaticData('node');
	return await withConnection(
		context,
		{ ...callerWithin(time), givesWay: true },
		async ({ client }) => {
			const tools = {
				...memory.tools,
				reader: client,
				enoughListed: () => time.isHalfOver,
				leftMs: () => time.stop.leftMs,
				log: (message: string) => context.logger.warn(message, { nodeName: node.name }),
			};
			return await memory.poll(node.name, data, JSON.stringify(settings), async (state) => {
				return await track(state, settings, tools);
			});
		},
	);
}

/** The newest finished run, for a test in the editor, which must leave no trace. */
export async function sampleRuns(
	context: IPollFunctions,
	{ search, events }: WantedRuns,
): Promise<Run[]> {
	const caller = callerWithin(new PollTime(context.getPollBudgetMs?.()));
	return await withConnection(context, caller, async ({ client }) => {
		const newest = await newestRun(client, search, events);
		if (newest) return [await client.details(newest.id)];
		throw new NodeOperationError(context.getNode(), 'No finished run matches these settings', {
			description: 'Wait until a run has finished, or change Trigger On or the filters',
		});
	});
}

function callerWithin(time: PollTime): Caller {
	return { stop: time.stop, limit: CONCURRENCY, mayRepeatRead: (error) => time.mayRepeat(error) };
}
