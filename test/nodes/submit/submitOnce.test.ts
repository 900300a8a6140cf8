import { byKey } from '../../harness/deduplication';
import { sleep } from 'n8n-workflow';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const between = new SandboxProxy(node);
const time = useDrivenTime(node);
const WITH_KEY = { options: byKey('={{ $json.number }}') };

/** Each test has its own numbers, because the process remembers its submissions. */
let tests = 0;
let number = '';
beforeEach(async () => {
	number = `Doc-${++tests}`;
	await node.control.setRunPlan({ stuck: 'pending' });
});

const submit = async (numbers = [number]) =>
	await node.run({
		parameters: node.submission(WITH_KEY),
		items: numbers.map((each) => ({ number: each })),
		credential: between.credential,
	});

it('A key is recognized if the service stores numeric texts as numbers', async () => {
	await node.control.setDialect({ metadataValues: 'numbers', metadataEquality: 'numeric' });
	const { items: first } = await submit(['00118', number]);
	// After this time, the process has forgotten its submissions.
	await sleep(600_000);
	const { items: later } = await submit(['00118', number]);
	expect(await node.control.runs()).toHaveLength(2);
	expect(later.map(({ json }) => json.id)).toEqual(first.map(({ json }) => json.id));
	expect(later.map(({ json }) => json.deduplicated)).toEqual([true, true]);
});

it('A key in other letters is another key, even if the service lists its run', async () => {
	await node.control.setDialect({ metadataEquality: 'caseless' });
	await submit();
	const { items } = await submit([number.toLowerCase()]);
	expect(items[0]?.json.deduplicated).toBe(false);
	expect(await node.control.runs()).toHaveLength(2);
});

describe('Within a process, a document is submitted once', () => {
	it('by an execution 40 s later, before lists or details show its run', async () => {
		await node.control.setDialect({ listedAfterMs: 120_000, detailsAfterMs: 120_000 });
		const { items: first } = await submit();
		await sleep(40_000);
		const { items: later } = await submit();
		expect(await node.control.runs()).toHaveLength(1);
		expect(later[0]?.json).toMatchObject({ id: first[0]?.json.id, deduplicated: true });
	});

	it('by three simultaneous executions', async () => {
		const outputs = await Promise.all([submit(), submit(), submit()]);
		const [run, ...others] = await node.control.runs();
		expect(others).toEqual([]);
		const jsons = outputs.map(({ items }) => items[0]?.json);
		expect(jsons.map((json) => json?.id)).toEqual([run?.id, run?.id, run?.id]);
		expect(jsons.map((json) => json?.deduplicated)).toEqual([false, true, true]);
	});

	it('by two simultaneous executions if the first is rejected', async () => {
		await node.control.addFault({ kind: 'status', status: 400, endpoint: 'submit', times: 1 });
		const [first, second] = await Promise.all([submit(), submit()]);
		expect(first.error?.message).toContain('Something went wrong');
		expect(second.items[0]?.json.deduplicated).toBe(false);
		expect(await node.control.runs()).toHaveLength(1);
	});

	it('even if a waiting execution is cancelled, which ends at once', async () => {
		const latency = { kind: 'latency', by: 'clock', ms: 30_000 } as const;
		await node.control.addFault({ ...latency, endpoint: 'submit' });
		const parameters = node.submission(WITH_KEY);
		const first = node.start({ parameters, items: [{ number }] });
		await time.pass(1_000);
		const second = node.start({ parameters, items: [{ number }] });
		await time.pass(1_000);
		second.cancel();
		const third = node.start({ parameters, items: [{ number }] });
		time.flow();
		await second.finished;
		expect(time.passed).toBeLessThan(3_000);
		const outputs = await Promise.all([first.finished, third.finished]);
		expect(outputs.map(({ items }) => items[0]?.json.deduplicated)).toEqual([false, true]);
		expect(await node.control.runs()).toHaveLength(1);
	});

	it('for each of two templates, as the same key with another template is another document', async () => {
		const extraction_template_id = '={{ $itemIndex === 0 ? $json.a : $json.b }}';
		const { invoice: a, receipt: b } = node.sandbox.templates;
		// The service lists the run of the first template when the second is looked for.
		await node.control.setDialect({ listedAfterMs: 0 });
		const options = { ...WITH_KEY.options, maxConcurrentRequests: 1 };
		const parameters = node.submission({ options, extraction_template_id });
		for (const deduplicated of [false, true]) {
			const { items } = await node.run({
				parameters,
				items: [
					{ number, a, b },
					{ number, a, b },
				],
			});
			expect(items.map(({ json }) => json.deduplicated)).toEqual([deduplicated, deduplicated]);
		}
		expect(await node.control.runs()).toHaveLength(2);
	});

	it('in each of two accounts, although they are given the same key', async () => {
		await node.control.setDialect({ listedAfterMs: 120_000 });
		await submit();
		const { items } = await node.run({
			parameters: node.submission(WITH_KEY),
			items: [{ number }],
		});
		expect(items[0]?.json.deduplicated).toBe(false);
		expect(await node.control.runs()).toHaveLength(2);
	});

	it('for a minute after an unknown outcome, unless its run is found', async () => {
		let submissions = 0;
		between.change = async ({ path }, pass) => {
			const answer = await pass();
			if (path.endsWith('submit')) return ++submissions === 1 ? null : answer;
			return { status: 200, body: { docs: [] } };
		};
		const first = await submit();
		expect(first.error?.message).toMatch(/^It is unknown whether the service accepted this sub/);
		const retry = await submit();
		expect(retry.error?.message).toBe(
			`An earlier submission with deduplication key '${number}' has an unknown outcome`,
		);
		expect(retry.error?.description).toContain('Nothing was submitted again');
		expect((await node.requestCounts()).submit).toBe(1);
		await sleep(60_000);
		expect((await submit()).items[0]?.json.deduplicated).toBe(false);
	});
});
