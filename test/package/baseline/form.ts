import {
	type IDisplayOptions,
	type INodeProperties,
	type INodeType,
	NodeHelpers,
	type NodeParameterValue,
} from 'n8n-workflow';
import { type Chosen, outputsOf } from './outputs';

/** A part of the form that saved workflows depend on. Labels and other texts are none. */
export interface Part {
	/** Its place, such as "docScore 1 > run > get > options > fields". */
	at: string;
	type: string;
	default?: unknown;
	required?: true;
	/** Whether its value is a list of values. */
	several?: true;
	/** The values of its choices, or its modes. */
	values?: NodeParameterValue[];
	/** The least and the greatest number. */
	range?: [least: number | null, most: number | null];
	/** When it is shown, besides the resource and the operation. */
	shown?: IDisplayOptions;
	/** The outputs of the node with each value that changes them. */
	outputs?: Record<string, string[]>;
}

type Child = NonNullable<INodeProperties['options']>[number];

/** The parts of a node, for each of its versions. */
export const partsOfNode = (node: INodeType): Part[] =>
	[node.description.version].flat().flatMap((version) => partsOfVersion(node, version));

/** The parts of a list of parameters, such as those of a credential. */
export const partsOf = (at: string, properties: INodeProperties[], version = 1): Part[] =>
	properties
		.filter((property) => isOfVersion(property, version))
		.flatMap((property) =>
			placesOf(at, property).flatMap((place) => partsOfParameter(place, property, version)),
		);

function partsOfVersion(node: INodeType, version: number): Part[] {
	const { name, usableAsTool, credentials = [], properties } = node.description;
	const at = `${name} ${version}`;
	const operations = operationsOf(at, properties, version);
	const parts: Part[] = [
		{ at, type: 'node' },
		...(usableAsTool ? [{ at: `${at} > as a tool`, type: 'use' }] : []),
		...credentials.map(({ name: type, required }) => ({
			at: `${at} > credential ${type}`,
			type: 'credential',
			...(required && { required: true as const }),
		})),
		...operations.map((operation) => ({ at: operation.at, type: 'operation' })),
		...partsOf(at, properties, version),
	];
	const chosen = operations.length > 0 ? operations : [{ at, parameters: {} }];
	const outputs = new Map(
		chosen.flatMap((each) => Object.entries(outputsOf(node, version, each, parts))),
	);
	return parts.map((part) => {
		const own = outputs.get(part.at);
		return own ? { ...part, outputs: own } : part;
	});
}

/** The operations that the selectors offer. A node without selectors has none. */
const operationsOf = (at: string, properties: INodeProperties[], version: number): Chosen[] =>
	properties
		.filter((property) => property.name === 'operation' && isOfVersion(property, version))
		.flatMap(({ displayOptions, options = [] }) =>
			(displayOptions?.show?.resource ?? []).flatMap((resource) =>
				valuesOf(options).map((operation) => ({
					at: `${at} > ${String(resource)} > ${String(operation)}`,
					parameters: { resource: String(resource), operation: String(operation) },
				})),
			),
		);

/** One place for each operation that shows the parameter. */
function placesOf(at: string, { name, displayOptions }: INodeProperties): string[] {
	const { resource = [], operation = [] } = displayOptions?.show ?? {};
	if (resource.length === 0) return [`${at} > ${name}`];
	const chosen = operation.length === 0 ? [''] : operation.map((each) => `${String(each)} > `);
	return resource.flatMap((of) => chosen.map((each) => `${at} > ${String(of)} > ${each}${name}`));
}

function partsOfParameter(at: string, property: INodeProperties, version: number): Part[] {
	const { type, typeOptions = {}, options = [], modes = [], required } = property;
	if (type === 'notice') return [];
	const { minValue = null, maxValue = null, multipleValues } = typeOptions;
	const values = [...valuesOf(options), ...modes.map(({ name }) => name)];
	const shown = conditionsOf(property);
	const part: Part = {
		at,
		type,
		default: property.default,
		...(required && { required: true as const }),
		...(multipleValues && { several: true as const }),
		...(values.length > 0 && { values }),
		...((minValue ?? maxValue) !== null && { range: [minValue, maxValue] }),
		...(shown && { shown }),
	};
	return [part, ...options.flatMap((child) => partsBelow(at, child, version))];
}

/** The fields of a collection, or the groups of a fixed collection with their fields. */
function partsBelow(at: string, child: Child, version: number): Part[] {
	if ('values' in child) {
		const place = `${at} > ${child.name}`;
		return [{ at: place, type: 'group' }, ...partsOf(place, child.values, version)];
	}
	return 'type' in child ? partsOf(at, [child], version) : [];
}

const valuesOf = (options: Child[]): NodeParameterValue[] =>
	options.flatMap((option) => ('value' in option ? [option.value] : []));

/** Whether this version of the node has the parameter. */
function isOfVersion({ displayOptions = {} }: INodeProperties, version: number): boolean {
	const { show, hide } = displayOptions;
	const [shows, hides] = [show?.['@version'], hide?.['@version']];
	if (shows && !NodeHelpers.checkConditions(shows, [version])) return false;
	return !hides || !NodeHelpers.checkConditions(hides, [version]);
}

/** The conditions besides those that are part of the place. */
function conditionsOf({ displayOptions = {} }: INodeProperties): IDisplayOptions | undefined {
	const [show, hide] = [displayOptions.show, displayOptions.hide].map(withoutPlace);
	return (show ?? hide) && { ...(show && { show }), ...(hide && { hide }) };
}

const PLACE = ['resource', 'operation', '@version'];

function withoutPlace(conditions: IDisplayOptions['hide'] = {}): IDisplayOptions['hide'] {
	const others = Object.entries(conditions).filter(([name]) => !PLACE.includes(name));
	return others.length > 0 ? Object.fromEntries(others) : undefined;
}
