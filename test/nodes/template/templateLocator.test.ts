import type { NodeParameterValueType } from 'n8n-workflow';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
useDrivenTime(node);

const locator = (mode: string, value: string) => ({ __rl: true, mode, value });
const page = (id: string) => `https://app.example.com/org/7/templates/${id}/edit?tab=fields#${id}`;

describe('Template', () => {
	it('can be given as an ID, as the URL of a page of the template, or as in older workflows', async () => {
		const { invoice, receipt } = node.sandbox.templates;
		const items = [invoice, receipt].map((template) => ({ template, page: page(template) }));
		const submittedWith = async (extraction_template_id: NodeParameterValueType) => {
			await node.control.reset();
			const parameters = node.submission({ extraction_template_id });
			await node.run({ parameters, items });
			return new Set((await node.control.runs()).map(({ templateId }) => templateId));
		};
		for (const given of [
			locator('id', ` ${invoice}\n`),
			locator('url', page(invoice)),
			locator('list', invoice),
			locator('id', page(invoice).replace('https', 'HTTP')),
			invoice,
		]) {
			expect(await submittedWith(given)).toEqual(new Set([invoice]));
		}
		for (const given of [
			locator('id', '={{ $json.template }}'),
			locator('url', '={{ $json.page }}'),
			'={{ $json.template }}',
		]) {
			expect(await submittedWith(given)).toEqual(new Set([invoice, receipt]));
		}
	});

	it.each([
		['={{ $json.template }}', `{"id":"a-1","name":"Receipt"}`],
		['={{ ({}) }}', '{}'],
		['={{ new Date("2026-03-01T10:00:00Z") }}', '2026-03-01T10:00:00.000Z'],
		['={{ [$json.template.id] }}', '["a-1"]'],
	])('cannot be what %s returns, also as a filter', async (extraction_template_id, shown) => {
		for (const parameters of [
			node.submission({ extraction_template_id }),
			{ resource: 'run', operation: 'getAll', filters: { extraction_template_id } },
		]) {
			const template = { id: 'a-1', name: 'Receipt' };
			const { items, errorItems } = await node.run({
				parameters,
				items: [{ template }, { template }],
				onError: 'continueErrorOutput',
			});
			expect(items).toEqual([]);
			const error = `'Template' is not text: ${shown}`;
			const json = expect.objectContaining({ error });
			expect(errorItems).toEqual([0, 1].map((item) => ({ json, pairedItem: { item } })));
			expect(await node.requestCounts()).toEqual({});
		}
	});

	it('can be read and used as a filter by its URL', async () => {
		const { invoice, receipt } = node.sandbox.templates;
		const { items } = await node.run({
			parameters: {
				resource: 'template',
				operation: 'get',
				extraction_template_id: locator('url', '={{ $json.page }}'),
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
});
