import {
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { CancelledError, RunError, UnknownOutcomeError, type Write } from '../service/errors';
import type { Cancellation } from '../service/cancellation';
import { counted, forReaders, sentences, shortened } from '../service/messages';
import type { Accepted } from './accepted';
import { toNodeError } from './errors';
import { EXECUTION_METADATA } from './executionData';
import { type OutputItem, PartialError } from './operation';
import { hasReviewOutput, isTool, splitByOutput } from './nodeOutputs';

type PairedItem = OutputItem & Pick<INodeExecutionData, 'pairedItem'>;

/** An item, or one of several documents of an item. */
export interface Place {
	itemIndex: number;
	document?: { position: number; name: string };
}

interface Failure {
	error: unknown;
	/** Undefined if the failure concerns the whole node. */
	place?: Place;
}

/**
 * The output or error of each item. If the node is set to continue, a failure becomes an error
 * item. Otherwise it stops the execution, and the error of the first failed item is thrown at the
 * end.
 */
export class ItemResults {
	/** By item and document. */
	private readonly outputs: PairedItem[][][] = [];

	private readonly failures: Failure[] = [];

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly cancellation: Cancellation,
		private readonly accepted: Accepted,
	) {}

	/** The number of failed items and documents. */
	get failedCount(): number {
		return this.failures.length;
	}

	succeed(place: Place, output: OutputItem[]): void {
		this.put(place, paired(output, place.itemIndex));
	}

	fail(error: unknown, place: Place): void {
		if (error instanceof CancelledError) return;
		this.failures.push({ error, place });
		if (this.context.continueOnFail()) {
			const output = error instanceof PartialError ? paired(error.output, place.itemIndex) : [];
			this.put(place, [...output, errorItem(this.context, error, place)]);
		} else {
			this.cancellation.cancel('Another item failed');
		}
	}

	private put(place: Place, output: PairedItem[]): void {
		(this.outputs[place.itemIndex] ??= [])[positionOf(place)] = output;
	}

	/** Records the error of the whole node, for each item without an output or error of its own. */
	failAll(error: unknown): void {
		if (error instanceof CancelledError) return;
		if (!this.context.continueOnFail()) return void this.failures.push({ error });
		for (const itemIndex of this.context.getInputData().keys()) {
			if (!this.outputs[itemIndex]) this.fail(error, { itemIndex });
		}
	}

	/**
	 * The items of each output, in the order of the input items.
	 * @throws NodeApiError, NodeOperationError
	 */
	conclude(): INodeExecutionData[][] {
		const error = this.errorOf(this.failures.sort(inOrder));
		if (!error) return this.sorted();
		throw isTool(this.context) ? forAgent(this.context.getNode(), error) : error;
	}

	/** Undefined if the node has an output. */
	private errorOf(failures: Failure[]): NodeApiError | NodeOperationError | undefined {
		const node = this.context.getNode();
		if (this.cancellation.isByUser) {
			this.logAccepted();
			const error = new NodeOperationError(node, 'The execution was cancelled');
			return this.withNotes(error, failures);
		}
		const [first, ...others] = failures;
		if (!first || this.context.continueOnFail()) return undefined;
		const { description } = toldOf(node, first);
		const shown = toNodeError(node, first.error, first.place?.itemIndex);
		return this.withNotes(Object.assign(shown, { description }), others);
	}

	/** n8n discards the error of a stopped execution, so its log says what was accepted. */
	private logAccepted(): void {
		const { runCount, itemsOfRecordings } = this.accepted;
		const documents = this.unknown('submission').length;
		const recordings = this.unknown('recording').map(({ place }) => place?.itemIndex);
		const warn = (message: string) =>
			this.context.logger.warn(message, { nodeName: this.context.getNode().name });
		if (itemsOfRecordings.length > 0)
			warn(
				`The execution was stopped after the service accepted the recordings of these items: ${itemsOfRecordings.join(', ')}. Do not upload them again.`,
			);
		if (recordings.length > 0)
			warn(
				`The execution was stopped while the recordings of these items were uploaded: ${recordings.join(', ')}. Look for them in the dashboard before you upload them again.`,
			);
		if (runCount + documents === 0) return;
		warn(
			`The execution was stopped after the service ${acceptance(runCount, documents)}. Before you submit again, find their runs with Get Many: by their creation time or, if Tag With Execution is on, by the metadata ${EXECUTION_METADATA} ${this.context.getExecutionId()}.`,
		);
	}

	/** The failures whose write may have been accepted. */
	private unknown(of: Write): Failure[] {
		return this.failures.filter(
			({ error }) => error instanceof UnknownOutcomeError && error.of === of,
		);
	}

	private sorted(): INodeExecutionData[][] {
		return splitByOutput(this.outputs.flat(2), hasReviewOutput(this.context.getNodeOutputs()));
	}

	/** A thrown error discards the outputs of all items, so it says what became of them. */
	private withNotes<T extends NodeApiError | NodeOperationError>(error: T, others: Failure[]): T {
		error.description = sentences(
			error.description,
			...notesOf(this.context.getNode(), others, error.description),
			...this.accepted.notes(this.namedRuns).map(forReaders),
		);
		return error;
	}

	/** IDs of runs that errors already name. */
	private get namedRuns(): Set<string> {
		const ids = this.failures.map(({ error }) => (error instanceof RunError ? error.runId : null));
		return new Set(ids.filter((id) => typeof id === 'string'));
	}
}

