// Sources: fields/additionalFields.ts, resources/run/submission/submission.ts
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const time = useDrivenTime(node);
const INVOICES = [{ file: 'a.pdf' }, { file: 'b.pdf' }, { file: 'c.pdf' }];
const FILE_OF_ITEM = '=https://files.example.com/{{ $json.file }}';

describe('Run: Submit', () => {
	it('submits each item, keeps their order and pairs the outputs', async () => {
		const latency = { kind: 'latency', by: 'clock', ms: 200 } as const;
		await node.control.addFault({ ...latency, endpoint: 'submit', times: 1 });
		const { items, error } = await node.run({
			parameters: node.submission({
				file_urls: FILE_OF_ITEM,
				additionalFields: { run_id: '=Run {{ $json.file }}' },
			}),
			items: INVOICES,
		});
		expect(error).toBeUndefined();
		expect(time.passed).toBe(200);
		expect(items.map((item) => item.pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		const runs = await node.control.runs();
		expect(items.map((item) => item.json)).toEqual(
			INVOICES.map(({ file }) => {
				const run = runs.find(
					({ fileUrls }) => fileUrls[0] === `https://files.example.com/${file}`,
				);
				const message = expect.any(String);
				return { id: run?.id, name: `Run ${file}`, deduplicated: false, message };
			}),
		);
	});

	it('sends every field under its own name, and omits empty ones', async () => {
		const metadata = { entries: [{ name: 'department', value: 'accounting' }] };
		await node.run({
			parameters: node.submission({
				additionalFields: { run_id: ' Invoice 7 ', agent_name: 'desk', metadata },
			}),
		});
		const { items } = await node.run({ parameters: node.submission() });
		expect(items.map(({ json }) => json.name)).toEqual([null]);
		const bodies = (await node.control.requests()).map((request) => request.body);
		const required = {
			file_urls: ['https://files.example.com/invoice.pdf'],
			extraction_template_id: node.sandbox.templates.invoice,
		};
		expect(bodies).toEqual([
			{
				...required,
				run_id: 'Invoice 7',
				agent_name: 'desk',
				metadata: { department: 'accounting' },
			},
			required,
		]);
	});

	it.each([
		['one URL per line', ' https://a.example/1.pdf\n\nhttps://a.example/2.png\n'],
		['an expression that returns a list', '={{ $json.urls }}'],
		['a list in text', '={{ JSON.stringify($json.urls) }} '],
	])('reads %s as file URLs', async (_, file_urls) => {
		const urls = ['https://a.example/1.pdf', 'https://a.example/2.png'];
		const { error } = await node.run({
			parameters: node.submission({ file_urls }),
			items: [{ urls }],
		});
		expect(error).toBeUndefined();
		const [run] = await node.control.runs();
		expect(run?.fileUrls).toEqual(urls);
	});

	it('also accepts metadata as JSON, from text or from an expression', async () => {
		for (const metadataJson of ['{ "a": "x", "n": 2 }', '={{ { a: "x", n: 2 } }}']) {
			await node.run({ parameters: node.submission({ additionalFields: { metadataJson } }) });
		}
		const runs = await node.control.runs();
		expect(runs.map((run) => run.metadata)).toEqual([
			{ a: 'x', n: 2 },
			{ a: 'x', n: 2 },
		]);
	});

	it.each([
		['a file on a computer', 'C:\\Scans\\b.pdf'],
		['the name of a file', 'b.pdf'],
	])('sends nothing if one of several items is invalid, with %s', async (what, file) => {
		const { error } = await node.run({
			parameters: node.submission({ file_urls: '={{ $json.url }}' }),
			items: ['https://a.example/1.pdf', file, 'https://a.example/3.pdf'].map((url) => ({ url })),
		});
		expect(error?.message).toBe(`'File URLs' cannot be ${what}: '${file}'`);
		expect(error?.context?.itemIndex).toBe(1);
		expect(await node.requestCounts()).toEqual({});
	});

	it('sends one request after the other in the order of the items, if the limit is 1', async () => {
		const items = ['a', 'b', 'c'].map((name) => ({ name }));
		const additionalFields = { run_id: '={{ $json.name }}' };
		const options = { maxConcurrentRequests: 1 };
		const latency = { kind: 'latency', by: 'clock', ms: 30 } as const;
		await node.control.addFault({ ...latency, endpoint: 'submit' });
		await node.run({ parameters: node.submission({ additionalFields, options }), items });
		expect((await node.control.counts()).submit).toEqual({ total: 3, maxConcurrent: 1 });
		const bodies = (await node.control.requests()).map(({ body }) => body);
		expect(bodies).toMatchObject([{ run_id: 'a' }, { run_id: 'b' }, { run_id: 'c' }]);
	});

	it('never sends more requests at once than the limit', async () => {
		const latency = { kind: 'latency', by: 'clock', ms: 30 } as const;
		await node.control.addFault({ ...latency, endpoint: 'submit' });
		const items = Array.from({ length: 40 }, (_, n) => ({ n }));
		// Of limits that differ, the lowest applies.
		const options = { maxConcurrentRequests: '={{ $json.n === 20 ? 7 : 9 }}' };
		const { error } = await node.run({ parameters: node.submission({ options }), items });
		expect(error).toBeUndefined();
		expect((await node.control.counts()).submit).toEqual({ total: 40, maxConcurrent: 7 });
		const rounds = Math.ceil(40 / 7);
		expect(time.passed).toBe(rounds * 30);
	});
});
