import {
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { RunError, CancelledError } from '../service/errors';
import type { Cancellation } from '../service/cancellation';
import { sentences } from '../service/messages';
import type { Accepted } from './accepted';
import { toNodeError } from './errors';
import { type OutputItem, PartialError } from './operation';
import { hasSecondOutput, splitByOutput } from './nodeOutputs';

type PairedItem = OutputItem & Pick<INodeExecutionData, 'pairedItem'>;

interface Failure {
	error: unknown;
	/** Undefined if the failure concerns the whole node. */
	itemIndex?: number;
}

/**
 * The output or error of each item. If the node is set to continue, a failure becomes an error
 * item. Otherwise it stops the execution, and the error of the first failed item is thrown at the
 * end.
 */
export class ItemResults {
	private readonly outputByItem: PairedItem[][] = [];

	private readonly failures: Failure[] = [];

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly cancellation: Cancellation,
		private readonly accepted: Accepted,
	) {}

	succeed(itemIndex: number, output: OutputItem[]): void {
		this.outputByItem[itemIndex] = paired(output, itemIndex);
	}

	fail(error: unknown, itemIndex: number): void {
		if (error instanceof CancelledError) return;
		this.failures.push({ error, itemIndex });
		if (this.context.continueOnFail()) {
			const output = error instanceof PartialError ? paired(error.output, itemIndex) : [];
			this.outputByItem[itemIndex] = [...output, errorItem(this.context, error, itemIndex)];
		} else {
			this.cancellation.cancel('Another item failed');
		}
	}

	/** Records the error of the whole node for every item without an error of its own. */
	failAll(error: unknown): void {
		if (error instanceof CancelledError) return;
		if (!this.context.continueOnFail()) return void this.failures.push({ error });
		for (const itemIndex of this.context.getInputData().keys()) {
			if (!this.outputByItem[itemIndex]) this.fail(error, itemIndex);
		}
	}

	/**
	 * The items of each output, in the order of the input items.
	 * @throws NodeApiError, NodeOperationError
	 */
	conclude(): INodeExecutionData[][] {
		const node = this.context.getNode();
		const failures = this.failures.sort((a, b) => indexOf(a) - indexOf(b));
		if (this.cancellation.isByUser) {
			const error = new NodeOperationError(node, 'The execution was cancelled');
			throw this.withNotes(error, failures);
		}
		const [first, ...others] = failures;
		if (!first || this.context.continueOnFail()) return this.sorted();
		throw this.withNotes(toNodeError(node, first.error, first.itemIndex), others);
	}

	private sorted(): INodeExecutionData[][] {
		return splitByOutput(this.outputByItem.flat(), hasSecondOutput(this.context.getNodeOutputs()));
	}

	/** A thrown error discards the outputs of all items, so it says what became of them. */
	private withNotes<T extends NodeApiError | NodeOperationError>(error: T, others: Failure[]): T {
		error.description = sentences(
			error.description,
			...notesOf(this.context.getNode(), others, error.description),
			...this.accepted.notes(this.namedRuns),
		);
		return error;
	}

	/** IDs of runs that errors already name. */
	private get namedRuns(): Set<string> {
		const ids = this.failures.map(({ error }) => (error instanceof RunError ? error.runId : null));
		return new Set(ids.filter((id) => typeof id === 'string'));
	}
}

const indexOf = ({ itemIndex = -1 }: Failure): number => itemIndex;

const paired = (output: OutputItem[], item: number): PairedItem[] =>
	output.map((each) => ({ ...each, pairedItem: { item } }));

/**
 * n8n sends an item to the error output, merged with its input item, if its `json` contains only
 * `error`, or `error` and `message`. With `error` beside `json`, n8n would drop the input's data.
 */
function errorItem(context: IExecuteFunctions, error: unknown, itemIndex: number): PairedItem {
	const { message, description } = toNodeError(context.getNode(), error, itemIndex);
	const facts = aboutRun(error).filter((fact) => !description?.includes(fact));
	const told = [description, ...facts].filter((text) => text).join('\n');
	const json = { error: message, ...(told ? { message: told } : {}) };
	// A failed item goes to Review, except if that is the error output: n8n fills it itself and would
	// lose the input's data.
	const toSecondOutput = context.getNode().onError !== 'continueErrorOutput';
	return { json, toSecondOutput, pairedItem: { item: itemIndex } };
}

/** One fact per line, so that an expression can separate them; n8n passes no further column. */
function aboutRun(error: unknown): string[] {
	if (!(error instanceof RunError) || error.runId === undefined) return [];
	const { runName, failureReason } = error.details;
	const facts = { 'Run ID': error.runId, 'Run name': runName, 'Failure reason': failureReason };
	return Object.entries(facts).flatMap(([name, fact]) => (fact ? `${name}: ${fact}` : []));
}

/** What went wrong with each item, and what to do, unless it was said before. */
function notesOf(node: INode, failures: Failure[], toldBefore?: string | null): string[] {
	const told = new Set(linesOf(toldBefore));
	return failures.map(({ error, itemIndex }) => {
		const { message, description } = toNodeError(node, error, itemIndex);
		const advice = linesOf(description).filter((line) => !told.has(line));
		for (const line of advice) told.add(line);
		const of = itemIndex === undefined ? '' : `Item ${itemIndex}: `;
		return [`${of}${message}`, ...advice].join('\n');
	});
}

const linesOf = (text: string | null | undefined): string[] =>
	(text ?? '').split('\n').filter((line) => line.trim());
