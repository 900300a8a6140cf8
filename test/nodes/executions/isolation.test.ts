import { useDrivenTime } from '../../harness/jest/drivenTime';
import { SandboxedNode } from '../../harness/sandbox/sandboxedNode';

const node = new SandboxedNode();
const time = useDrivenTime(node);
const SECOND_MS = 1_000;

/** How long an execution with few documents takes if no other uses the account. */
const ALONE_MS = 7_000;

beforeEach(async () => {
	const fixedResult = { outputSchema: {} };
	await node.control.setRunPlan({ pendingMs: 2_000, processingMs: 4_000, fixedResult });
});

const ofKey = (apiKey: string) => ({ ...node.credential, apiKey });

/** Starts an execution with this many documents. Resolves to the time of its end. */
function start(documents: number, more: Partial<Parameters<typeof node.start>[0]> = {}) {
	const { finished, cancel } = node.start({
		parameters: node.submission({ operation: 'submitAndWait' }),
		items: Array.from({ length: documents }, () => ({})),
		...more,
	});
	return { finished: finished.then((run) => ({ ...run, endedAt: time.passed })), cancel };
}

describe('Requests of one execution on behalf of all waiting ones', () => {
	it.each([5, 20, 64].flatMap((atOnce) => [0, 5].map((answered) => ({ atOnce, answered }))))(
		'do not wait for its hanging submissions: %p',
		async ({ atOnce, answered }) => {
			await node.control.addFault({
				endpoint: 'submit',
				kind: 'latency',
				by: 'clock',
				ms: 55_000,
				runName: 'Hangs',
			});
			const named = (count: number, name: string) =>
				Array.from({ length: count }, () => ({ name }));
			const submission = (operation: string) =>
				node.submission({
					operation,
					additionalFields: { run_id: '={{ $json.name }}' },
					options: { maxConcurrentRequests: atOnce },
				});
			// This execution starts first, so the second one may send fewer requests at once.
			const first = start(1, { parameters: submission('submit'), items: named(1, 'Hangs') });
			await time.pass(100);
			// If some get a response, the first execution waits, and sends the requests for all.
			const items = [...named(answered, 'Is answered'), ...named(atOnce, 'Hangs')];
			const hanging = start(0, { parameters: submission('submitAndWait'), items });
			await time.pass(100);
			const begunAt = time.passed;
			const other = start(5);
			time.flow();
			const { items: output, endedAt } = await other.finished;
			expect(output).toHaveLength(5);
			expect(endedAt).toBeLessThanOrEqual(begunAt + ALONE_MS + 3_000);
			expect((await hanging.finished).items).toHaveLength(items.length);
			await first.finished;
		},
	);

	it.each([
		[
			'deleted',
			() => {
				throw new Error('Credential with ID "1" does not exist');
			},
		],
		['that of another account', () => ofKey(`${node.sandbox.key}-other`)],
		['rejected', () => ofKey('wrong')],
	])('is sent by another execution if its credential is %s', async (_, changed) => {
		const credential = () => (time.passed < 3_000 ? node.credential : changed());
		const first = start(5, { credential, onError: 'continueErrorOutput' });
		const other = start(5);
		const { items, error, endedAt } = await other.finished;
		expect(error).toBeUndefined();
		expect(items).toHaveLength(5);
		expect(endedAt).toBeLessThan(6_000 + 3_000);
		// A list of another account lacks all runs, so each would be read one by one.
		const details = (await node.control.requests()).filter(
			(each) => each.endpoint === 'details' && each.authorization === 'valid',
		);
		expect(details.length).toBeLessThan(15);
		await first.finished;
		expect(time.passed).toBeLessThan(45 * SECOND_MS);
	});
});

it('A poll without a response delays waiting items by at most ten seconds', async () => {
	await node.control.addFault({
		endpoint: 'query',
		kind: 'latency',
		by: 'clock',
		ms: 300_000,
		after: 1,
		times: 1,
	});
	const { items, endedAt } = await start(10).finished;
	expect(items).toHaveLength(10);
	expect(endedAt).toBeLessThan(6_000 + 12_000);
	// A service that needs some seconds for a list is waited for.
	expect(endedAt).toBeGreaterThan(10_000);
});

it('A clock that is set back delays no requests', async () => {
	await node.control.setDialect({ requestsPerSecond: 5 });
	const executions = Array.from({ length: 30 }, () => start(1));
	await time.pass(3_000);
	const startedAt = performance.now();
	jest.setSystemTime(Date.now() - 3_600_000);
	time.flow();
	const runs = await Promise.all(executions.map(async ({ finished }) => await finished));
	expect(runs.filter(({ error }) => error)).toEqual([]);
	expect(performance.now() - startedAt).toBeLessThan(60 * SECOND_MS);
});

it('A Retry-After outlasts the execution that received it', async () => {
	const run = async () => {
		const [id = ''] = await node.control.seedRuns([{ status: 'completed' }]);
		return await node.run({ parameters: { resource: 'run', operation: 'get', runId: id } });
	};
	const rest = { kind: 'rateLimit', retryAfterSeconds: 1_000, times: 1 } as const;
	await node.control.addFault({ ...rest, endpoint: 'details' });
	expect((await run()).error).toMatchObject({ httpCode: '429' });
	expect((await run()).error?.message).toMatch(/Rate limit reached$/);
	expect(await node.requestCounts()).toEqual({ details: 1 });
	await time.pass(1_000_000);
	time.flow();
	expect((await run()).error).toBeUndefined();
});
