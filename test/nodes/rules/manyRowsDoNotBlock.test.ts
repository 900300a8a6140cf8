import { monitorEventLoopDelay } from '../../node';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { extracted, get, rule, rules } from '../runs';

/** Processes thousands of line items without blocking n8n. */

const node = new SandboxedNode();

/** With four columns, the most cells that are read. */
const ROWS = 1_000;

/** Maximum time in ms that any work may block the event loop, on a slow and busy machine. */
const LONGEST_BLOCK_MS = 3_000;

const number = (field: string) => rule(field, { convertTo: 'number', required: true });

const PARAMETERS = get({
	...rules(
		rule('lines', { convertTo: 'table' }),
		...['lines.quantity', 'lines.price', 'lines.amount', 'net'].map(number),
	),
	checks: { checks: [{ check: 'sum', addends: 'lines.amount', total: 'net' }] },
	output: 'itemPerRow',
});

/** A document with this many line items of 0.10 each. */
function invoiceOf(count: number) {
	const rows = Array.from({ length: count }, (_, at) => [`Item ${at}`, '1', '0.10', '0.10']);
	const lines = JSON.stringify([['item', 'quantity', 'price', 'amount'], ...rows]);
	return extracted({ number: 'A-1', net: (count / 10).toFixed(2), lines });
}

test.each([1, 100])(
	'1,000 rows of %d documents are output as numbers that add up',
	async (count) => {
		const perDocument = ROWS / count;
		const ids = await node.control.seedRuns(
			Array.from({ length: count }, () => invoiceOf(perDocument)),
		);
		const blocks = monitorEventLoopDelay({ resolution: 1 });
		blocks.enable();
		const { items, error } = await node.run({
			parameters: PARAMETERS,
			items: ids.map((id) => ({ id })),
		});
		blocks.disable();
		expect(error).toBeUndefined();
		expect(items).toHaveLength(ROWS);
		expect(items.at(-1)).toEqual({
			json: {
				item: `Item ${perDocument - 1}`,
				quantity: 1,
				price: 0.1,
				amount: 0.1,
				number: 'A-1',
				net: perDocument / 10,
				issues: '',
			},
			pairedItem: { item: count - 1 },
		});
		expect(items.every(({ json }) => json.issues === '')).toBe(true);
		expect(blocks.max / 1e6).toBeLessThan(LONGEST_BLOCK_MS);
	},
);
