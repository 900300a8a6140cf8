import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import { settle } from '../service/settle';
import { Stop } from '../service/stop';
import { type Accepted, acceptedIn } from './accepted';
import { checkSameCredential } from './credential';
import { withConnection } from './http';
import { Input } from './input';
import { nodeRunOf } from './journal';
import {
	type Execution,
	type Operation,
	optionsProperty,
	type OutputItem,
	type Wait,
	type Work,
} from './operation';
import { Outcomes } from './outcomes';
import { parametersOf } from './parameters';
import { slowedDown } from './slowedDown';

/** Items that are prepared at once, since each of them may have a file open. */
const PREPARED_AT_ONCE = 64;

/** A pause in ms that lets other work of n8n go on. */
const YIELD_MS = 1;

export type FindOperation = (resource: string, operation: string) => Operation | undefined;

interface PreparedItem {
	itemIndex: number;
	work: Work;
	maxConcurrentRequests: number;
}

/**
 * Runs the chosen operation for every input item: prepares all items, and begins to work only when
 * all are prepared, so that bad input in one of them is told before anything was sent. Output keeps
 * the order of the items, and each output item is paired with its input item.
 */
export async function runItems(
	context: IExecuteFunctions,
	find: FindOperation,
): Promise<INodeExecutionData[][]> {
	const stop = new Stop(context.getExecutionCancelSignal());
	const accepted = acceptedIn(nodeRunOf(context));
	const outcomes = new Outcomes(context, stop, accepted);
	const ran = await settle(prepareAndWork(context, find, { stop, accepted, outcomes }));
	if (!ran.ok) outcomes.failAll(ran.error);
	// Requests that nobody waits for any more are not repeated.
	stop.now('The node has ended');
	return outcomes.conclude();
}

/** @throws what is wrong with the whole node: its operation or its credential */
async function prepareAndWork(
	context: IExecuteFunctions,
	find: FindOperation,
	{ stop, accepted, outcomes }: { stop: Stop; accepted: Accepted; outcomes: Outcomes },
): Promise<void> {
	const operation = chosenOperation(context, find);
	const prepared = await prepareItems(context, operation, stop, outcomes);
	if (prepared.length === 0 || stop.isOver) return;
	const limits = prepared.map(({ maxConcurrentRequests }) => maxConcurrentRequests);
	const limit = limits.reduce((least, each) => Math.min(least, each));
	const { name: nodeName } = context.getNode();
	const log = (message: string) => context.logger.debug(message, { nodeName });
	await withConnection(context, { stop, limit, log }, async ({ client, account, member }) => {
		const execution = { context, client, account, stop, log, accepted };
		await workOn(prepared, limit, execution, outcomes);
		const hint = slowedDown(member, account.pace.rate);
		if (hint) context.addExecutionHints({ message: hint, location: 'outputPane' });
	});
}

function chosenOperation(context: IExecuteFunctions, find: FindOperation): Operation {
	const resource = String(context.getNodeParameter('resource', 0));
	const name = String(context.getNodeParameter('operation', 0));
	const operation = find(resource, name);
	if (operation) return operation;
	throw new NodeOperationError(
		context.getNode(),
		`There is no operation '${name}' of '${resource}'`,
		{
			description: 'Choose a resource and an operation in the node',
		},
	);
}

async function prepareItems(
	context: IExecuteFunctions,
	operation: Operation,
	stop: Stop,
	outcomes: Outcomes,
): Promise<PreparedItem[]> {
	const prepared: PreparedItem[] = [];
	const prepareItem = preparer(context, operation);
	const indexes = [...context.getInputData().keys()];
	const prepare = async (itemIndex: number) => {
		const item = await settle(prepareItem(itemIndex));
		if (item.ok) prepared.push(item.value);
		else outcomes.fail(item.error, itemIndex);
	};
	for (let start = 0; start < indexes.length; start += PREPARED_AT_ONCE) {
		if (start > 0) await stop.pause(YIELD_MS);
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
	return async (itemIndex) => {
		const read = (name: string): unknown => parameter(name, itemIndex);
		const input = new Input(operation.properties, read);
		const options = new Input(declaredOptions, read).collection('options');
		const maxConcurrentRequests = options.count('maxConcurrentRequests', { min: 1 });
		const work = await operation.prepare({ input, options, itemIndex, context });
		await checkSameCredential(context, itemIndex);
		return { itemIndex, work, maxConcurrentRequests };
	};
}

/** An item holds one of the places while it works, and none while it only waits. */
async function workOn(
	items: PreparedItem[],
	places: number,
	execution: Execution,
	outcomes: Outcomes,
): Promise<void> {
	const waits: Array<Promise<void>> = [];
	const take = async (itemIndex: number, work: Promise<OutputItem[] | Wait>): Promise<void> => {
		const done = await settle(work);
		if (!done.ok) outcomes.fail(done.error, itemIndex);
		else if (typeof done.value === 'function') waits.push(take(itemIndex, done.value()));
		else outcomes.succeed(itemIndex, done.value);
	};
	const { stop } = execution;
	const left = items.slice(places).values();
	const place = async (first: PreparedItem) => {
		await take(first.itemIndex, first.work(execution));
		for (const { itemIndex, work } of left) {
			if (stop.isOver) return;
			await take(itemIndex, work(execution));
		}
	};
	await Promise.all(items.slice(0, places).map(place));
	await Promise.all(waits);
}
