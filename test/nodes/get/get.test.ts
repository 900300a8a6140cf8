import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { get, UNKNOWN_ID } from '../runs';

const node = new SandboxedNode();
useDrivenTime(node);

const SPEC = {
	status: 'completed' as const,
	filename: 'Invoice 7',
	createdTime: '2026-03-01T10:00:00.000Z',
	metadata: { department: 'accounting' },
	outputSchema: {
		number: { value: '7', reasoning: 'Top right' },
		paid: { value: 'false', reasoning: null },
		note: { value: '', reasoning: null },
		tax: { value: '0', reasoning: null },
		iban: { value: null, reasoning: 'Not on the page' },
	},
};
const VALUES = { number: '7', paid: 'false', note: '', tax: '0', iban: null };

describe('Run: Get', () => {
	it('outputs each run simplified, in order and paired', async () => {
		const [done] = await node.control.seedRuns([SPEC]);
		const [failed] = await node.control.seedRuns([
			{ status: 'failed', filename: 'Torn', failureReason: 'page 2 is blank' },
		]);
		const [open] = await node.control.seedRuns([{ status: 'pending', filename: 'New' }]);
		const { items, error } = await node.run({
			parameters: get(),
			items: [{ id: failed }, { id: done }, { id: open }],
		});
		expect(error).toBeUndefined();
		expect(items.map((item) => item.pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(items.map((item) => item.json)).toEqual([
			{
				id: failed,
				name: 'Torn',
				status: 'failed',
				createdTime: expect.any(String),
				fields: {},
				failureReason: 'page 2 is blank',
				metadata: {},
				files: [],
			},
			{
				id: done,
				name: 'Invoice 7',
				status: 'completed',
				createdTime: '2026-03-01T10:00:00.000Z',
				fields: VALUES,
				metadata: { department: 'accounting' },
				files: [],
			},
			{
				id: open,
				name: 'New',
				status: 'pending',
				createdTime: expect.any(String),
				fields: {},
				metadata: {},
				files: [],
			},
		]);
	});

	it('outputs one flat item with the unchanged values of the fields', async () => {
		const ids = await node.control.seedRuns([SPEC, SPEC]);
		const { items } = await node.run({
			parameters: get({ output: 'fieldsOnly' }),
			items: ids.map((id) => ({ id })),
		});
		expect(items.map((item) => item.json)).toEqual([VALUES, VALUES]);
	});

	it('outputs an item for each field, each paired with its run', async () => {
		const ids = await node.control.seedRuns([SPEC, SPEC]);
		const { items } = await node.run({
			parameters: get({ output: 'itemPerField' }),
			items: ids.map((id) => ({ id })),
		});
		expect(items.map((item) => item.pairedItem)).toEqual(
			[0, 0, 0, 0, 0, 1, 1, 1, 1, 1].map((item) => ({ item })),
		);
		expect(items[0]?.json).toEqual({
			runId: ids[0],
			runName: 'Invoice 7',
			field: 'number',
			value: '7',
			reasoning: 'Top right',
		});
		expect(items[9]?.json).toEqual({
			runId: ids[1],
			runName: 'Invoice 7',
			field: 'iban',
			value: null,
			reasoning: 'Not on the page',
		});
	});

	it('outputs the run as the service sent it', async () => {
		const [id] = await node.control.seedRuns([SPEC]);
		const { items } = await node.run({ parameters: get({ output: 'raw' }), items: [{ id }] });
		expect(items[0]?.json).toMatchObject({
			id,
			filename: 'Invoice 7',
			created_time: SPEC.createdTime,
			output_schema: SPEC.outputSchema,
		});
	});

	it('sends an unknown run to the error output and continues', async () => {
		const [id] = await node.control.seedRuns([SPEC]);
		const { items, errorItems } = await node.run({
			parameters: get(),
			items: [{ id: UNKNOWN_ID }, { id }],
			onError: 'continueErrorOutput',
		});
		expect(items.map((item) => item.json.id)).toEqual([id]);
		expect(errorItems).toMatchObject([{ json: { id: UNKNOWN_ID }, pairedItem: { item: 0 } }]);
		expect(errorItems[0]?.json.error).toMatch(/not found/i);
	});
});
