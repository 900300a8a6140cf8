import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { UNKNOWN_ID } from '../runs';

const node = new SandboxedNode();
useDrivenTime(node);

const locator = (mode: string, value: string) => ({ __rl: true, mode, value });
const page = (id: string) => `https://app.example.com/org/7/templates/${id}/edit?tab=fields#${id}`;

describe('a template', () => {
	it('can be an ID, a URL that contains one, or the value of older workflows', async () => {
		const { invoice, receipt } = node.sandbox.templates;
		for (const given of [
			locator('id', ` ${invoice}\n`),
			locator('url', page(invoice)),
			locator('list', invoice),
			locator('id', '={{ $json.template }}'),
			locator('url', '={{ $json.page }}'),
			invoice,
			'={{ $json.template }}',
		]) {
			const { error } = await node.run({
				parameters: node.submission({ extraction_template_id: given }),
				items: [invoice, receipt].map((template) => ({ template, page: page(template) })),
			});
			expect(error).toBeUndefined();
			const runs = await node.control.runs();
			const isFixed = !JSON.stringify(given).includes('$json');
			expect(
				runs
					.slice(-2)
					.map((run) => run.templateId)
					.sort(),
			).toEqual((isFixed ? [invoice, invoice] : [invoice, receipt]).sort());
		}
	});

	it('can be read and used as a filter by its URL', async () => {
		const { invoice, receipt } = node.sandbox.templates;
		const { items } = await node.run({
			parameters: {
				resource: 'template',
				operation: 'get',
				templateId: locator('url', '={{ $json.page }}'),
			},
			items: [{ page: page(invoice) }, { page: page(receipt) }],
		});
		expect(items.map(({ json }) => json.id)).toEqual([invoice, receipt]);
		const [, ofReceipt] = await node.control.seedRuns([
			{ templateId: invoice },
			{ templateId: receipt },
		]);
		const found = await node.run({
			parameters: {
				resource: 'run',
				operation: 'getAll',
				filters: { extraction_template_id: locator('url', page(receipt)) },
			},
			items: [{}, {}],
		});
		expect(found.items.map(({ json }) => json.id)).toEqual([ofReceipt, ofReceipt]);
	});

	it.each([
		[locator('id', '={{ "" }}'), "'Template' is empty", 'Enter the ID, such as'],
		[locator('url', '={{ null }}'), "'Template' is empty", 'Enter the ID, such as'],
		[locator('id', 'Invoice'), "'Template' cannot be a name: 'Invoice'", 'Enter the ID, such as'],
		[
			locator('url', 'https://app.example.com/templates'),
			"'Template' is a URL without an ID: 'https://app.example.com/templates'",
			'Enter only the template ID',
		],
		[
			locator('url', `${page(UNKNOWN_ID)}&org=6f0c2b1e-8a94-4d3b-9c61-0d5a7e4f2b18`),
			"'Template' contains several IDs",
			'Enter only the template ID',
		],
		[locator('id', `x${UNKNOWN_ID}`), "'Template' cannot be a name", 'Enter the ID, such as'],
	])('that is invalid is rejected before any request: %j', async (given, message, advice) => {
		const operations = [
			node.submission({ extraction_template_id: given }),
			{ resource: 'template', operation: 'get', templateId: given },
		];
		for (const parameters of operations) {
			const { error } = await node.run({ parameters, items: [{}, {}] });
			expect(error?.message).toContain(message);
			expect(error?.description).toContain(advice);
		}
		expect(await node.requestCounts()).toEqual({});
	});
});
