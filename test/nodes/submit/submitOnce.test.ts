import { byKey } from '../../harness/deduplication';
import { sleep } from 'n8n-workflow';
import { isObject } from '../../../nodes/DocScore/service/json';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxProxy } from '../../harness/sandbox/sandboxProxy';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const between = new SandboxProxy(node);
const time = useDrivenTime(node);
const WITH_KEY = { options: byKey('={{ $json.number }}') };
const KEY = 'n8n_dedup_key';

/** Each test has its own numbers, because the process remembers its submissions. */
let tests = 0;
let number = '';
beforeEach(async () => {
	number = `Doc-${++tests}`;
	await node.control.setRunPlan({ stuck: 'pending' });
});

const submit = async (numbers = [number], more = {}) =>
	await node.run({
		parameters: node.submission({ ...WITH_KEY, ...more }),
		items: numbers.map((each) => ({ number: each })),
		credential: between.credential,
	});

/** Hides a run from lists until this long after its submission. */
function listLate(ms: number): void {
	const submittedAt = new Map<unknown, number>();
	between.change = async ({ path, at }, pass) => {
		const answer = await pass();
		const { body } = answer;
		if (!isObject(body)) return answer;
		if (path === '/workflows/submit') submittedAt.set(body.doc_id, at);
		if (!Array.isArray(body.docs)) return answer;
		const docs = body.docs.filter((doc) => {
			const id = isObject(doc) ? doc.id : undefined;
			return at - (submittedAt.get(id) ?? 0) >= ms;
		});
		return { ...answer, body: { ...body, docs, pagination: { totalCount: docs.length } } };
	};
}

it.each(['00118', '1.50', '12345678901234567890', '0x1f'])(
	'the key %s is recognized if the service stores numeric texts as numbers',
	async (key) => {
		await node.control.setDialect({ metadataValues: 'numbers', metadataEquality: 'numeric' });
		const { items: first } = await submit([key, number]);
		// After this time, the process has forgotten its submissions.
		await sleep(600_000);
		const { items: later } = await submit([key, number]);
		expect(await node.control.runs()).toHaveLength(2);
		expect(later.map(({ json }) => json.id)).toEqual(first.map(({ json }) => json.id));
		expect(later.map(({ json }) => json.deduplicated)).toEqual([true, true]);
	},
);

describe('Within a process, a document is submitted once', () => {
	it('by a retry before lists show its run', async () => {
		listLate(3_000);
		const first = await submit();
		await sleep(1_000);
		const retry = await submit();
		await sleep(10_000);
		const later = await submit();
		const runs = await node.control.runs();
		expect(runs).toHaveLength(1);
		const [run] = runs;
		const again = {
			...first.items[0],
			json: {
				...first.items[0]?.json,
				deduplicated: true,
				message: expect.stringMatching(/^Submitted before with this deduplication key/),
			},
		};
		expect(first.items[0]?.json).toMatchObject({ id: run?.id, deduplicated: false });
		expect([retry.items, later.items]).toEqual([[again], [again]]);
	});

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
		time.flow();
		await second.finished;
		expect(time.passed).toBeLessThan(3_000);
		expect((await first.finished).items).toHaveLength(1);
	});

	it('for each of two templates', async () => {
		const extraction_template_id = '={{ $itemIndex === 0 ? $json.a : $json.b }}';
		const { invoice: a, receipt: b } = node.sandbox.templates;
		const parameters = node.submission({ ...WITH_KEY, extraction_template_id });
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

describe('A run is found by its key', () => {
	const seed = async (count: number, status: 'completed' | 'failed', key = number, ago = 0) =>
		await node.control.seedRuns([
			{ count, status, metadata: { [KEY]: key }, createdAgoMs: ago, spacingMs: 1 },
		]);

	it('on the page after 100 failed runs', async () => {
		const [done] = await seed(1, 'completed', number, 3_600_000);
		await seed(100, 'failed', number, 60_000);
		const { items } = await submit();
		expect(items[0]?.json).toMatchObject({ id: done, deduplicated: true });
	});

	it('but not by the key of another case, even if the service lists that run', async () => {
		await seed(1, 'completed', number.toLowerCase());
		between.change = async ({ path, body }, pass) => {
			if (!path.endsWith('getData') || !isObject(body)) return await pass();
			const filter = { metadata_name: KEY, operator: '=', value: number.toLowerCase() };
			return await pass({ ...body, metadata_filters: [filter] });
		};
		const { items } = await submit();
		expect(items[0]?.json.deduplicated).toBe(false);
		expect(await node.control.runs()).toHaveLength(2);
	});

	it.each([
		[
			'ignores the filter',
			{ metadata_filters: [] },
			'The service did not apply the metadata filter',
		],
		['shows no metadata', {}, /^The service does not show the metadata of run \S{36}$/],
	])('unless the service %s: then nothing is submitted', async (_, change, message) => {
		await seed(101, 'completed', number, 60_000);
		between.change = async ({ path, body }, pass) => {
			const answer = await pass({ ...(isObject(body) ? body : {}), ...change });
			const { doc, ...rest } = isObject(answer.body) ? answer.body : {};
			if (!path.endsWith('getDetails') || !isObject(doc)) return answer;
			const metadata = 'metadata_filters' in change ? { other: 'x' } : null;
			return { ...answer, body: { ...rest, doc: { ...doc, metadata } } };
		};
		const { error } = await submit();
		expect(error?.message).toEqual(
			typeof message === 'string' ? message : expect.stringMatching(message),
		);
		expect(error?.description).toMatch(new RegExp(`^Nothing was submitted: .*'${number}'\\. `));
		expect((await node.requestCounts()).submit).toBeUndefined();
	});

	it.each(['', ' ', '={{ $json.nothing }}', '={{ "" }}'])(
		'which is rejected if it is %j',
		async (key) => {
			const { error } = await submit(['1', '2'], { options: byKey(key) });
			expect(error?.message).toBe("'Deduplication Key' is empty");
			expect(error?.description).toBe(
				"Enter a value that identifies the document, such as its number, or remove the option.\nItem 1: 'Deduplication Key' is empty.",
			);
			expect(between.asked).toEqual([]);
		},
	);
});

describe('A doc_id proves acceptance', () => {
	it.each([200, '200', 'OK', 'FAILURE', null])('with the statusCode %j', async (statusCode) => {
		between.change = async (_, pass) => {
			const { body } = await pass();
			return { status: 202, body: { ...(isObject(body) ? body : {}), statusCode } };
		};
		const { items, error } = await node.run({
			parameters: node.submission({ additionalFields: { run_id: '={{ $json.name }}' } }),
			items: [{ name: 'a' }, { name: 'b' }],
			credential: between.credential,
		});
		expect(error).toBeUndefined();
		const runs = await node.control.runs();
		const idOf = (name: string) => runs.find((run) => run.filename === name)?.id;
		expect(items).toEqual(
			['a', 'b'].map((name, item) => ({
				json: { id: idOf(name), name, deduplicated: false, message: expect.any(String) },
				pairedItem: { item },
			})),
		);
	});

	it('and without it, the outcome is unknown', async () => {
		between.change = async () => ({ status: 200, body: { statusCode: 500, error: 'Disk full' } });
		const { error } = await node.run({
			parameters: node.submission(),
			credential: between.credential,
		});
		expect(error?.message).toMatch(/^It is unknown whether .* The service says: Disk full$/);
		expect(between.asked).toHaveLength(1);
	});
});
