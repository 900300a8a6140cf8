import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { SandboxedTrigger } from '../../harness/sandbox/sandboxedTrigger';

/** An empty filter would match every run, which nobody wants. */

const node = new SandboxedNode();
const service = new SandboxedTrigger();

const getMany = (more = {}) => ({ resource: 'run', operation: 'getAll', ...more });
const ADVICE =
	'Enter a value or remove the filter. If it uses an expression, check its value for this item';
const condition = (metadata_name: string, value: string) => ({
	metadata_filters: { conditions: [{ metadata_name, operator: 'equals', value }] },
});
const NO_VALUE = "'Metadata Filters' has a filter without a value";

describe('Get Many', () => {
	it.each([
		[{ filters: { startTime: '={{ $json.since }}' } }, "'Created After' is empty"],
		[{ filters: { filename: '={{ " " }}' } }, "'Name Contains' is empty"],
		[{ filters: { status: '={{ $json.status }}' } }, "'Status' is empty"],
		[
			{ filters: { extraction_template_id: { mode: 'id', value: '={{ $json.id }}' } } },
			"'Template' is empty",
		],
		[condition('department', '={{ $json.department }}'), `${NO_VALUE}: 'department'`],
		[{ metadata_filters: { conditions: [{}] } }, NO_VALUE],
	])('rejects %j before any request', async (parameters, message) => {
		const { error } = await node.run({ parameters: getMany(parameters), items: [{}, {}] });
		expect(error?.message).toBe(message);
		expect(error?.description?.split('\n')[0]).toBe(`${ADVICE}.`);
		expect(await node.requestCounts()).toEqual({});
	});

	it('rejects only the item for which the expression returns nothing', async () => {
		const { items, errorItems } = await node.run({
			parameters: getMany({ filters: { startTime: '={{ $json.since }}' } }),
			items: [{ since: '2026-03-01' }, {}, { since: '' }],
			onError: 'continueErrorOutput',
		});
		expect(items).toEqual([]);
		expect(errorItems.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 2 }]);
		expect(await node.requestCounts()).toEqual({ query: 1 });
	});
});

describe('the trigger', () => {
	it.each([
		[condition('department', '={{ "" }}'), NO_VALUE],
		[
			{ filters: { extraction_template_id: '={{ ({ id: 7 }) }}' } },
			`'Template' is not text: {"id":7}`,
		],
		[{ events: '={{ undefined }}' }, "'Trigger On' has no valid option"],
		[
			{ options: { overlap: '={{ null }}' } },
			"'Time for New Runs to Show (Minutes)' is not a number",
		],
	])('is not activated with %j', async (parameters, message) => {
		await expect(service.workflow({ parameters }).activate()).rejects.toThrow(message);
		expect(await service.requestCounts()).toEqual({});
	});
});
