import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const INSTRUCTIONS = { total: 'The amount after "Total"', iban: 'The IBAN' };
const get = (more = {}) => ({
	resource: 'template',
	operation: 'get',
	extraction_template_id: '={{ $json.id }}',
	...more,
});

describe('Template: Get', () => {
	const twoTemplates = async () => {
		const first = await node.control.addTemplate('Invoice', INSTRUCTIONS);
		const second = await node.control.addTemplate('Empty', {});
		return [{ id: first }, { id: second }];
	};

	it('outputs each template with its fields and their instructions, in order and paired', async () => {
		const items = await twoTemplates();
		const result = await node.run({ parameters: get(), items });
		expect(result.error).toBeUndefined();
		expect(result.items).toEqual([
			{
				json: { ...items[0], name: 'Invoice', orgId: 'org_sandbox', fields: INSTRUCTIONS },
				pairedItem: { item: 0 },
			},
			{
				json: { ...items[1], name: 'Empty', orgId: 'org_sandbox', fields: {} },
				pairedItem: { item: 1 },
			},
		]);
	});

	it('outputs an item for each field, with its instruction', async () => {
		const items = await twoTemplates();
		const result = await node.run({ parameters: get({ output: 'itemPerField' }), items });
		const common = { templateId: items[0]?.id, templateName: 'Invoice' };
		expect(result.items.slice(0, 2)).toEqual([
			{
				json: { ...common, field: 'total', instruction: INSTRUCTIONS.total },
				pairedItem: { item: 0 },
			},
			{
				json: { ...common, field: 'iban', instruction: INSTRUCTIONS.iban },
				pairedItem: { item: 0 },
			},
		]);
	});

	it('outputs a template without fields in simplified form', async () => {
		const items = await twoTemplates();
		const result = await node.run({ parameters: get({ output: 'itemPerField' }), items });
		expect(result.items.slice(2)).toEqual([
			{
				json: { ...items[1], name: 'Empty', orgId: 'org_sandbox', fields: {} },
				pairedItem: { item: 1 },
			},
		]);
	});

	it('outputs the template as the service sent it', async () => {
		const items = await twoTemplates();
		const result = await node.run({ parameters: get({ output: 'raw' }), items });
		const common = { org_id: 'org_sandbox' };
		expect(result.items).toEqual([
			{
				json: { ...common, ...items[0], name: 'Invoice', evaluation_schema: INSTRUCTIONS },
				pairedItem: { item: 0 },
			},
			{
				json: { ...common, ...items[1], name: 'Empty', evaluation_schema: {} },
				pairedItem: { item: 1 },
			},
		]);
	});
});
