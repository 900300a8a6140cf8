import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodePropertyOptions,
	type NodeHint,
	updateDisplayOptions,
} from 'n8n-workflow';
import type { Account } from '../account/accounts';
import type { DocScoreClient } from '../service/client';
import { RunError } from '../service/errors';
import type { Cancellation } from '../service/cancellation';
import type { Accepted } from './accepted';
import type { SharedReader } from './http/connection';
import type { Input } from './input/input';

/** What an operation is given to prepare the work for one item. */
export interface ItemTask<Parameter extends string = string, Option extends string = string> {
	input: Input<Parameter>;
	options: Input<Option>;
	itemIndex: number;
	context: IExecuteFunctions;
}

/** What the items of one node execution share while they work. */
export interface Execution {
	context: IExecuteFunctions;
	client: DocScoreClient;
	/** Asks what others wait for as well. */
	reader: SharedReader;
	account: Account;
	cancellation: Cancellation;
	/** Tells n8n's log what is waited for, at its debug level. */
	log(message: string): void;
	/** Takes note of what the service has accepted, so that it is not lost if the execution fails. */
	accepted: Accepted;
}

/** An output item; the engine pairs it with its input item. */
export interface OutputItem extends Pick<INodeExecutionData, 'json' | 'binary'> {
	/** Whether it leaves by the node's second output, where the node has one. */
	toSecondOutput?: boolean;
}

/** Part of an item's output could be had: where the node is set to continue, it comes out all the same. */
export class PartialError extends RunError {
	constructor(
		readonly output: OutputItem[],
		...error: ConstructorParameters<typeof RunError>
	) {
		super(...error);
	}
}

/** Asks the service for what the item needs, and gives the output, or what is left to wait for. */
export type Work = (execution: Execution) => Promise<OutputItem[] | Wait>;

/** Waits for what other items may wait for too, without keeping any of them from working. */
export type Wait = () => Promise<OutputItem[]>;

export interface Operation {
	name: string;
	value: string;
	/** How the nodes panel lists it, such as "Get many runs". */
	action: string;
	description: string;
	properties: INodeProperties[];
	/** Shown below Options, next to those that every operation has. */
	options: INodeProperties[];
	/** What the editor tells beside the output, on conditions of their own; operations may share them. */
	hints: NodeHint[];
	/**
	 * Reads and checks all that the item's work needs, while nothing is sent yet.
	 * @throws InputError
	 */
	prepare(task: ItemTask): Work | Promise<Work>;
}

type Named<Name extends string> = INodeProperties & { name: Name };

/** Declares an operation; its parameters and options can then be read only by their declared names. */
export function defineOperation<Parameter extends string, Option extends string = never>(
	operation: Omit<Operation, 'properties' | 'options' | 'hints' | 'prepare'> & {
		properties: Array<Named<Parameter>>;
		options?: Array<Named<Option>>;
		hints?: NodeHint[];
		prepare(task: ItemTask<Parameter, Option>): Work | Promise<Work>;
	},
): Operation {
	const { options = [], hints = [] } = operation;
	return { ...operation, options, hints };
}

export interface Resource {
	name: string;
	value: string;
	operations: Operation[];
	/** The operation that is chosen at first. */
	initially: Operation;
}

/** The first is the one that is chosen at first. */
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

/** All parameters of a node: the selectors, then each operation's fields, shown only for it. */
export function nodeProperties(resources: Resources): INodeProperties[] {
	return [
		resourceSelector(resources),
		...resources.map(operationSelector),
		...resources.flatMap((resource) =>
			resource.operations.flatMap((operation) => fieldsOf(resource, operation)),
		),
	];
}

/** The hints of all operations, each once. */
export const nodeHints = (resources: Resources): NodeHint[] => [
	...new Set(resources.flatMap(({ operations }) => operations.flatMap(({ hints }) => hints))),
];

/** The Options collection of an operation, as declared in the node. */
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

/** What n8n shows below the node's name, in words such as "Submit and Wait: Run". */
export function subtitleOf(resources: Resources): string {
	const words = resources.flatMap((resource) =>
		resource.operations.map(({ name, value }) => [
			`${resource.value}:${value}`,
			`${name}: ${resource.name}`,
		]),
	);
	// Not one map in another, as n8n takes two braces in a row for the end of the expression.
	const known = JSON.stringify(Object.fromEntries(words));
	const chosen = '[$parameter.resource, $parameter.operation]';
	return `={{ (${known})[${chosen}.join(":")] ?? ${chosen}.reverse().filter((part) => part).join(": ") }}`;
}
