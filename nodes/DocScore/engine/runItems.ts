import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import { type Result, toResult } from '../service/result';
import { Cancellation } from '../service/cancellation';
import { type Accepted, acceptedIn } from './accepted';
import { checkSameCredential } from './http/credential';
import { showLateHints } from './hintOnce';
import { withConnection } from './http/connection';
import { Input } from './input/input';
import { nodeRunOf } from './journal';
import {
	type Execution,
	type Operation,
	optionsProperty,
	type OutputItem,
	type Prepared,
	type Tally,
	type Wait,
	type Work,
} from './operation';
import { ItemResults, type Place } from './itemResults';
import { parametersOf } from './input/parameters';
import { throttleHint } from './throttleHint';
import { TimeSlice } from './timeSlice';

/** Items prepared at once. Each may have a file open, or in memory if n8n keeps it in its database. */
const PREPARED_AT_ONCE = 16;

export type FindOperation = (resource: string, operation: string) => Operation | undefined;

interface PreparedItem {
	place: Place;
	work: Result<Work>;
	maxConcurrentRequests: number;
}

type ReadyItem = Omit<PreparedItem, 'work'> & { work: Work };

/**
 * Runs the chosen operation for every input item. Work begins only after all items are prepared, so
 * that bad input is reported before anything is sent. Output items keep the order of the input
 * items and are paired with them.
 */
export async function runItems(
	context: IExecuteFunctions,
	find: FindOperation,
): Promise<INodeExecutionData[][]> {
	const cancellation = new Cancellation(context.getExecutionCancelSignal());
	const accepted = acceptedIn(nodeRunOf(context));
	const results = new ItemResults(context, cancellation, accepted);
	const tally = { submitted: 0, reused: 0, waited: 0 };
	const run = { cancellation, accepted, results, tally };
	const ran = await toResult(prepareAndWork(context, find, run));
	if (!ran.ok) results.failAll(ran.error);
	// Ends retries of requests whose result is no longer needed.
	cancellation.cancel('The node has ended');
	showLateHints(context);
	logTally(context, tally, results.failedCount);
	return results.conclude();
}

interface NodeRun {
	cancellation: Cancellation;
	accepted: Accepted;
	results: ItemResults;
	tally: Tally;
}

/** A line of fixed form in n8n's log, for rules of a monitoring system. It contains no value. */
function logTally(context: IExecuteFunctions, tally: Tally, failed: number): void {
	const { submitted, reused, waited } = tally;
	const counts = { submitted, reused, failed, waited };
	const line = Object.entries(counts).map(([name, count]) => `${name}=${count}`);
	const { name: nodeName } = context.getNode();
	const ids = { executionId: context.getExecutionId(), workflowId: context.getWorkflow().id };
	context.logger.info(`docscore ${line.join(' ')}`, { nodeName, ...ids });
}

/** @throws InputError, ServiceError if the operation or the credential is wrong */
async function prepareAndWork(
	context: IExecuteFunctions,
	find: FindOperation,
	{ cancellation, accepted, results, tally }: NodeRun,
): Promise<void> {
	const operation = chosenOperation(context, find);
	const prepared = await prepareItems(context, operation, cancellation, results);
	if (prepared.length === 0 || cancellation.isOver) return;
	const limits = prepared.map(({ maxConcurrentRequests }) => maxConcurrentRequests);
	const limit = limits.reduce((least, each) => Math.min(least, each));
	const { name: nodeName } = context.getNode();
	const log = (message: string) => context.logger.debug(message, { nodeName });
	await withConnection(context, { cancellation, limit, log }, async (connection) => {
		const { client, reader, account, limits } = connection;
		const execution = { context, client, reader, account, cancellation, log, accepted, tally };
		await workOn(prepared, limit, execution, results);
		const hint = throttleHint(limits);
		if (hint) context.addExecutionHints({ message: hint, location: 'outputPane' });
	});
}

