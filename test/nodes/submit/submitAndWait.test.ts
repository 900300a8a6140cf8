import { byKey } from '../../harness/deduplication';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { detailsAt } from '../runs';

const node = new SandboxedNode();
const time = useDrivenTime(node);
const RESULT = {
	outputSchema: {
		total: { value: '12.50', reasoning: 'Below the line' },
		vat: { value: null, reasoning: 'Not on the page' },
	},
};
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

	it('fails a failed run with its reason and ID', async () => {
		await node.control.setRunPlan({ fixedResult: { failureReason: 'page 2 is blank' } });
		const { items, errorItems } = await node.run({
			parameters: submitAndWait(),
			items: BOTH,
			onError: 'continueErrorOutput',
		});
		expect(items).toEqual([]);
		for (const [index, { file }] of BOTH.entries()) {
			const run = (await node.control.runs()).find((each) => each.filename === `Run ${file}`);
			expect(errorItems[index]?.json).toEqual({
				file,
				error: `Run 'Run ${file}' failed. The service says: page 2 is blank`,
				message: [
					CHECK,
					`Run ID: ${run?.id}`,
					`Run name: Run ${file}`,
					'Failure reason: page 2 is blank',
				].join('\n'),
			});
		}
	});

	it('tells the reasons of several failed runs, which lists do not contain', async () => {
		await node.control.setRunPlan({ fixedResult: { failureReason: 'page 2 is blank' } });
		const { errorItems } = await node.run({
			parameters: submitAndWait({ output: 'fieldsOnly' }),
			items: [...BOTH, { file: 'c' }],
			onError: 'continueErrorOutput',
		});
		expect(errorItems.map(({ json }) => json.error)).toEqual(
			['a', 'b', 'c'].map((file) => `Run 'Run ${file}' failed. The service says: page 2 is blank`),
		);
	});

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

	it('polls after another 10 % of the elapsed wait, and once before the end', async () => {
		await node.control.setRunPlan({ stuck: 'processing' });
		const { error } = await node.run({ parameters: submitAndWait({ options: { maxWait: 10 } }) });
		expect(error?.message).toMatch(/did not finish within 10 minutes \(last status: processing\)$/);
		expect(time.passed).toBe(600_000);
		const times = await detailsAt(node);
		expect(times.slice(0, 14)).toEqual([
			1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_000, 10_000, 11_000, 12_100, 13_310,
			14_641,
		]);
		const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
		expect(pauses.slice(-10, -1)).toEqual(Array.from({ length: 9 }, () => 30_000));
		expect(times.at(-1)).toBe(599_000);
	});

	it('names the run and its last status after Max Wait', async () => {
		const { items, errorItems } = await node.run({
			parameters: submitAndWait({ options: { maxWait: 0.02 } }),
			items: BOTH,
			onError: 'continueErrorOutput',
		});
		expect(items).toEqual([]);
		const ids = (await node.control.runs()).map((run) => run.id).sort();
		expect(errorItems.map((item) => item.json.error).sort()).toEqual(
			ids.map((id) => `Run ${id} did not finish within 0.02 minutes (last status: processing)`),
		);
		for (const { json } of errorItems) {
			const [, id = ''] = /^Run ID: (.*)$/m.exec(String(json.message)) ?? [];
			expect(json.error).toContain(id);
			expect(json.message).toMatch(new RegExp(`^Run name: Run ${String(json.file)}$`, 'm'));
		}
	});

	it.each([
		['simplified', ['id', 'name', 'status'], { createdTime: null, fields: {} }],
		['raw', ['id', 'name', 'status'], {}],
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

	it.each(['error', 'output'])('names a run that could never be read: %s', async (timeout) => {
		const fault = { kind: 'status', status: 500, error: 'Down' } as const;
		await node.control.addFault({ ...fault, endpoint: 'details' });
		const { items, errorItems } = await node.run({
			parameters: submitAndWait({ options: { maxWait: 0.02, timeout } }),
			items: BOTH,
			onError: 'continueErrorOutput',
		});
		const names = [...items, ...errorItems].map(
			({ json }) => json.name ?? /^Run name: (.*)$/m.exec(String(json.message))?.[1],
		);
		expect(names).toEqual(['Run a', 'Run b']);
		expect(timeout === 'output' ? items : errorItems).toHaveLength(2);
	});

	it('rejects a Max Wait below 0 before any request', async () => {
		const { error } = await node.run({ parameters: submitAndWait({ options: { maxWait: -1 } }) });
		expect(error?.message).toBe("'Max Wait (Minutes)' is too low: -1");
		expect(error?.description).toBe('Enter a number of at least 0');
		expect(await node.requestCounts()).toEqual({});
	});

	it('ends within a second of the cancellation', async () => {
		await node.control.setRunPlan({ stuck: 'pending' });
		const { finished, cancel } = node.start({ parameters: submitAndWait(), items: BOTH });
		const ended = finished.then(
			() => time.passed,
			() => time.passed,
		);
		await time.pass(2_500);
		const before = await node.requestCounts();
		expect(before).toEqual({ submit: 2, details: 4 });
		cancel();
		time.flow();
		expect(await ended).toBeLessThan(3_500);
		await time.pass(1_000);
		expect(jest.getTimerCount()).toBe(0);
		await time.pass(60_000);
		expect(await node.requestCounts()).toEqual(before);
	});

	it('continues to wait while the service fails temporarily', async () => {
		await node.control.addFault({ endpoint: 'details', kind: 'status', status: 503, times: 12 });
		const { items, error } = await node.run({ parameters: submitAndWait(), items: BOTH });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(2);
		expect((await node.requestCounts()).details).toBe(14);
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
