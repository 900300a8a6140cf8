import { type INodeProperties, type INodeType, NodeConnectionTypes } from 'n8n-workflow';

/** A node as it was released, with what saved workflows can depend on. */
export const RELEASED: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		options: [{ name: 'Run', value: 'run' }],
		default: 'run',
	},
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		displayOptions: { show: { resource: ['run'] } },
		options: [
			{ name: 'Get', value: 'get' },
			{ name: 'Submit', value: 'submit' },
		],
		default: 'get',
	},
	field({ displayName: 'ID', name: 'id', required: true }),
	field({
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { all: [false], resource: ['run'], operation: ['get'] } },
	}),
	field({
		displayName: 'Rules',
		name: 'rules',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		options: [{ displayName: 'Rules', name: 'all', values: [text({ name: 'field' })] }],
	}),
	field({
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		options: [
			text({ name: 'note' }),
			text({
				name: 'review',
				type: 'options',
				default: 'issues',
				options: [
					{ name: 'Runs With Issues', value: 'issues' },
					{ name: 'All Runs', value: 'all' },
				],
			}),
		],
	}),
];

const outputsNamed = (...names: string[]) =>
	names.map((displayName) => ({ displayName, type: NodeConnectionTypes.Main }));

export function text(own: Partial<INodeProperties>): INodeProperties {
	return { displayName: 'Note', name: 'note', type: 'string', default: '', ...own };
}

/** A field of Run: Get. */
export function field(own: Partial<INodeProperties>): INodeProperties {
	return text({ displayOptions: { show: { resource: ['run'], operation: ['get'] } }, ...own });
}

export interface Made {
	properties?: INodeProperties[];
	version?: number[];
	/** Names of the outputs for runs with issues. */
	outputs?: string[];
	usableAsTool?: true;
}

export function nodeWith({
	properties = RELEASED,
	version,
	outputs = ['Done', 'Review'],
	...more
}: Made): INodeType {
	const isSplit = '$parameter.options?.review === "issues"';
	return {
		description: {
			displayName: 'Node',
			name: 'node',
			group: ['transform'],
			version: version ?? [1],
			description: '',
			defaults: {},
			inputs: [NodeConnectionTypes.Main],
			outputs: `={{ ${isSplit} ? ${JSON.stringify(outputsNamed(...outputs))} : ["main"] }}`,
			credentials: [{ name: 'api', required: true }],
			usableAsTool: more.usableAsTool,
			properties,
		},
	};
}

/** The released fields with another one in place of that with this name, at any depth. */
export function changing(name: string, changed: Partial<INodeProperties>): INodeProperties[] {
	const changedText = JSON.stringify(RELEASED, (_, value) =>
		value?.name === name && 'type' in value ? { ...value, ...changed } : value,
	);
	return JSON.parse(changedText);
}

/** The released options and another one. */
export function optionsAnd(more: INodeProperties): INodeProperties['options'] {
	const options = RELEASED.find(({ name }) => name === 'options')?.options ?? [];
	return [...options, more];
}