function acceptance(certain: number, possible: number): string {
	if (certain === 0) return `perhaps accepted ${counted(possible, 'document')}`;
	const more = possible === 0 ? '' : ` and perhaps ${possible} more`;
	return `accepted ${counted(certain, 'document')}${more}`;
}

/** n8n passes only the message to the model, and words that of an API error in its own way. */
function forAgent(
	node: INode,
	{ message, description }: NodeApiError | NodeOperationError,
): NodeOperationError {
	const told = [message, description].filter((text) => text).join('\n');
	return Object.assign(new NodeOperationError(node, told), { message: told });
}

const positionOf = (place?: Place): number => place?.document?.position ?? 0;

const indexOf = ({ place }: Failure): number => place?.itemIndex ?? -1;

const inOrder = (a: Failure, b: Failure): number =>
	indexOf(a) - indexOf(b) || positionOf(a.place) - positionOf(b.place);

/** The message and the advice, with the file's name if it is one of several documents. */
function toldOf(node: INode, { error, place }: Failure) {
	const { message, description } = toNodeError(node, error, place?.itemIndex);
	const name = place?.document && forReaders(place.document.name);
	if (name === undefined || message.includes(name) || description?.includes(name)) {
		return { message, description };
	}
	return { message, description: [...linesOf(description), `File: ${name}`].join('\n') };
}

const paired = (output: OutputItem[], item: number): PairedItem[] =>
	output.map((each) => ({ ...each, pairedItem: { item } }));

/**
 * n8n sends an item to the error output, merged with its input item, if its `json` contains only
 * `error`, or `error` and `message`. With `error` beside `json`, n8n would drop the input's data.
 */
function errorItem(context: IExecuteFunctions, error: unknown, place: Place): PairedItem {
	const { message, description } = toldOf(context.getNode(), { error, place });
	const facts = aboutRun(error).filter((fact) => !description?.includes(fact));
	const told = [description, ...facts].filter((text) => text).join('\n');
	const json = { error: message, ...(told ? { message: told } : {}) };
	// A failed item goes to Review, except if that is the error output: n8n fills it itself and would
	// lose the input's data.
	const toReview = context.getNode().onError !== 'continueErrorOutput';
	return { json, toReview, pairedItem: { item: place.itemIndex } };
}

/** The most characters of a fact that comes from the service. */
const MAX_FACT = 500;

/** One fact per line, so that an expression can separate them; n8n passes no further column. */
function aboutRun(error: unknown): string[] {
	if (!(error instanceof RunError) || error.runId === undefined) return [];
	const { runName, failureReason } = error.details;
	const facts = { 'Run ID': error.runId, 'Run name': runName, 'Failure reason': failureReason };
	return Object.entries(facts).flatMap(([name, fact]) =>
		fact ? `${name}: ${forReaders(shortened(fact, MAX_FACT))}` : [],
	);
}

/** What went wrong with each item, and what to do, unless it was said before. */
function notesOf(node: INode, failures: Failure[], toldBefore?: string | null): string[] {
	const told = new Set(linesOf(toldBefore));
	return failures.map((failure) => {
		const { message, description } = toldOf(node, failure);
		const advice = linesOf(description).filter((line) => !told.has(line));
		for (const line of advice) told.add(line);
		const of = failure.place === undefined ? '' : `Item ${failure.place.itemIndex}: `;
		return [`${of}${message}`, ...advice].join('\n');
	});
}

const linesOf = (text: string | null | undefined): string[] =>
	(text ?? '').split('\n').filter((line) => line.trim());
