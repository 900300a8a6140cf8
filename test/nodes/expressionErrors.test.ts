import { SandboxedNode } from '../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();

describe("An error of n8n's expressions", () => {
	const get = (value: string) => ({
		resource: 'run',
		operation: 'get',
		runId: { __rl: true, mode: 'id', value: `={{ ${value} }}` },
	});
	const UNPAIRED = get('$("Items").itemMatching(7).json.id');
	const DESCRIPTION =
		'Some intermediate nodes between ‘<strong>Items</strong>‘ and  ‘<strong>DocScore</strong>‘ have not executed yet.';

	it('keeps its details for the editor', async () => {
		const { error } = await node.run({ parameters: UNPAIRED, items: [{}] });
		expect(error).toMatchObject({
			message: 'Can’t get data for expression',
			description: DESCRIPTION,
			context: {
				itemIndex: 0,
				messageTemplate: expect.stringContaining('%%PARAMETER%%'),
				causeDetailed: expect.any(String),
				type: 'paired_item_intermediate_nodes',
				parameter: 'runId',
			},
		});
	});

	it('keeps the name of the missing node', async () => {
		const parameters = get('$("Nobody").item.json.id');
		const { error } = await node.run({ parameters, items: [{}, {}] });
		expect(error).toMatchObject({
			message: "Referenced node doesn't exist",
			context: { itemIndex: 0, nodeCause: 'Nobody', descriptionKey: 'nodeNotFound' },
		});
	});

	it('is reported for each item, with its description', async () => {
		const { errorItems } = await node.run({
			parameters: UNPAIRED,
			items: [{}, {}],
			onError: 'continueErrorOutput',
		});
		const json = { error: 'Can’t get data for expression', message: DESCRIPTION };
		expect(errorItems).toEqual([0, 1].map((item) => ({ json, pairedItem: { item } })));
	});
});
