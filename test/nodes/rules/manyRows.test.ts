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

it('1,000 rows beside a list of 100 KB write that list and its issue once', async () => {
	const tags = Array.from({ length: 9_900 }, (_, at) => `tag ${at % 10} xxx`);
	const lines = ['item', ...Array.from({ length: ROWS }, (_, at) => `Item ${at}`)];
	const run = extracted({
		lines: JSON.stringify(lines.map((each) => [each])),
		tags: tags.join(','),
		due: 'soon',
	});
	const [id] = await node.control.seedRuns([run]);
	const parameters = get({
		...rules(
			rule('lines', { convertTo: 'table' }),
			rule('tags', { convertTo: 'list' }),
			rule('due', { convertTo: 'date' }),
		),
		output: 'itemPerRow',
	});
	const written = jest.spyOn(JSON, 'stringify');
	const joined = jest.spyOn(Array.prototype, 'join');
	try {
		const { items, error } = await node.run({ parameters, items: [{ id }] });
		const lists = written.mock.calls.filter(([value]: unknown[]) => {
			return Array.isArray(value) && value.length === tags.length;
		});
		const texts = joined.mock.calls.filter(([between]) => between === '; ');
		expect([error, items.length, lists.length, texts.length]).toEqual([undefined, ROWS, 1, 1]);
		expect(items.at(-1)?.json).toEqual({
			item: `Item ${ROWS - 1}`,
			tags: JSON.stringify(tags),
			due: 'soon',
			issues: 'due is not a date: soon',
		});
	} finally {
		written.mockRestore();
		joined.mockRestore();
	}
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
