import {
	type INode,
	type INodeProperties,
	type INodeTypeDescription,
	type NodeParameterValueType,
	NodeHelpers,
} from 'n8n-workflow';

export const PACKAGE = 'n8n-nodes-docscore.';

/** Parameters that n8n adds if a node is used as a tool. */
const TOOL_PARAMETERS = ['descriptionType', 'toolDescription'];

/** The nodes of the package, by name. */
export type Descriptions = Record<string, INodeTypeDescription>;

interface Described {
	node: INode;
	description: INodeTypeDescription;
}

/** The description of a node, also if it is used as a tool. */
function described(node: INode, descriptions: Descriptions): Described | undefined {
	const name = node.type.slice(PACKAGE.length);
	const plain = descriptions[name];
	if (plain) return { node, description: plain };
	const description = descriptions[name.replace(/Tool$/, '')];
	if (!description) return undefined;
	const parameters = Object.entries(node.parameters);
	const own = parameters.filter(([parameter]) => !TOOL_PARAMETERS.includes(parameter));
	return { node: { ...node, parameters: Object.fromEntries(own) }, description };
}

/** The parameters that the editor saves, or with `filledIn`, those that the node gets. */
const parametersOf = (node: INode, description: INodeTypeDescription, filledIn: boolean) =>
	NodeHelpers.getNodeParameters(
		description.properties,
		node.parameters,
		filledIn,
		false,
		node,
		description,
	) ?? {};

const isProperty = (option: object): option is INodeProperties => 'type' in option;

/** Chosen values that no parameter offers. */
function unofferedIn(properties: INodeProperties[], values: object): string[] {
	return Object.entries(values).flatMap(([name, value]: [string, NodeParameterValueType]) => {
		const declared = properties.filter((property) => property.name === name);
		const options = declared.flatMap((property) => property.options ?? []);
		const [{ type } = { type: 'string' }] = declared;
		if (type === 'collection') return unofferedIn(options.filter(isProperty), Object(value));
		if (!type.endsWith('ptions') || String(value).startsWith('=')) return [];
		const offered = options.map((option) => ('value' in option ? option.value : undefined));
		const chosen = Array.isArray(value) ? value : [value];
		const unoffered = chosen.filter((each) => !offered.some((option) => option === each));
		return unoffered.map((each) => `${name} does not offer ${String(each)}`);
	});
}

/** What keeps n8n from running the node as it was saved, and what it would lose. */
export function problemsOfNode(given: INode, descriptions: Descriptions): string[] {
	const found = described(given, descriptions);
	if (!found) return [`there is no node ${given.type}`];
	const { node, description } = found;
	const saved = JSON.stringify(parametersOf(node, description, false));
	const isAsSaved = JSON.stringify(node.parameters) === saved;
	const filled = { ...node, parameters: parametersOf(node, description, true) };
	const { properties } = description;
	const issues = NodeHelpers.getNodeParametersIssues(properties, filled, description);
	return [
		...(isAsSaved ? [] : [`its parameters would be saved as ${saved}`]),
		...unofferedIn(properties, node.parameters),
		...Object.values(issues?.parameters ?? {}).flat(),
		...(node.credentials?.docScoreApi?.id ? [] : ['it has no credential']),
	].map((problem) => `${node.name}: ${problem}`);
}
