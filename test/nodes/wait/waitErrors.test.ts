import { isObject } from '../../../nodes/DocScore/service/json';
import { useDrivenTime } from '../../harness/jest/drivenTime';
import { type Answer, SandboxProxy, type Pass } from '../../harness/sandbox/sandboxProxy';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';
import { factsOf, wait } from '../runs';

const node = new SandboxedNode();
const between = new SandboxProxy(node);
const time = useDrivenTime(node);
const MINUTE_MS = 60_000;

const waitFor = async (ids: unknown[], more = {}) =>
	await node.run({
		parameters: wait(more),
		items: ids.map((id) => ({ id: String(id) })),
		credential: between.credential,
		onError: 'continueErrorOutput',
	});

/** Changes the responses to requests for the details of these runs. */
function answerFor(ids: unknown[], answer: (pass: Pass) => Answer | Promise<Answer>): void {
	between.change = async ({ body }, pass) => {
		const asksForOne = isObject(body) && ids.includes(body.id);
		return asksForOne ? await answer(pass) : await pass();
	};
}

const slow = (count: number) => ({ count, durations: { pendingMs: 5_000, processingMs: 5_000 } });

describe('Run: Wait, with faults', () => {
	it('an unreadable run of eight fails only its own wait', async () => {
		const ids = await node.control.seedRuns([slow(8)]);
		answerFor(ids.slice(1, 2), () => ({ status: 500, body: { error: 'Torn page' } }));
		const { items, errorItems } = await waitFor(ids, { options: { maxWait: 60 } });
		expect(items.map(({ json, pairedItem }) => [json.id, json.status, pairedItem])).toEqual(
			[0, 2, 3, 4, 5, 6, 7].map((item) => [ids[item], 'completed', { item }]),
		);
		const message = `Do not submit the document again: execute this node again\n${factsOf(ids[1])}`;
		const error = `Run ${ids[1]}: The service has a temporary problem. The service says: Torn page`;
		expect(errorItems).toEqual([
			{
				json: { id: ids[1], error, message },
				pairedItem: { item: 1 },
			},
		]);
		expect(time.passed).toBeGreaterThan(15 * MINUTE_MS);
		expect(time.passed).toBeLessThan(17 * MINUTE_MS);
		// The others had finished long before and were not requested again.
		const asked = between.asked.slice(-8).map(({ body }) => isObject(body) && body.id);
		expect(new Set(asked)).toEqual(new Set([ids[1]]));
	});

	it.each([1, 200])(
		'details that always fail end a wait for %i runs in the same way',
		async (count) => {
			const ids = await node.control.seedRuns([slow(count)]);
			const fault = { kind: 'status', status: 400, error: 'Broken index' } as const;
			await node.control.addFault({ ...fault, endpoint: 'details' });
			const { items, errorItems } = await waitFor(ids, { options: { maxWait: 0 } });
			expect(items).toEqual([]);
			expect(errorItems.map(({ json }) => json.error)).toEqual(
				ids.map(
					(id) => `Run ${id}: The service rejected the request. The service says: Broken index`,
				),
			);
			expect(time.passed).toBeGreaterThan(30_000);
			expect(time.passed).toBeLessThan(60_000);
		},
	);

	it.each([1, 3])(
		'a run of %i that is deleted during its wait ends only this wait',
		async (count) => {
			const ids = await node.control.seedRuns([slow(count)]);
			between.change = async (_, pass) => {
				const answer = await pass();
				const isThere = (await node.control.runs()).some(({ id }) => id === ids[0]);
				if (isThere) await node.control.deleteRun(String(ids[0]));
				return answer;
			};
			const { items, errorItems } = await waitFor(ids, { options: { maxWait: 60 } });
			expect(items.map(({ json }) => json.id)).toEqual(ids.slice(1));
			const error = `Run not found: ${ids[0]}`;
			expect(errorItems).toMatchObject([{ json: { id: ids[0], error }, pairedItem: { item: 0 } }]);
			expect(time.passed).toBeLessThan(MINUTE_MS);
		},
	);

	it('a run whose details hang does not delay other runs', async () => {
		const ids = await node.control.seedRuns([slow(2)]);
		const latency = { kind: 'latency', by: 'clock', ms: 50_000, times: 1 } as const;
		await node.control.addFault({ ...latency, endpoint: 'details' });
		const { items } = await node.run({ parameters: wait(), items: ids.map((id) => ({ id })) });
		expect(items.map(({ json }) => json.id)).toEqual(ids);
		const requests = await node.control.requests();
		const reads = requests.filter(({ body }) => isObject(body) && body.id === ids[1]);
		const times = reads.map(({ clockAt }) => clockAt - (requests[0]?.clockAt ?? 0));
		expect(times).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((seconds) => 1_000 * seconds));
		expect(time.passed).toBeLessThan(12_000);
	});

	it.each<[string, Answer]>([
		['status 522', { status: 522, body: '<html>Connection timed out</html>' }],
		['truncated JSON', { status: 200, body: '{"statusCode":"SUCCESS","doc":{"id"' }],
	])('continues after %s for a minute', async (_, answer) => {
		const ids = await node.control.seedRuns([slow(2)]);
		answerFor(ids, async (pass) => (time.passed < MINUTE_MS ? answer : await pass()));
		const { items, errorItems } = await waitFor(ids);
		expect(errorItems).toEqual([]);
		expect(items.map(({ json }) => [json.id, json.status])).toEqual(
			ids.map((id) => [id, 'completed']),
		);
	});

	it.each<[string, Answer]>([
		['404', { status: 404, body: { error: 'Not found' } }],
		['FAILURE', { status: 200, body: { statusCode: 'FAILURE', statusMessage: 'No such run' } }],
		['no doc', { status: 200, body: { statusCode: 'SUCCESS', doc: null } }],
	])('accepts %s for a submitted run during 25 s', async (_, answer) => {
		await node.control.setRunPlan({ fixedResult: { outputSchema: {} } });
		between.change = async ({ path }, pass) =>
			path.endsWith('getDetails') && time.passed < 25_000 ? answer : await pass();
		const { items, error } = await node.run({
			parameters: node.submission({ operation: 'submitAndWait' }),
			items: [{}, {}],
			credential: between.credential,
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.status)).toEqual(['completed', 'completed']);
		expect(between.timesOf('getDetails').slice(0, 2)).toEqual([1_000, 1_000]);
	});

	it('reads each run by ID if lists fail', async () => {
		const ids = await node.control.seedRuns([slow(6)]);
		await node.control.addFault({ endpoint: 'query', kind: 'status', status: 500 });
		const { items, errorItems } = await waitFor(ids);
		expect(errorItems).toEqual([]);
		expect(items.map(({ json }) => json.id)).toEqual(ids);
		expect(between.timesOf('getDetails')).toHaveLength(6);
		expect(time.passed).toBeLessThan(60_000);
	});
});
