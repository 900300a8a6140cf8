import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type NodeApiError,
	NodeOperationError,
	sleep,
} from 'n8n-workflow';
import { StoppedError } from '../service/errors';
import { Gate } from '../service/gate';
import { Stop } from '../service/stop';
import { settle } from '../service/settle';
import { toNodeError } from './errors';
import { createClient } from './http';
import { Input } from './input';
import { type Execution, type Operation, optionsProperty, type OutputItem } from './operation';

/** Items that are started before other work of n8n gets its turn. */
const START_BATCH = 100;

/**
 * Runs the operation for every input item. All items are under way together; the gate limits how
 * many requests are, and lets none through before the input of every item was read, so that bad
 * input in one of them is told before anything was sent. Output keeps the order of the items, and each output item is paired with its
 * input item. What fails becomes an error item where the node is set to continue; else no further
 * request is sent, requests under way are let finish, and the first failed item's error is thrown.
 */
export async function runItems(
	context: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[][]> {
	const accepted = new Set<string>();
	const started = context.helpers.createDeferredPromise();
	const created = await settle(createExecution(context, operation, accepted, started.promise));
	if (!created.ok) throw toNodeError(context.getNode(), created.error);
	const execution = created.value;
	const { stop } = execution;
	const failures: Array<{ error: unknown; itemIndex: number }> = [];
	const runItem = async (itemIndex: number): Promise<INodeExecutionData[]> => {
		const result = await settle(executeItem(operation, execution, itemIndex));
		if (result.ok)
			return result.value.map((item) => ({ ...item, pairedItem: { item: itemIndex } }));
		if (stop.cancelled) return [];
		if (context.continueOnFail()) return [errorItem(context, result.error, itemIndex)];
		if (!(result.error instanceof StoppedError)) failures.push({ error: result.error, itemIndex });
		stop.now('Another item failed');
		return [];
	};

	const items = context.getInputData();
	const running: Array<Promise<INodeExecutionData[]>> = [];
	for (let itemIndex = 0; itemIndex < items.length && failures.length === 0; itemIndex++) {
		running.push(runItem(itemIndex));
		if (running.length % START_BATCH === 0) await sleep(0);
	}
	await sleep(0);
	started.resolve();
	const results = await Promise.all(running);
	if (stop.cancelled)
		throw new NodeOperationError(context.getNode(), 'The execution was cancelled');
	if (failures.length > 0) throw firstFailure(context, failures, accepted);
	return [results.flat()];
}

async function createExecution(
	context: IExecuteFunctions,
	operation: Operation,
	accepted: Set<string>,
	started: Promise<void>,
): Promise<Execution> {
	const stop = new Stop(context.getExecutionCancelSignal());
	const limit = optionsOf(context, operation, 0).count('maxConcurrentRequests', { min: 1 });
	const client = await createClient(context, new Gate(limit, stop, started));
	return { context, client, stop, started, accepted: (runId) => accepted.add(runId) };
}

async function executeItem(
	operation: Operation,
	execution: Execution,
	itemIndex: number,
): Promise<OutputItem[]> {
	const { context } = execution;
	const known = new Map<string, unknown>();
	const read = (name: string): unknown => {
		// n8n evaluates an expression each time that it is asked, which is most of the work for an item.
		if (!known.has(name)) known.set(name, context.getNodeParameter(name, itemIndex, null));
		return known.get(name);
	};
	const input = new Input(operation.properties, read);
	const options = optionsOf(context, operation, itemIndex);
	return await operation.execute({ input, options, itemIndex, execution });
}

function optionsOf(context: IExecuteFunctions, operation: Operation, itemIndex: number): Input {
	const declared = [optionsProperty(operation)];
	const input = new Input(declared, (name) => context.getNodeParameter(name, itemIndex, {}));
	return input.collection('options');
}

/**
 * Core sends an item to the error output, merged with its input item, when its `json` holds nothing
 * but `error`, or `error` and `message`. With `error` beside `json` core would drop the input's data.
 */
function errorItem(
	context: IExecuteFunctions,
	error: unknown,
	itemIndex: number,
): INodeExecutionData {
	const { message, description } = toNodeError(context.getNode(), error, itemIndex);
	const json = { error: message, ...(description ? { message: description } : {}) };
	return { json, pairedItem: { item: itemIndex } };
}

/** The ids of accepted runs are appended, because the outputs of the other items are lost with it. */
function firstFailure(
	context: IExecuteFunctions,
	failures: Array<{ error: unknown; itemIndex: number }>,
	accepted: Set<string>,
): NodeApiError | NodeOperationError {
	const [first, ...others] = [...failures].sort((a, b) => a.itemIndex - b.itemIndex);
	const error = toNodeError(context.getNode(), first?.error, first?.itemIndex);
	const notes = [
		error.description,
		...others.map((each) => `Item ${each.itemIndex}: ${messageOf(each.error)}`),
		accepted.size > 0 ? `Runs already accepted: ${[...accepted].join(', ')}` : undefined,
	];
	error.description = notes.filter((note) => note).join('\n');
	return error;
}

const messageOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);