function chosenOperation(context: IExecuteFunctions, find: FindOperation): Operation {
	const resource = String(context.getNodeParameter('resource', 0));
	const name = String(context.getNodeParameter('operation', 0));
	const operation = find(resource, name);
	if (operation) return operation;
	throw new NodeOperationError(context.getNode(), `Unknown operation '${name}' of '${resource}'`, {
		description: 'Select a resource and an operation',
	});
}

async function prepareItems(
	context: IExecuteFunctions,
	operation: Operation,
	cancellation: Cancellation,
	results: ItemResults,
): Promise<ReadyItem[]> {
	const prepared: ReadyItem[] = [];
	const prepareItem = preparer(context, operation);
	const indexes = [...context.getInputData().keys()];
	const prepare = async (itemIndex: number) => {
		const item = await toResult(prepareItem(itemIndex));
		if (!item.ok) return results.fail(item.error, { itemIndex });
		for (const { place, work, maxConcurrentRequests } of item.value) {
			if (work.ok) prepared.push({ place, work: work.value, maxConcurrentRequests });
			else results.fail(work.error, place);
		}
	};
	for (let start = 0; start < indexes.length; start += PREPARED_AT_ONCE) {
		cancellation.check();
		await Promise.all(indexes.slice(start, start + PREPARED_AT_ONCE).map(prepare));
	}
	return prepared.sort((a, b) => a.place.itemIndex - b.place.itemIndex);
}

function preparer(
	context: IExecuteFunctions,
	operation: Operation,
): (itemIndex: number) => Promise<PreparedItem[]> {
	const declaredOptions = [optionsProperty(operation)];
	const parameter = parametersOf(context.getNode().parameters, (name, itemIndex) =>
		context.getNodeParameter(name, itemIndex),
	);
	const timeSlice = new TimeSlice();
	return async (itemIndex) => {
		await timeSlice.yieldIfOver();
		const read = (name: string): unknown => parameter(name, itemIndex);
		const input = new Input(operation.properties, read);
		const options = new Input(declaredOptions, read).collection('options');
		const maxConcurrentRequests = options.count('maxConcurrentRequests', { min: 1 });
		const prepared = await operation.prepare({ input, options, itemIndex, context });
		// If files were read, the time was not checked since.
		await timeSlice.yieldIfOver();
		await checkSameCredential(context, itemIndex);
		return worksOf(prepared, itemIndex).map((each) => ({ ...each, maxConcurrentRequests }));
	};
}

function worksOf(
	prepared: Prepared,
	itemIndex: number,
): Array<Pick<PreparedItem, 'place' | 'work'>> {
	if (!Array.isArray(prepared))
		return [{ place: { itemIndex }, work: { ok: true, value: prepared } }];
	return prepared.map(({ name, prepared: work }, position) => {
		return { place: { itemIndex, document: { position, name } }, work };
	});
}

/** Limits how many items work at once; waiting items do not count. */
async function workOn(
	items: ReadyItem[],
	limit: number,
	execution: Execution,
	results: ItemResults,
): Promise<void> {
	const waits: Array<Promise<void>> = [];
	const finish = async (place: Place, work: Promise<OutputItem[] | Wait>): Promise<void> => {
		const done = await toResult(work);
		await timeSlice.yieldIfOver();
		if (!done.ok) results.fail(done.error, place);
		else if (typeof done.value === 'function') waits.push(finish(place, done.value()));
		else results.succeed(place, done.value);
	};
	const { cancellation } = execution;
	const timeSlice = new TimeSlice();
	const left = items.slice(limit).values();
	const workThrough = async (first: ReadyItem) => {
		await finish(first.place, first.work(execution));
		for (const { place, work } of left) {
			if (cancellation.isOver) return;
			await finish(place, work(execution));
		}
	};
	await Promise.all(items.slice(0, limit).map(workThrough));
	await Promise.all(waits);
}
