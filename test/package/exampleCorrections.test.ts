import { type IDataObject, type INode, Workflow } from 'n8n-workflow';
import { loadExamples } from '../e2e/harness/examples';
import { nodeTypesOf } from '../harness/n8n/workflow';

/** Evaluates the assignments of a node Edit Fields, as n8n does. */
function assign(node: INode, json: IDataObject): IDataObject {
	const nodeTypes = nodeTypesOf({});
	const nodes = [{ ...node, parameters: {} }];
	const workflow = new Workflow({ nodes, connections: {}, active: false, nodeTypes });
	const { assignments } = Object(node.parameters.assignments);
	const made = assignments.map(({ name, value }: Record<'name' | 'value', string>) => [
		name,
		workflow.expression.getParameterValue(value, null, 0, 0, node.name, [{ json }], 'manual', {}),
	]);
	return { ...json, ...Object.fromEntries(made) };
}

const cases: Record<string, Array<[string | null, string | null]>> = {
	right: [
		['SB-118', 'SB-118'],
		['1409.67', '1409.67'],
		[null, null],
		['', null],
	],
	missing: [
		[null, '310.5'],
		['', 'SB-118'],
	],
	reformatted: [
		['sb 118', 'SB-118'],
		['ＳＢ-118', 'SB-118'],
		['Northbank  Ltd.', 'Northbank Ltd'],
		['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
		['1.409,67', '1409.67'],
		['1,409.67 EUR', '1409.67'],
		['€ 1 409,60', '1409.6'],
		["CHF 1'409.67", '1409.67'],
		['1.234.567', '1234567'],
		['(12,50)', '-12.5'],
		['1.409', '1409'],
		['14.03.2025', '2025-03-14'],
		['3/14/2025', '2025-03-14'],
		['14 March 2025', '2025-03-14'],
		['Mar 14, 2025', '2025-03-14'],
		['2025/3/14', '2025-03-14'],
		['14.3.25', '2025-03-14'],
	],
	wrong: [
		['SB-118', 'SB-119'],
		['Müller', 'Muller'],
		['2025-02-31', null],
		['0', null],
		['-', null],
		['about 12', '12'],
		['14096.7', '1409.67'],
		['1409.67', '-1409.67'],
		['1,409.67', '1.40967'],
		['1.4096', '14096'],
		['14.03.2025', '2025-03-15'],
		['31.02.2025', '2025-03-03'],
		['-', '0'],
	],
};

it.each(Object.entries(cases))(
	'the report of corrections classifies values as %s',
	async (judgement, pairs) => {
		const examples = await loadExamples();
		const nodes = examples.flatMap((example) => example.nodes);
		const nodeNamed = (name: string): INode => {
			const node = nodes.find((each) => each.name === name);
			if (!node) throw new Error(`No example has a node ${name}`);
			return node;
		};
		const [read, judge] = [nodeNamed('Read numbers and dates'), nodeNamed('Judge each field')];
		const judged = pairs.map(([extracted, confirmed]) => [
			extracted,
			confirmed,
			assign(judge, assign(read, { extracted, confirmed })).result,
		]);
		expect(judged).toEqual(pairs.map((pair) => [...pair, judgement]));
	},
);
