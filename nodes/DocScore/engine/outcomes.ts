import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { StoppedError } from '../service/errors';
import type { Stop } from '../service/stop';
import { toNodeError } from './errors';
import type { OutputItem } from './operation';

interface Failure {
	error: unknown;
	/** Undefined where it concerns the whole node. */
	itemIndex?: number;
}

/**
 * What became of each item. What fails becomes an error item where the node is set to continue; else
 * it stops the execution, and the first failed item's error is thrown in the end.
 */
export class Outcomes {
	private readonly outputs: INodeExecutionData[][] = [];

	private readonly failures: Failure[] = [];

	private readonly accepted = new Set<string>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly stop: Stop,
	) {}

	/** Notes a run that the service has accepted, so that its id is not lost if the execution fails. */
	accept(runId: string): void {
		this.accepted.add(runId);
	}

	succeed(itemIndex: number, output: OutputItem[]): void {
		this.outputs[itemIndex] = output.map((item) => ({ ...item, pairedItem: { item: itemIndex } }));
	}

	fail(error: unknown, itemIndex: number): void {
		if (error instanceof StoppedError) return;
		if (this.context.continueOnFail()) {
			this.outputs[itemIndex] = [errorItem(this.context, error, itemIndex)];
		} else {
			this.failures.push({ error, itemIndex });
			this.stop.now('Another item failed');
		}
	}

	/** What is wrong with the whole node is so for every item that was not told of already. */
	failAll(error: unknown): void {
		if (!this.context.continueOnFail()) return void this.failures.push({ error });
		for (const itemIndex of this.context.getInputData().keys()) {
			if (!this.outputs[itemIndex]) this.fail(error, itemIndex);
		}
	}

	/**
	 * All output items in the order of the input items.
	 * @throws NodeApiError, NodeOperationError
	 */
	conclude(): INodeExecutionData[] {
		if (this.stop.cancelled) {
			throw new NodeOperationError(this.context.getNode(), 'The execution was cancelled');
		}
		if (this.failures.length > 0) throw this.firstFailure();
		return this.outputs.flat();
	}

	/** The ids of accepted runs are appended, because the outputs of the other items are lost with it. */
	private firstFailure(): NodeApiError | NodeOperationError {
		const indexOf = ({ itemIndex = -1 }: Failure) => itemIndex;
		const [first, ...others] = this.failures.sort((a, b) => indexOf(a) - indexOf(b));
		const error = toNodeError(this.context.getNode(), first?.error, first?.itemIndex);
		const notes = [
			error.description,
			...others.map((each) => `Item ${each.itemIndex}: ${messageOf(each.error)}`),
			this.accepted.size > 0
				? `Runs already accepted: ${[...this.accepted].join(', ')}`
				: undefined,
		];
		error.description = notes.filter((note) => note).join('\n');
		return error;
	}
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

const messageOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);
