import {
	executeFilter,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type IRun,
	NodeConnectionTypes,
	NodeOperationError,
} from 'n8n-workflow';
import { DocScore } from '../../../nodes/DocScore/DocScore.node';
import { loadExamples } from '../../e2e/harness/examples';
import { basename } from '../../node';
import type { CredentialData } from './credentials';
import { nodeTypesOf, startWorkflow, type WorkflowFile } from './workflow';

type Items = INodeExecutionData[];

interface Given {
	context: IExecuteFunctions;
	item: INodeExecutionData;
	index: number;
	/** A parameter of the node for this item. */
	read(name: string): unknown;
}

interface Condition {
	keyName: string;
	condition?: 'lt' | 'gte';
	keyValue: string;
}

/** All parameters of the simulated nodes: n8n drops those that a node does not declare. */
const PARAMETERS = `
	assignments columns completionMessage completionTitle conditions dataTableId errorMessage
	fieldToSplitOut fieldsToAggregate fileName filters includeOtherFields jsonOutput matchType mode
	operation options resource rules`.match(/\w+/g);

/** The longest file name that a folder takes, in bytes. */
const MOST_BYTES = 255;

/** Runs the examples with the real nodes of this package, and does what they need of n8n's own nodes. */
export class SimulatedN8n {
	/** The rows of all data tables. */
	rows: IDataObject[] = [];

	/** The files of the folder. */
	readonly folder = new Map<string, INodeExecutionData['binary']>();

	/** What a person enters into each form that an execution waits for. */
	answer: IDataObject | undefined;

	/** Types of nodes that fail. */
	readonly down = new Set<string>();

	/** Runs an example from its first node, which outputs `items`. No other node is pinned. */
	async run(file: string, items: Items, credential: CredentialData): Promise<ExampleRun> {
		const example = (await loadExamples()).find((each) => each.file === file);
		if (!example) throw new Error(`There is no example ${file}`);
		const [first] = example.nodes;
		const workflow: WorkflowFile = { ...example, pinData: { [first?.name ?? '']: items } };
		const nodes = nodeTypesOf({ docScore: new DocScore() }, (type) => this.nodeOf(type));
		return new ExampleRun(await startWorkflow(workflow, nodes, credential));
	}

	private nodeOf(type: string): INodeType {
		const name = type.replace('n8n-nodes-base.', '');
		const down = this.down;
		const outputs = name === 'switch' ? 3 : name === 'if' ? 2 : 1;
		const work = (items: Items, context: IExecuteFunctions) => this.work(name, items, context);
		return {
			description: {
				displayName: name,
				name,
				group: ['transform'],
				version: 1,
				description: 'Simulated',
				defaults: { name },
				inputs: [NodeConnectionTypes.Main],
				outputs: Array.from({ length: outputs }, () => NodeConnectionTypes.Main),
				properties: (PARAMETERS ?? []).map((parameter) => ({
					displayName: parameter,
					name: parameter,
					type: 'json',
					default: '',
				})),
			},
			async execute() {
				if (down.has(name)) throw new NodeOperationError(this.getNode(), `${name} is down`);
				return work(this.getInputData(), this);
			},
		};
	}

	private work(name: string, items: Items, context: IExecuteFunctions): Items[] {
		if (name === 'aggregate') return [[aggregated(items, context)]];
		if (name === 'splitInBatches') return this.batchOf(items, context);
		const outputs: Items[] = [];
		for (const [index, item] of items.entries()) {
			const read = (parameter: string) => context.getNodeParameter(parameter, index, '');
			const given = { context, item, index, read };
			for (const [at, made] of this.outputsOf(name, given).entries()) {
				const paired = made.map((each) => ({ ...each, pairedItem: { item: index } }));
				outputs[at] = [...(outputs[at] ?? []), ...paired];
			}
		}
		return outputs;
	}

	private outputsOf(name: string, given: Given): Items[] {
		if (name === 'set') return [[edited(given)]];
		if (name === 'filter') return [isMet(given.read('conditions'), given) ? [given.item] : []];
		if (name === 'if') return at(isMet(given.read('conditions'), given) ? 0 : 1, given.item);
		if (name === 'switch') return at(branchOf(given), given.item);
		if (name === 'dataTable') return [this.table(given)];
		if (name === 'readWriteFile') return [this.file(given)];
		if (name === 'wait' && this.answer) return [[{ json: this.answer }]];
		if (name === 'splitOut') return [partsOf(given)];
		if (name === 'form') return [[{ json: pick(given, 'completionTitle', 'completionMessage') }]];
		if (name !== 'stopAndError' && name !== 'wait') return [[given.item]];
		const error = name === 'wait' ? 'Nobody answers' : String(given.read('errorMessage'));
		throw new NodeOperationError(given.context.getNode(), error);
	}

