import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodePropertyOptions,
	updateDisplayOptions,
} from 'n8n-workflow';
import type { Account } from '../account/accounts';
import type { DocScoreClient } from '../service/client';
import { RunError } from '../service/errors';
import type { Result } from '../service/result';
import type { Cancellation } from '../service/cancellation';
import type { Accepted } from './accepted';
import type { SharedReader } from './http/connection';
import type { Input } from './input/input';

/** What an operation gets to prepare the work for one item. */
export interface ItemTask<Parameter extends string = string, Option extends string = string> {
	input: Input<Parameter>;
	options: Input<Option>;
	itemIndex: number;
	context: IExecuteFunctions;
}

/** How many documents and recordings this try of the node sent, reused and waited for. */
export interface Tally {
	submitted: number;
	reused: number;
	waited: number;
}

export interface Execution {
	context: IExecuteFunctions;
	client: DocScoreClient;
	/** Sends requests on behalf of all executions of the account. */
	reader: SharedReader;
	account: Account;
	cancellation: Cancellation;
	/** Writes to n8n's log, at the debug level. */
	log(message: string): void;
	/** Records what the service has accepted, for the error of a failed execution. */
	accepted: Accepted;
	tally: Tally;
}

/** An output item; the engine pairs it with its input item. */
export interface OutputItem extends Pick<INodeExecutionData, 'json' | 'binary'> {
	/** Whether the item leaves by Review, if the node has this output. */
	toReview?: boolean;
}

/**
 * An item failed, but part of its output exists. If the node is set to continue, this part is
 * output.
 */
export class PartialError extends RunError {
	constructor(
		readonly output: OutputItem[],
		...error: ConstructorParameters<typeof RunError>
	) {
		super(...error);
	}
}

/** Sends the item's requests. Returns the output, or a function that waits for the rest. */
export type Work = (execution: Execution) => Promise<OutputItem[] | Wait>;

/** Continues outside the concurrency limit. */
export type Wait = () => Promise<OutputItem[]>;

/** One of several documents of an item. Each has an output or an error of its own. */
export interface DocumentOf<T> {
	/** The name of its file. */
	name: string;
	prepared: Result<T>;
}

/** The work for each of the documents, as far as they could be prepared. */
export function eachDocument<T>(
	prepared: T | Array<DocumentOf<T>>,
	workFor: (document: T) => Work,
): Prepared {
	if (!Array.isArray(prepared)) return workFor(prepared);
	return prepared.map(({ name, prepared: each }) => {
		return { name, prepared: each.ok ? { ok: true, value: workFor(each.value) } : each };
	});
}

/** The work for an item, or for each of its documents. */
export type Prepared = Work | Array<DocumentOf<Work>>;

export interface Operation {
	name: string;
	value: string;
	/** The entry in the nodes panel, such as "Get many runs". */
	action: string;
	description: string;
	properties: INodeProperties[];
	/** Shown in Options, with those that every operation has. */
	options: INodeProperties[];
	/**
	 * Reads and checks everything that the item's work needs, before any request is sent.
	 * @throws InputError
	 */
	prepare(task: ItemTask): Prepared | Promise<Prepared>;
}

type Named<Name extends string> = INodeProperties & { name: Name };

/** Declares an operation. The types allow reading only its declared parameters and options. */
export function defineOperation<Parameter extends string, Option extends string = never>(
	operation: Omit<Operation, 'properties' | 'options' | 'prepare'> & {
		properties: Array<Named<Parameter>>;
		options?: Array<Named<Option>>;
		prepare(task: ItemTask<Parameter, Option>): Prepared | Promise<Prepared>;
	},
): Operation {
	return { options: [], ...operation };
}

export interface Resource {
	name: string;
	value: string;
	operations: Operation[];
	/** The default operation. */
	initially: Operation;
}

/** The first resource is the default. */
export type Resources = [Resource, ...Resource[]];

const concurrencyOption: INodeProperties = {
	displayName: 'Max Concurrent Requests',
	name: 'maxConcurrentRequests',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 20,
	description:
		'How many items to process at the same time. A lower number reduces the load on the service, a higher one finishes sooner.',
};

/**
 * All parameters of a node: the selectors, then each operation's fields with their display
 * conditions.
 */
export function nodeProperties(resources: Resources): INodeProperties[] {
	return [
		resourceSelector(resources),
		...resources.map(operationSelector),
		...resources.flatMap((resource) =>
			resource.operations.flatMap((operation) => fieldsOf(resource, operation)),
		),
	];
}

export function optionsProperty(operation: Operation): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...operation.options, concurrencyOption].sort((a, b) =>
			a.displayName.localeCompare(b.displayName),
		),
	};
}

function fieldsOf(resource: Resource, operation: Operation): INodeProperties[] {
	const show = { resource: [resource.value], operation: [operation.value] };
	return updateDisplayOptions({ show }, [...operation.properties, optionsProperty(operation)]);
}

function resourceSelector(resources: Resources): INodeProperties {
	const options = resources
		.map(({ name, value }) => ({ name, value }))
		.sort((one, other) => one.name.localeCompare(other.name));
	return { displayName: 'Resource', name: 'resource', ...selector(options, resources[0]) };
}

function operationSelector({ value: resource, operations, initially }: Resource): INodeProperties {
	const options = operations.map(({ name, value, action, description }) => ({
		name,
		value,
		action,
		description,
	}));
	const displayOptions = { show: { resource: [resource] } };
	return {
		displayName: 'Operation',
		name: 'operation',
		...selector(options, initially),
		displayOptions,
	};
}

function selector(options: INodePropertyOptions[], initially: { value: string }) {
	return {
		type: 'options' as const,
		noDataExpression: true,
		options,
		default: initially.value,
	};
}

/** The subtitle below the node's name, such as "Submit and Wait: Run", as an expression. */
export function subtitleOf(resources: Resources): string {
	const words = resources.flatMap((resource) =>
		resource.operations.map(({ name, value }) => [
			`${resource.value}:${value}`,
			`${name}: ${resource.name}`,
		]),
	);
	// Flat, because n8n reads two closing braces as the end of the expression.
	const known = JSON.stringify(Object.fromEntries(words));
	const chosen = '[$parameter.resource, $parameter.operation]';
	return `={{ (${known})[${chosen}.join(":")] ?? ${chosen}.reverse().filter((part) => part).join(": ") }}`;
}
