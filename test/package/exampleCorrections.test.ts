import type { IExecuteFunctions, INodeType } from 'n8n-workflow';
import { loadExamples } from '../e2e/harness/examples';
import { nodeTypesOf, startWorkflow } from '../harness/n8n/workflow';

const FOUND = 'Find the corrections';
const READ = 'Read numbers and dates';
const JUDGE = 'Judge each field';

/** The part of n8n's node Edit Fields that the example uses. */
const { description } = nodeTypesOf({}).getByNameAndVersion('n8n-nodes-base.other');
const set: INodeType = {
	description: {
		...description,
		properties: [
			{ displayName: 'Fields', name: 'assignments', type: 'assignmentCollection', default: {} },
			{ displayName: 'Include', name: 'includeOtherFields', type: 'boolean', default: false },
		],
	},
	async execute(this: IExecuteFunctions) {
		const items = this.getInputData().map(({ json }, at) => {
			const given = this.getNodeParameter('assignments.assignments', at);
			const assignments: Array<{ name: string; value: string }> = Object(given);
			const made = Object.fromEntries(assignments.map(({ name, value }) => [name, value]));
			const kept = this.getNodeParameter('includeOtherFields', at) === true ? json : {};
			return { json: { ...kept, ...made } };
		});
		return await Promise.resolve([items]);
	},
};

/** The example's judgement of each pair of extracted and confirmed value. */
async function judgedBy(
	pairs: Array<[extracted: string | null, confirmed: string | null]>,
): Promise<unknown[]> {
	const nodeTypes = nodeTypesOf({});
	const getByNameAndVersion = (type: string) =>
		type.endsWith('.set') ? set : nodeTypes.getByNameAndVersion(type);
	const [example] = (await loadExamples()).filter(({ file }) => file === 'what-people-corrected');
	if (!example) throw new Error('The example is gone');
	const to = (name: string) => ({ main: [[{ node: name, type: 'main' as const, index: 0 }]] });
	const rows = pairs.map(([extracted, confirmed]) => ({ field: 'any', extracted, confirmed }));
	const { data } = await startWorkflow(
		{
			...example,
			nodes: example.nodes.filter(({ name }) => [FOUND, READ, JUDGE].includes(name)),
			connections: { [FOUND]: to(READ), [READ]: to(JUDGE) },
			pinData: { [FOUND]: rows.map((json) => ({ json })) },
		},
		{ ...nodeTypes, getByName: getByNameAndVersion, getByNameAndVersion },
		{ apiKey: '', baseUrl: '' },
	);
	expect(data.resultData.error).toBeUndefined();
	const [judged] = data.resultData.runData[JUDGE] ?? [];
	return (judged?.data?.main?.[0] ?? []).map(({ json }) => json.result);
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
		const judged = await judgedBy(pairs);
		const all = pairs.map((pair, at) => [...pair, judged[at]]);
		expect(all).toEqual(pairs.map((pair) => [...pair, judgement]));
	},
);