	/** The next item, or no more of them. */
	private batchOf(items: Items, context: IExecuteFunctions): Items[] {
		const left: { items?: Items } = context.getContext('node');
		left.items ??= [...items];
		const next = left.items.shift();
		return next ? [[], [next]] : [items, []];
	}

	private table(given: Given): Items {
		const { item, read } = given;
		if (read('resource') === 'table') return [item];
		const operation = String(read('operation'));
		const found = operation === '' ? [] : this.rows.filter((row) => isFound(row, given));
		if (operation === 'rowNotExists') return found.length > 0 ? [] : [item];
		if (operation === 'get') return found.map((json) => ({ json }));
		const { value }: { value: IDataObject } = Object(read('columns'));
		for (const row of found) Object.assign(row, value);
		if (found.length > 0 || operation === 'update') return found.map((json) => ({ json }));
		const row = { createdAt: new Date().toISOString(), ...value };
		this.rows.push(row);
		return [{ json: { ...row } }];
	}

	private file({ item, read }: Given): Items {
		if (read('operation') === 'write') {
			const name = basename(String(read('fileName')));
			const error = `ENAMETOOLONG: ${name}`;
			if (Buffer.byteLength(name) > MOST_BYTES) return [{ json: { error } }];
			this.folder.set(name, item.binary);
			return [{ json: { ...item.json, fileName: name }, binary: item.binary }];
		}
		return [...this.folder].map(([fileName, binary]) => ({ json: { fileName }, binary }));
	}
}

/** A finished execution of an example. */
export class ExampleRun {
	constructor(private readonly run: IRun) {}

	/** The message of the error that ended the execution. */
	get error(): string | undefined {
		return this.run.data.resultData.error?.message;
	}

	/** What a node output by its first output, each time it ran. */
	of(node: string): IDataObject[] {
		const tasks = this.run.data.resultData.runData[node] ?? [];
		return tasks.flatMap(({ data }) => (data?.main?.[0] ?? []).map(({ json }) => json));
	}
}

const at = (output: number, item: INodeExecutionData): Items[] =>
	Array.from({ length: output + 1 }, (_, each) => (each === output ? [item] : []));

const isMet = (conditions: unknown, { index }: Given): boolean =>
	executeFilter(Object(conditions), { itemIndex: index });

function branchOf(given: Given): number {
	const { values }: { values: Array<{ conditions: unknown }> } = Object(given.read('rules'));
	const branch = values.findIndex(({ conditions }) => isMet(conditions, given));
	return branch < 0 ? values.length : branch;
}

function edited({ item, read }: Given): INodeExecutionData {
	const before = read('includeOtherFields') === true ? item.json : {};
	const { assignments = [] }: { assignments?: Array<{ name: string; value: string }> } = Object(
		read('assignments'),
	);
	const assigned = Object.fromEntries(assignments.map(({ name, value }) => [name, value]));
	return { ...item, json: { ...before, ...assigned, ...Object(read('jsonOutput') || {}) } };
}

function aggregated(items: Items, context: IExecuteFunctions): INodeExecutionData {
	const { fieldToAggregate = [] }: { fieldToAggregate?: IDataObject[] } = Object(
		context.getNodeParameter('fieldsToAggregate', 0),
	);
	const lists = fieldToAggregate.map(({ fieldToAggregate: field, outputFieldName }) => [
		outputFieldName,
		items.map(({ json }) => json[String(field)]),
	]);
	return { json: Object.fromEntries(lists) };
}

function partsOf({ item, read }: Given): Items {
	const parts: unknown = item.json[String(read('fieldToSplitOut'))];
	return Array.isArray(parts) ? parts.map((json: IDataObject) => ({ json })) : [];
}

function isFound(row: IDataObject, { read }: Given): boolean {
	const { conditions }: { conditions: Condition[] } = Object(read('filters'));
	const isTrue = ({ keyName, condition, keyValue }: Condition) => {
		const value = String(row[keyName]);
		if (condition === undefined) return value === keyValue;
		const isLater = new Date(value) >= new Date(keyValue);
		return condition === 'gte' ? isLater : !isLater;
	};
	return read('matchType') === 'allConditions' ? conditions.every(isTrue) : conditions.some(isTrue);
}

const pick = ({ read }: Given, ...names: string[]): IDataObject =>
	Object.fromEntries(names.map((name) => [name, String(read(name))]));
