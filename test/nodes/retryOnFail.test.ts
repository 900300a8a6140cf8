import { useDrivenTime } from '../harness/jest/drivenTime';
import { SandboxedNode } from '../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
useDrivenTime(node);

const LISTED_AFTER_MS = 3_000;

const submitting = (key: string) => ({
	parameters: node.submission({ options: { deduplicationKey: key, maxConcurrentRequests: 1 } }),
});

beforeEach(async () => {
	await node.control.setDialect({ listedAfterMs: LISTED_AFTER_MS });
	// A run that has failed meanwhile would rightly be submitted again.
	await node.control.setRunPlan({ stuck: 'pending' });
});

describe("With n8n's Retry on Fail, and lists that show a run 3 s late", () => {
	it('what was accepted before another item failed is not submitted again', async () => {
		const refusal = { kind: 'status', status: 400, error: 'Busy', endpoint: 'submit' } as const;
		await node.control.addFault({ ...refusal, after: 2, times: 2 });
		const { items, error } = await node.run({
			...submitting('=retried {{ $itemIndex }}'),
			items: [{}, {}, {}, {}],
			maxTries: 3,
		});
		expect(error).toBeUndefined();
		const runs = await node.control.runs();
		expect(runs).toHaveLength(4);
		expect(items.map(({ json }) => json.id).sort()).toEqual(runs.map(({ id }) => id).sort());
		expect(items.map(({ json }) => json.deduplicated)).toEqual([true, true, false, false]);
		// Two tries failed at the third item, so six submissions were sent for four runs.
		expect(await node.requestCounts()).toMatchObject({ submit: 6 });
	});

	it('a document without a deduplication key is submitted anew', async () => {
		const refusal = { kind: 'status', status: 400, error: 'Busy', endpoint: 'submit' } as const;
		await node.control.addFault({ ...refusal, after: 1, times: 1 });
		const parameters = node.submission({ options: { maxConcurrentRequests: 1 } });
		const { items } = await node.run({ parameters, items: [{}, {}], maxTries: 2 });
		expect(items).toHaveLength(2);
		expect(await node.control.runs()).toHaveLength(3);
	});

	it('20 executions at once with one key submit once', async () => {
		const executions = Array.from({ length: 20 }, async () => {
			return await node.run({ ...submitting('once'), items: [{}, {}], maxTries: 2 });
		});
		const outputs = await Promise.all(executions);
		const [run, ...others] = await node.control.runs();
		expect(others).toEqual([]);
		const jsons = outputs.flatMap(({ items }) => items.map(({ json }) => json));
		expect(jsons).toHaveLength(40);
		expect(new Set(jsons.map(({ id }) => id))).toEqual(new Set([run?.id]));
		expect(jsons.filter(({ deduplicated }) => deduplicated === false)).toHaveLength(1);
	});
});
