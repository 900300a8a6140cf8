import { type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import { type ConnectionOptions, withConnection } from '../engine/http/connection';
import { readCredential } from '../engine/http/credential';
import type { OutputItem } from '../engine/operation';
import { TimeSlice } from '../engine/timeSlice';
import type { RunOutput } from '../fields/runOutput';
import type { RunCriteria } from '../runs/criteria';
import { listOf } from '../runs/listing';
import { readNewest } from '../runs/newest';
import { TimeStyle } from '../runs/serviceTime';
import { Cancellation } from '../service/cancellation';
import type { RunLister } from '../service/client';
import { isRateLimited, retryAfterOf, type ServiceError } from '../service/errors';
import { withoutPermits } from '../service/messages';
import { toResult } from '../service/result';
import type { Run, RunSummary } from '../service/types';
import { accountHash } from './account';
import { CONCURRENCY, endsPoll } from './details';
import type { WantedRuns } from './findings';
import { PollMemory } from './memory/pollMemory';
import { PollTime } from './memory/pollTime';
import { track } from './poll';

/** The time in ms that a pause and another try may take. */
const RETRY_MS = 5_000;

/** The memories of this process, one for each trigger node. */
const memories = new Map<string, PollMemory<OutputItem>>();

/**
 * The items of the finished runs that were not output before.
 * @throws ServiceError, CancelledError
 */
export async function pollRuns(
	context: IPollFunctions,
	wanted: WantedRuns,
	output: RunOutput,
): Promise<OutputItem[]> {
	const [node, givenMs] = [context.getNode(), context.getPollBudgetMs?.()];
	const workflow = String(context.getWorkflow().id);
	const { baseUrl, key } = await readCredential(context);
	const settings = { ...wanted, workflow, account: accountHash(baseUrl, key) };
	const memory = memoryOf(context);
	memory.useFor(settings.account);
	const data = context.getWorkflowStaticData('node');
	const asked = JSON.stringify([settings, node.parameters]);
	const log = (message: string) =>
		context.logger.warn(withoutPermits(message), { nodeName: node.name });
	const caller = connectionOptions(memory.time.next(givenMs));
	const { leftMs, isListTimeUp } = caller;
	return await withConnection(context, { ...caller, isLowPriority: true }, async ({ client }) => {
		const tools = { ...memory.tools, reader: client, leftMs, isListTimeUp, log };
		const poll = { node: node.name, data, asked, givenMs, log };
		return await memory.poll(poll, async (state) => {
			const { runs, ...tracked } = await track(state, settings, tools);
			if (tracked.error === undefined && tools.readBackoff.isEmpty && memory.alarm.worked())
				context.logger.info('Polls work again', { nodeName: node.name });
			// The items are created before the state is replaced, so that an error here loses no run.
			return { ...tracked, runs: await itemsOf(runs, output, log) };
		});
	});
}

export function memoryOf(context: IPollFunctions): PollMemory<OutputItem> {
	const key = `${context.getWorkflow().id}:${context.getNode().id}`;
	const memory = memories.get(key) ?? new PollMemory<OutputItem>(() => performance.now());
	memories.set(key, memory);
	return memory;
}

/**
 * The items of finished runs. A run that cannot be output, such as one with thousands of nested
 * lists, is output with its ID, name and status, so that it does not delay other runs.
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
		items.push(await itemsOfRun(run, output, log));
	}
	return items.flat();
}

async function itemsOfRun(
	run: Run | RunSummary,
	output: RunOutput,
	log: (line: string) => void,
): Promise<OutputItem[]> {
	const items = await toResult(output(run));
	if (items.ok) return items.value;
	const { id, name, status } = run;
	const problem = items.error instanceof Error ? items.error.message : String(items.error);
	log(`Run ${id} is output without its fields, as they cannot be shown: ${problem}`);
	return [{ json: { id, name, status, error: problem }, toReview: true }];
}

/** The newest finished run, for a test in the editor, which must not change the state. */
export async function sampleRuns(
	context: IPollFunctions,
	{ criteria, events }: WantedRuns,
	output: RunOutput,
): Promise<OutputItem[]> {
	const caller = connectionOptions(new PollTime().next(context.getPollBudgetMs?.()));
	return await withConnection(context, caller, async ({ client }) => {
		const newest = await newestRun(client, criteria, events);
		if (newest !== null) return await output(await client.details(newest));
		throw new NodeOperationError(context.getNode(), 'No finished run matches these settings', {
			description: 'Wait until a run has finished, or change Trigger On or the filters',
		});
	});
}

/** How a poll of so many ms sends requests. */
function connectionOptions(limitMs: number) {
	const cancellation = new Cancellation(undefined, limitMs);
	const leftMs = () => cancellation.leftMs;
	const isListTimeUp = () => cancellation.leftMs < limitMs / 2;
	/** A poll ends rather than wait long, because the next poll follows anyway. */
	const mayRepeatRead = (error: ServiceError) => {
		if (isRateLimited(error)) return (retryAfterOf(error) ?? 0) <= RETRY_MS && !isListTimeUp();
		return error.details.transient && !endsPoll(error) && leftMs() > RETRY_MS;
	};
	return {
		cancellation,
		limit: CONCURRENCY,
		mayRepeatRead,
		leftMs,
		isListTimeUp,
	} satisfies ConnectionOptions & Record<string, unknown>;
}

/** The ID of the newest matching run with one of these statuses; null if there is none. */
export async function newestRun(
	lister: RunLister,
	search: RunCriteria,
	statuses: string[],
): Promise<string | null> {
	const style = new TimeStyle();
	const newest = await Promise.all(
		statuses.map(async (status) => {
			return await readNewest(listOf(lister, search, style, undefined, status), 1);
		}),
	);
	const [first] = newest.flat().sort((a, b) => b.created - a.created);
	return first?.id ?? null;
}
