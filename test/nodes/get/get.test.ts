import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { get, getSeeded, UNKNOWN_ID } from '../runs';

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
		const failed = {
			status: 'failed',
			filename: 'Torn',
			failureReason: 'page 2 is blank',
		} as const;
		const open = { status: 'pending', filename: 'New' } as const;
		const { ids, items, jsons } = await getSeeded(node, [failed, SPEC, open]);
		expect(items.map((item) => item.pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		const common = { createdTime: expect.any(String), fields: {}, metadata: {}, files: [] };
		expect(jsons).toEqual([
			{ ...common, id: ids[0], name: 'Torn', status: 'failed', failureReason: 'page 2 is blank' },
			{
				...common,
				id: ids[1],
				name: 'Invoice 7',
				status: 'completed',
				createdTime: SPEC.createdTime,
				fields: VALUES,
				metadata: SPEC.metadata,
			},
			{ ...common, id: ids[2], name: 'New', status: 'pending' },
		]);
	});

	it('outputs one flat item with the unchanged values of the fields', async () => {
		const { jsons } = await getSeeded(node, [SPEC, SPEC], { output: 'fieldsOnly' });
		expect(jsons).toEqual([VALUES, VALUES]);
	});

	it('outputs an item for each field, each paired with its run', async () => {
		const { ids, items } = await getSeeded(node, [SPEC, SPEC], { output: 'itemPerField' });
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
		const { ids, jsons } = await getSeeded(node, [SPEC], { output: 'raw' });
		expect(jsons[0]).toMatchObject({
			id: ids[0],
			filename: 'Invoice 7',
			created_time: SPEC.createdTime,
			output_schema: SPEC.outputSchema,
		});
	});

	it('stops at a missing run with the HTTP status and the item for the editor', async () => {
		const [id] = await node.control.seedRuns([SPEC]);
		const { error } = await node.run({ parameters: get(), items: [{ id }, { id: UNKNOWN_ID }] });
		expect(error).toMatchObject({ httpCode: '404', context: { itemIndex: 1 } });
	});
});
