import { useDrivenTime } from '../../harness/jest/drivenTime';
import { PollingWorkflow } from '../../harness/n8n/pollingWorkflow';
import { SandboxedTrigger } from '../../harness/sandbox/sandboxedTrigger';
import type { Fault } from '../../sandbox/faults';

const service = new SandboxedTrigger();
const time = useDrivenTime(service);

describe('the activation fails with the reason', () => {
	const credentials = [
		['a wrong key', { apiKey: 'wrong' }, /rejected the API Key.*Integrations tab.*credential/],
		['a Base URL that is not a URL', { baseUrl: 'docscore' }, /'Base URL' must start with https/],
		['a wrong path', { baseUrl: '{base}/v7' }, /Check the Base URL in the credential/],
		['a host that does not exist', { baseUrl: 'https://127.0.0.1:1' }, /Base URL/],
	] as const;

	test.each(credentials)(
		'with %s',
		async (_, credential, message) => {
			const text = JSON.stringify(credential).replace('{base}', service.sandbox.baseUrl);
			const workflow = service.workflow({
				credential: { ...service.credential, ...JSON.parse(text) },
			});
			const activation = workflow.activateInN8n();
			await expect(activation).rejects.toThrow('There was a problem activating the workflow');
			await expect(activation).rejects.toThrow(message);
		},
		60_000,
	);

	test.each([
		[{ events: [] }, 'Trigger On'],
		[{ events: ['submitted'] }, 'Trigger On'],
		[{ filters: { extraction_template_id: 'invoice' } }, 'Template'],
		[{ options: { overlap: 0 } }, 'Time for New Runs to Show'],
		[{ output: 'table' }, 'Output'],
	])('with the parameters %j', async (parameters, field) => {
		await expect(service.workflow({ parameters }).activate()).rejects.toThrow(field);
		expect(await service.requestCounts()).toEqual({});
	});

	test('if the lists of open runs cannot be read', async () => {
		await service.control.seedRuns([
			{ count: 120, status: 'processing', createdAgoMs: 86_400_000 },
			{ count: 5 },
		]);
		const fault = { kind: 'status', status: 400, error: 'Broken', endpoint: 'query' } as const;
		// The lists of runs since the cursor come before.
		await service.control.addFault({ ...fault, after: 5 });
		await expect(service.workflow().activate()).rejects.toThrow('Broken');
		expect(await service.requestCounts()).not.toHaveProperty('details');
	});

	test('but not with a valid credential', async () => {
		await expect(service.workflow().activateInN8n()).resolves.toBeUndefined();
	});
});

test.each([
	['lists', 'query'],
	['details', 'details'],
] as const)('a poll whose %s fail reports one error and loses no runs', async (_, endpoint) => {
	const workflow = await service.activated();
	await service.control.seedRuns([{ count: 3 }]);
	await service.control.addFault({ kind: 'status', status: 400, error: 'Broken', endpoint });
	await workflow.poll();
	expect(workflow.errors.map(({ message }) => message)).toEqual([
		expect.stringMatching(
			endpoint === 'query'
				? /^The service rejected the request.* says: Broken/
				: /^Run .* cannot be read.* says: Broken/,
		),
	]);
	await service.control.clearFaults();
	await workflow.poll();
	await workflow.poll();
	expect(workflow.errors).toHaveLength(1);
	expect(workflow.items).toHaveLength(3);
});

test('a temporary error is retried within the poll', async () => {
	const workflow = await service.activated();
	await service.control.seedRuns([{}]);
	await service.control.addFault({ kind: 'status', status: 503, endpoint: 'details', times: 2 });
	await workflow.poll();
	expect(workflow.items).toHaveLength(1);
});

test.each([
	[5_001, 1],
	[5_000, 0],
])(
	'a temporary error is retried only if more than five seconds are left: %i ms',
	async (leftMs, found) => {
		const workflow = await service.activated({ budgetMs: 10_000 });
		await service.control.seedRuns([{}]);
		const once = { endpoint: 'query', times: 1 } as const;
		await service.control.addFault({ kind: 'latency', by: 'clock', ms: 9_000 - leftMs, ...once });
		await service.control.addFault({ kind: 'status', status: 503, ...once });
		await workflow.poll();
		expect([workflow.items.length, workflow.errors.length]).toEqual([found, 1 - found]);
	},
);

test('an unreadable run does not delay other runs', async () => {
	const workflow = await service.activated();
	await service.control.seedRuns([{ count: 30, spacingMs: 10, createdAgoMs: 1_000 }]);
	await service.control.addFault({ kind: 'status', status: 400, endpoint: 'details', times: 1 });
	await workflow.poll();
	expect(workflow.items).toHaveLength(29);
	expect(workflow.warnings).toHaveLength(1);
	await workflow.poll();
	expect(workflow.items).toHaveLength(30);
});

