import { type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import { type Caller, cleanBaseUrl, CREDENTIAL, withConnection } from '../engine/http';
import { isRefusal, retryAfterOf } from '../service/errors';
import { Stop } from '../service/stop';
import type { MayRepeat } from '../service/transport';
import type { Run } from '../service/types';
import { accountOf } from './account';
import { Memories } from './memories';
import type { WantedRuns } from './poll';
import { newestRun } from './newestRun';
import { track } from './tracker';
import { CONCURRENCY, endsPoll } from './verify';

/** Longest time of a poll in ms; n8n may give less. */
const MAX_POLL_MS = 45_000;

/** The part of n8n's time that a poll uses, as an answer may come a little late. */
const USED_PART = 0.9;

const memories = new Memories(() => performance.now());

/** Time in ms that a pause and another try may take. */
const RETRY_MS = 5_000;

/** The runs that have finished and were not emitted before. @throws ServiceError, StoppedError */
export async function pollRuns(context: IPollFunctions, wanted: WantedRuns): Promise<Run[]> {
	const node = context.getNode();
	const { caller, startedAt, budget } = callerWithin(context);
	const { baseUrl, apiKey } = await context.getCredentials(CREDENTIAL);
	const settings = { ...wanted, account: accountOf(cleanBaseUrl(baseUrl), String(apiKey).trim()) };
	// Another account has other clocks, limits and runs.
	const memory = memories.of(`${context.getWorkflow().id}:${node.id}:${settings.account}`);
	const data = context.getWorkflowStaticData('node');
	return await withConnection(context, { ...caller, givesWay: true }, async ({ client }) => {
		const tools = {
			...memory.tools,
			reader: client,
			enoughListed: () => Date.now() - startedAt > budget / 2,
			leftMs: () => startedAt + budget - Date.now(),
			log: (message: string) => context.logger.warn(message, { nodeName: node.name }),
		};
		return await memory.poll(node.name, data, JSON.stringify(settings), async (state) => {
			return await track(state, settings, tools);
		});
	});
}

/** The newest finished run, for a test in the editor, which must leave no trace. */
export async function sampleRuns(
	context: IPollFunctions,
	{ search, events }: WantedRuns,
): Promise<Run[]> {
	const { caller } = callerWithin(context);
	return await withConnection(context, caller, async ({ client }) => {
		const newest = await newestRun(client, search, events);
		if (newest) return [await client.details(newest.id)];
		throw new NodeOperationError(context.getNode(), 'No finished run matches these settings', {
			description: 'Wait until a run has finished, or change Trigger On or the filters.',
		});
	});
}

function callerWithin(context: IPollFunctions): {
	caller: Caller;
	startedAt: number;
	budget: number;
} {
	const startedAt = Date.now();
	// Only newer releases of n8n tell how long a poll may take.
	const given = context.getPollBudgetMs?.() ?? MAX_POLL_MS;
	const budget = Math.min(MAX_POLL_MS, given * USED_PART);
	const stop = new Stop(undefined, startedAt + budget);
	// Polls repeat themselves, so one ends rather than wait long for a service that wants to be left alone.
	const mayRepeatRead: MayRepeat = (error) => {
		if (isRefusal(error)) {
			return (retryAfterOf(error) ?? 0) <= RETRY_MS && stop.leftMs > budget / 2;
		}
		return error.details.transient && !endsPoll(error) && stop.leftMs > RETRY_MS;
	};
	return { caller: { stop, limit: CONCURRENCY, mayRepeatRead }, startedAt, budget };
}
