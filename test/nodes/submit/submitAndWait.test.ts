import { byKey } from '../../harness/deduplication';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const time = useDrivenTime(node);
const RESULT = {
	outputSchema: {
		total: { value: '12.50', reasoning: 'Below the line' },
		vat: { value: null, reasoning: 'Not on the page' },
	},
};
const TIME: unknown = expect.any(String);
const DETAILS = { metadata: {}, files: [] };

const BOTH = [{ file: 'a' }, { file: 'b' }];

const submitAndWait = (more = {}) =>
	node.submission({
		operation: 'submitAndWait',
		additionalFields: { run_id: '=Run {{ $json.file }}' },
		...more,
	});

const CHECK = 'Check that the document is readable and fits the template, then submit it again.';

describe('Run: Submit and Wait', () => {
	beforeEach(async () => {
		await node.control.setRunPlan({ pendingMs: 1_000, processingMs: 1_000, fixedResult: RESULT });
	});

	it('outputs the finished runs in the order of the items, paired', async () => {
		const { items, error } = await node.run({ parameters: submitAndWait(), items: BOTH });
		expect(error).toBeUndefined();
		expect(time.passed).toBe(2_000);
		expect(
			items.map(({ json, pairedItem }) => [json.name, json.status, json.fields, pairedItem]),
		).toEqual([
			['Run a', 'completed', { total: '12.50', vat: null }, { item: 0 }],
			['Run b', 'completed', { total: '12.50', vat: null }, { item: 1 }],
		]);
	});

	it.each(['simplified', 'fieldsOnly'])(
		'fails each failed run with its reason and ID, as %s',
		async (output) => {
			await node.control.setRunPlan({ fixedResult: { failureReason: 'page 2 is blank' } });
			const { items, errorItems } = await node.run({
				parameters: submitAndWait({ output }),
				items: [...BOTH, { file: 'c' }],
				onError: 'continueErrorOutput',
			});
			expect(items).toEqual([]);
			const runs = await node.control.runs();
			expect(errorItems.map(({ json }) => json)).toEqual(
				['a', 'b', 'c'].map((file) => ({
					file,
					error: `Run 'Run ${file}' failed. The service says: page 2 is blank`,
					message: expect.stringContaining(
						`Run ID: ${runs.find((run) => run.filename === `Run ${file}`)?.id}`,
					),
				})),
			);
		},
	);

	it('outputs a finished run with the same deduplication key at once', async () => {
		const parameters = submitAndWait({ options: byKey('Finished before') });
		await node.run({ parameters, items: BOTH.slice(0, 1) });
		const start = time.passed;
		const { items } = await node.run({ parameters, items: BOTH.slice(0, 1) });
		expect(items.map(({ json }) => [json.name, json.status])).toEqual([['Run a', 'completed']]);
		expect(time.passed - start).toBeLessThan(100);
	});

	it('outputs a failed run if selected', async () => {
		await node.control.setRunPlan({ fixedResult: { failureReason: 'page 2 is blank' } });
		const { items, error } = await node.run({
			parameters: submitAndWait({ output: 'fieldsOnly', options: { failedRun: 'output' } }),
			items: BOTH,
		});
		expect(error).toBeUndefined();
		expect(items.map((item) => item.json)).toMatchObject([
			{ runName: 'Run a', runStatus: 'failed', failureReason: 'page 2 is blank' },
			{ runName: 'Run b', runStatus: 'failed', failureReason: 'page 2 is blank' },
		]);
	});

	it.each([
		['simplified', ['id', 'name', 'status'], { createdTime: TIME, fields: {}, ...DETAILS }],
		['raw', ['id', 'filename', 'status'], { created_time: TIME, metadata: {} }],
		['fieldsOnly', ['runId', 'runName', 'runStatus'], {}],
		[
			'itemPerField',
			['runId', 'runName', 'runStatus'],
			{ field: null, value: null, reasoning: null },
		],
	])('outputs the run after Max Wait if selected: %s', async (output, columns, more) => {
		const { items, error } = await node.run({
			parameters: submitAndWait({ output, options: { maxWait: 0.02, timeout: 'output' } }),
			items: BOTH,
		});
		expect(error).toBeUndefined();
		const runs = await node.control.runs();
		const rows = BOTH.map(({ file }) => {
			const id = runs.find((run) => run.filename === `Run ${file}`)?.id;
			return Object.fromEntries([id, `Run ${file}`, 'processing'].map((v, at) => [columns[at], v]));
		});
		expect(items.map((item) => item.json)).toEqual(
			rows.map((row) => ({ ...row, ...more, timedOut: true })),
		);
	});

	it('lists the accepted runs if one of several fails', async () => {
		const { finished } = node.start({ parameters: submitAndWait(), items: BOTH });
		await time.pass(0);
		const runs = await node.control.runs();
		const [first, second] = ['Run a', 'Run b'].map((name) =>
			runs.find((run) => run.filename === name),
		);
		await node.control.setRun(second?.id ?? '', { status: 'failed', failureReason: 'torn' });
		time.flow();
		const { error } = await finished;
		expect(error?.message).toBe(`Run 'Run b' failed. The service says: torn`);
		expect(error?.context?.itemIndex).toBe(1);
		expect(error?.description?.split('\n')).toEqual([
			CHECK,
			`Run ID: ${second?.id}`,
			`The service accepted other runs: ${first?.id}`,
			'Do not submit their documents again: use Wait with these run IDs.',
		]);
	});
});
