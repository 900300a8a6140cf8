import { type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import { readCredential } from '../engine/http/credential';
import { type ConnectionOptions, withConnection } from '../engine/http/connection';
import type { OutputItem } from '../engine/operation';
import { TimeSlice } from '../engine/timeSlice';
import type { RunOutput } from '../fields/runOutput';
import { accountHash } from './accountIdentity';
import { MemoryStore } from './memory/memoryStore';
import type { WantedRuns } from './poll';
import { PollTime } from './pollTime';
import { track } from './tracker';
import { CONCURRENCY } from './verify';
import { findNewest } from '../runs/newest';
import { listOf, type SeenRun } from '../runs/listing';
import type { RunCriteria } from '../runs/criteria';
import { TimeStyle } from '../runs/serviceTime';
import type { RunLister } from '../service/client';
import type { Run, RunSummary } from '../service/types';

const memoryStore = new MemoryStore(() => performance.now());

/**
 * The items of the finished runs that were not emitted before.
 * @throws ServiceError, CancelledError
 */
export async function pollRuns(
	context: IPollFunctions,
	wanted: WantedRuns,
	output: RunOutput,
): Promise<OutputItem[]> {
	const node = context.getNode();
	const time = new PollTime(context.getPollBudgetMs?.());
	const { baseUrl, key } = await readCredential(context);
	const settings = { ...wanted, accountHash: accountHash(baseUrl, key) };
	const memory = memoryStore.of(`${context.getWorkflow().id}:${node.id}`);
	memory.useFor(settings.accountHash);
	const data = context.getWorkflowStaticData('node');
	const asked = JSON.stringify([settings, node.parameters]);
	const log = (message: string) => context.logger.warn(message, { nodeName: node.name });
	return await withConnection(
		context,
		{ ...connectionOptions(time), isLowPriority: true },
		async ({ client }) => {
			const tools = {
				...memory.tools,
				reader: client,
				isListTimeUp: () => time.isHalfOver,
				leftMs: () => time.cancellation.leftMs,
				log,
			};
			return await memory.poll(node.name, data, asked, async (state) => {
				const { runs, ...tracked } = await track(state, settings, tools);
				// The items are created before the state is replaced, so that an error here loses no run.
				return { ...tracked, runs: await itemsOf(runs, output, log) };
			});
		},
	);
}

/**
 * The items of finished runs. A run that cannot be output, such as one with thousands of nested
 * lists, is emitted with its ID, name and status, so that it does not delay other runs.
 * @param log writes a line to n8n's log
 */
export async function itemsOf(
	runs: Array<Run | RunSummary>,
	output: RunOutput,
	log: (line: string) => void,
): Promise<OutputItem[]> {
	const timeSlice = new TimeSlice();
	const items: OutputItem[][] = [];
	for (const run of runs) {
		await timeSlice.yieldIfOver();
		items.push(itemsOfRun(run, output, log));
	}
	return items.flat();
}

function itemsOfRun(
	run: Run | RunSummary,
	output: RunOutput,
	log: (line: string) => void,
): OutputItem[] {
	try {
		return output(run);
	} catch (error) {
		const { id, name, status } = run;
		const problem = error instanceof Error ? error.message : String(error);
		log(`Run ${id} is emitted without its fields, as they cannot be shown: ${problem}`);
		return [{ json: { id, name, status, error: problem }, toSecondOutput: true }];
	}
}

/** The newest finished run, for a test in the editor, which must not change the state. */
export async function sampleRuns(
	context: IPollFunctions,
	{ criteria, events }: WantedRuns,
	output: RunOutput,
): Promise<OutputItem[]> {
	const caller = connectionOptions(new PollTime(context.getPollBudgetMs?.()));
	return await withConnection(context, caller, async ({ client }) => {
		const newest = await newestRun(client, criteria, events);
		if (newest) return output(await client.details(newest.id));
		throw new NodeOperationError(context.getNode(), 'No finished run matches these settings', {
			description: 'Wait until a run has finished, or change Trigger On or the filters',
		});
	});
}

function connectionOptions(time: PollTime): ConnectionOptions {
	return {
		cancellation: time.cancellation,
		limit: CONCURRENCY,
		mayRepeatRead: (error) => time.mayRepeat(error),
	};
}

/** The newest matching run with one of these statuses; null if there is none. */
export async function newestRun(
	lister: RunLister,
	search: RunCriteria,
	statuses: string[],
): Promise<SeenRun | null> {
	let newest: SeenRun | null = null;
	const observe = (runs: SeenRun[]) => {
		for (const run of runs) if (!newest || run.created > newest.created) newest = run;
	};
	const style = new TimeStyle();
	for (const status of statuses) {
		await findNewest(listOf(lister, search, style, observe, status));
	}
	return newest;
}