describe('if the lists of open runs fail', () => {
	async function pollWithFault(fault: Fault): Promise<PollingWorkflow> {
		const old = { status: 'processing', createdAgoMs: 86_400_000 } as const;
		await service.control.seedRuns([{ ...old, count: 5 }, { count: 5 }]);
		const workflow = await service.activated();
		await service.control.seedRuns([{ count: 3 }]);
		await service.control.addFault(fault);
		await service.control.clearRequests();
		await workflow.poll();
		return workflow;
	}

	test('the runs that were already found are emitted', async () => {
		const fault = { kind: 'status', status: 400, endpoint: 'query', after: 1 } as const;
		const { items, warnings, errors } = await pollWithFault(fault);
		expect(items).toHaveLength(3);
		expect([warnings.length, errors.length]).toEqual([1, 0]);
	});

	test('with a 429, the poll ends after a few retries', async () => {
		const { errors } = await pollWithFault({ kind: 'rateLimit', endpoint: 'query', after: 1 });
		const { query = 0, ...others } = await service.requestCounts();
		expect(query).toBeLessThanOrEqual(10);
		expect(others).toEqual({});
		expect(errors).toHaveLength(1);
	});
});

describe('429s of the service', () => {
	test('end a poll after a few retries, and it emits the runs that it verified', async () => {
		const workflow = await service.activated();
		await service.control.seedRuns([{ count: 30, spacingMs: 10, createdAgoMs: 1_000 }]);
		await service.control.addFault({ kind: 'rateLimit', endpoint: 'details', after: 15 });
		await service.control.clearRequests();
		await workflow.poll();
		expect(workflow.items).toHaveLength(15);
		const { details } = await service.requestCounts();
		expect(details).toBeGreaterThan(20);
		expect(details).toBeLessThanOrEqual(30);
		await service.control.clearFaults();
		await time.pass(60_000);
		time.flow();
		await workflow.poll();
		expect(workflow.items).toHaveLength(30);
		expect(workflow.errors).toEqual([]);
	});

	test('are respected even if another request failed before', async () => {
		const workflow = await service.activated();
		await service.control.seedRuns([{ count: 30, spacingMs: 10, createdAgoMs: 1_000 }]);
		const fault = { kind: 'status', status: 400, endpoint: 'details', times: 1 } as const;
		const limit = { kind: 'rateLimit', retryAfterSeconds: 60, endpoint: 'details' } as const;
		await service.control.addFault(fault);
		await service.control.addFault({ ...limit, after: 14 });
		await workflow.poll();
		expect(workflow.items).toHaveLength(13);
		await service.control.clearRequests();
		await workflow.poll();
		expect(await service.requestCounts()).toEqual({});
	});

	test('slow a poll down to the rate of the service', async () => {
		const workflow = await service.activated();
		await service.control.seedRuns([{ count: 30, spacingMs: 10, createdAgoMs: 1_000 }]);
		await service.control.setDialect({ requestsPerSecond: 2 });
		await workflow.poll();
		expect(workflow.items).toHaveLength(30);
		expect(time.passed).toBeLessThan(25_000);
	});

	test('prevent polls until the end of Retry-After', async () => {
		const workflow = await service.activated();
		await service.control.seedRuns([{}]);
		const limit = { kind: 'rateLimit', retryAfterSeconds: 30, times: 1 } as const;
		await service.control.addFault({ ...limit, endpoint: 'query' });
		await workflow.poll();
		expect(workflow.errors).toHaveLength(1);
		await service.control.clearRequests();
		const sent = async () => await service.requestCounts();
		const polled = workflow.poll();
		await time.pass(29_000);
		expect(await sent()).toEqual({});
		time.flow();
		await polled;
		await time.pass(1_000);
		await workflow.poll();
		expect(workflow.items).toHaveLength(1);
		expect(workflow.errors).toHaveLength(1);
	});
});

test("a poll ends within n8n's time limit and leaves the rest to the next poll", async () => {
	const workflow = await service.activated({ budgetMs: 2_000 });
	await service.control.seedRuns([{ count: 60, spacingMs: 10, createdAgoMs: 1_000 }]);
	const latency = { kind: 'latency', by: 'clock', endpoint: 'details' } as const;
	await service.control.addFault({ ...latency, ms: 500 });
	await workflow.poll();
	expect(time.passed).toBeLessThanOrEqual(2_000);
	expect(workflow.items.length).toBeGreaterThanOrEqual(20);
	expect(workflow.items.length).toBeLessThan(60);
	await service.control.clearFaults();
	await workflow.poll();
	expect(workflow.items).toHaveLength(60);
	expect(workflow.errors).toEqual([]);
});

test('a service that does not respond in time is reported', async () => {
	const workflow = await service.activated({ budgetMs: 1_000 });
	const latency = { kind: 'latency', by: 'clock', endpoint: 'query' } as const;
	await service.control.addFault({ ...latency, ms: 3_000, times: 1 });
	await workflow.poll();
	expect(time.passed).toBe(900);
	expect(workflow.errors.map(({ message }) => message)).toEqual([
		expect.stringContaining('did not respond'),
	]);
});
