import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import { toResult } from '../service/result';
import { Cancellation } from '../service/cancellation';
import { type Accepted, acceptedIn } from './accepted';
import { checkSameCredential } from './http/credential';
import { withConnection } from './http/connection';
import { Input } from './input/input';
import { nodeRunOf } from './journal';
import {
	type Execution,
	type Operation,
	optionsProperty,
	type OutputItem,
	type Wait,
	type Work,
} from './operation';
import { ItemResults } from './itemResults';
import { parametersOf } from './input/parameters';
import { throttleHint } from './throttleHint';
import { TimeSlice } from './timeSlice';

/** Items prepared at once; limited because each may have a file open. */
const PREPARED_AT_ONCE = 64;

export type FindOperation = (resource: string, operation: string) => Operation | undefined;

interface PreparedItem {
	itemIndex: number;
	work: Work;
	maxConcurrentRequests: number;
}

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
	const ran = await toResult(prepareAndWork(context, find, { cancellation, accepted, results }));
	if (!ran.ok) results.failAll(ran.error);
	// Ends retries of requests whose result is no longer needed.
	cancellation.cancel('The node has ended');
	return results.conclude();
}

/** @throws InputError, ServiceError if the operation or the credential is wrong */
async function prepareAndWork(
	context: IExecuteFunctions,
	find: FindOperation,
	{
		cancellation,
		accepted,
		results,
	}: { cancellation: Cancellation; accepted: Accepted; results: ItemResults },
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
		const execution = { context, client, reader, account, cancellation, log, accepted };
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
): Promise<PreparedItem[]> {
	const prepared: PreparedItem[] = [];
	const prepareItem = preparer(context, operation);
	const indexes = [...context.getInputData().keys()];
	const prepare = async (itemIndex: number) => {
		const item = await toResult(prepareItem(itemIndex));
		if (item.ok) prepared.push(item.value);
		else results.fail(item.error, itemIndex);
	};
	for (let start = 0; start < indexes.length; start += PREPARED_AT_ONCE) {
		cancellation.check();
		await Promise.all(indexes.slice(start, start + PREPARED_AT_ONCE).map(prepare));
	}
	return prepared.sort((a, b) => a.itemIndex - b.itemIndex);
}

function preparer(
	context: IExecuteFunctions,
	operation: Operation,
): (itemIndex: number) => Promise<PreparedItem> {
	const declaredOptions = [optionsProperty(operation)];
	const parameter = parametersOf(context);
	const timeSlice = new TimeSlice();
	return async (itemIndex) => {
		await timeSlice.yieldIfOver();
		const read = (name: string): unknown => parameter(name, itemIndex);
		const input = new Input(operation.properties, read);
		const options = new Input(declaredOptions, read).collection('options');
		const maxConcurrentRequests = options.count('maxConcurrentRequests', { min: 1 });
		const work = await operation.prepare({ input, options, itemIndex, context });
		// If files were read, the time was not checked since.
		await timeSlice.yieldIfOver();
		await checkSameCredential(context, itemIndex);
		return { itemIndex, work, maxConcurrentRequests };
	};
}

/** Limits how many items work at once; waiting items do not count. */
async function workOn(
	items: PreparedItem[],
	limit: number,
	execution: Execution,
	results: ItemResults,
): Promise<void> {
	const waits: Array<Promise<void>> = [];
	const finish = async (itemIndex: number, work: Promise<OutputItem[] | Wait>): Promise<void> => {
		const done = await toResult(work);
		await timeSlice.yieldIfOver();
		if (!done.ok) results.fail(done.error, itemIndex);
		else if (typeof done.value === 'function') waits.push(finish(itemIndex, done.value()));
		else results.succeed(itemIndex, done.value);
	};
	const { cancellation } = execution;
	const timeSlice = new TimeSlice();
	const left = items.slice(limit).values();
	const workThrough = async (first: PreparedItem) => {
		await finish(first.itemIndex, first.work(execution));
		for (const { itemIndex, work } of left) {
			if (cancellation.isOver) return;
			await finish(itemIndex, work(execution));
		}
	};
	await Promise.all(items.slice(0, limit).map(workThrough));
	await Promise.all(waits);
}
