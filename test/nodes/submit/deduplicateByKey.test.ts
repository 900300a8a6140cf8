import { byKey } from '../../harness/deduplication';
import {
	DEDUPLICATION_METADATA,
	keyMetadata,
} from '../../../nodes/DocScore/resources/run/submission/findByKey';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
useDrivenTime(node);
const WITH_KEY = { options: byKey('={{ $json.number }}') };

/** Each test has its own numbers, because the process remembers its submissions. */
let tests = 0;
let TWO: Array<{ number: string }> = [];
beforeEach(() => {
	tests++;
	TWO = [{ number: `A-${tests}-1` }, { number: `A-${tests}-2` }];
});

describe('Run: Submit with a Deduplication Key', () => {
	const submitTwo = async () =>
		await node.run({ parameters: node.submission(WITH_KEY), items: TWO });

	it.each([
		['cut after acceptance', 'cutAfter'],
		['answered with truncated JSON', 'cutJson'],
	] as const)('finds the run whose submission was %s', async (_, kind) => {
		await node.control.addFault({ endpoint: 'submit', kind, times: 1 });
		await node.control.setDialect({ listedAfterMs: 0 });
		const { items, error } = await submitTwo();
		expect(error).toBeUndefined();
		const runs = await node.control.runs();
		expect(runs).toHaveLength(2);
		for (const [index, { number }] of TWO.entries()) {
			const [key] = Object.values(keyMetadata(number));
			const run = runs.find(({ metadata }) => metadata.n8n_dedup_key === key);
			expect(items[index]?.json).toMatchObject({ id: run?.id, deduplicated: false });
		}
	});

	it('reports an unknown outcome if the run is not found, and does not submit again', async () => {
		await node.control.addFault({ endpoint: 'submit', kind: 'cutBefore', times: 1 });
		const { error } = await node.run({
			parameters: node.submission(WITH_KEY),
			items: TWO.slice(0, 1),
		});
		expect(error?.message).toMatch(
			/^It is unknown whether the service accepted this submission\. /,
		);
		const [first, submit, ...later] = await node.control.requests();
		expect([first?.endpoint, submit?.endpoint]).toEqual(['query', 'submit']);
		const queries = later.map(({ endpoint, clockAt }) => [
			endpoint,
			clockAt - (submit?.clockAt ?? 0),
		]);
		expect(queries).toEqual([0, 1_000, 3_000, 7_000, 15_000].map((after) => ['query', after]));
	});

	it('returns the run of an earlier execution, even if it is still processing', async () => {
		const first = await submitTwo();
		const again = await submitTwo();
		expect(again.items.map((item) => item.json)).toEqual(
			first.items.map((item) => ({
				...item.json,
				name: 'invoice.pdf',
				deduplicated: true,
				message: expect.stringContaining('pending'),
			})),
		);
		expect(await node.control.runs()).toHaveLength(2);
	});

	it('submits a failed run again', async () => {
		const first = await submitTwo();
		await node.control.setRun(String(first.items[0]?.json.id), {
			status: 'failed',
			failureReason: 'unreadable',
		});
		const again = await submitTwo();
		expect(again.items.map((item) => item.json.deduplicated)).toEqual([false, true]);
		expect(await node.control.runs()).toHaveLength(3);
	});

	it('submits again after 100 failed runs, also if their page is shown again past the end', async () => {
		await node.control.setDialect({ pagesPastEnd: 'last' });
		const failed = TWO.map(({ number }) => ({
			count: 100,
			status: 'failed' as const,
			metadata: { [DEDUPLICATION_METADATA]: number },
		}));
		await node.control.seedRuns(failed);
		const { items, error } = await submitTwo();
		expect(error).toBeUndefined();
		expect(items.map((item) => item.json.deduplicated)).toEqual([false, false]);
	});

	it('adds the key to the metadata that the user enters', async () => {
		const metadata = { entries: [{ name: 'department', value: 'accounting' }] };
		const parameters = node.submission({ ...WITH_KEY, additionalFields: { metadata } });
		const { error } = await node.run({ parameters, items: TWO });
		expect(error).toBeUndefined();
		const runs = await node.control.runs();
		const sent = TWO.map(({ number }) => ({ department: 'accounting', ...keyMetadata(number) }));
		expect(runs.map((run) => run.metadata)).toEqual(expect.arrayContaining(sent));
	});

	it('counts items with the same key as one', async () => {
		const { items } = await node.run({
			parameters: node.submission(WITH_KEY),
			items: [0, 1, 2].flatMap(() => TWO.slice(0, 1)),
		});
		expect(new Set(items.map((item) => item.json.id)).size).toBe(1);
		expect(items.map((item) => item.json.deduplicated)).toEqual([false, true, true]);
		expect(await node.control.runs()).toHaveLength(1);
	});

	it('outputs the name of the run that it returns', async () => {
		const named = async (name: string, items = [{}]) => {
			const additionalFields = { run_id: name };
			const options = byKey('Invoice 118');
			const parameters = node.submission({ options, additionalFields });
			const done = await node.run({ parameters, items });
			return done.items.map(({ json }) => [json.name, json.deduplicated]);
		};
		const both = await named('={{ $itemIndex === 0 ? "a.pdf" : "a (1).pdf" }}', [{}, {}]);
		const [run] = await node.control.runs();
		expect(new Set(both)).toEqual(
			new Set([
				[run?.filename, false],
				[run?.filename, true],
			]),
		);
		expect(await named('b.pdf')).toEqual([[run?.filename, true]]);
		expect(await node.control.runs()).toHaveLength(1);
	});

	it('submits nothing if it cannot search for the key', async () => {
		await node.control.addFault({ endpoint: 'query', kind: 'status', status: 400, error: 'No' });
		const { error } = await submitTwo();
		expect(error?.message).toBe('The service rejected the request. The service says: No');
		expect((await node.requestCounts()).submit).toBeUndefined();
	});
});
